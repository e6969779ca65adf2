package ecs

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// rights are the access of a query or a map to components.
type rights struct {
	w             *World
	owner         *System // nil for use between ticks
	locks         bool    // loops lock the world: it is used where structure can change
	reads, writes []Component
}

func (r *rights) touch(c Component, u use) {
	if u.reads {
		r.reads = append(r.reads, c)
	} else {
		r.writes = append(r.writes, c)
	}
}

// open reports whether a query may be used now; if not, it records an error.
func (r *rights) open() bool {
	switch {
	case r.owner == nil && r.w.locked&ticking != 0:
		r.w.report(fmt.Errorf("query used while %s: it is made for use between ticks; make it a parameter of the system", r.w.busy()))
		return false
	case r.owner != nil && !r.owner.runs():
		r.w.report(fmt.Errorf("query of system %q used while it does not run: give each system its own, as a parameter", r.owner.name))
		return false
	}
	return true
}

var (
	errNilQuery = errors.New("bind a query: it is nil: bind the address of a variable, as var q ecs.Query1[Position]; q.Bind(world)")
	errNilMap   = errors.New("bind a map: it is nil: bind the address of a variable, as var m ecs.Map1[Position]; m.Bind(world)")
)

// unbound is the message of the panic of a query or map that no world has bound.
func unbound(what string) string {
	return "ecs: " + what + " of no World: take it as a parameter of a system, or call its Bind"
}

// bound panics unless the query is bound.
func (q *query) bound() {
	if q == nil || q.w == nil {
		panic(unbound("query"))
	}
}

// bindable is a query or map.
type bindable interface {
	Bind(w *World, filters ...Filter) error
}

// named puts the name of a query or map before an error of bind. It finds the name by
// pointers to the component types.
func (w *World) named(err *error, form string, pointers []any) {
	if *err == nil {
		return
	}
	var names []string
	for _, p := range pointers {
		names = append(names, reflect.TypeOf(p).Elem().String())
	}
	list := paths.ReplaceAllString(strings.Join(names, ","), "")
	what := fmt.Sprintf("ecs.%s%d[%s]", form, len(names), list)
	if w.adding == nil {
		what = "bind " + what
	}
	*err = fmt.Errorf("%s: %w", what, *err)
}
