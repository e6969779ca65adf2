package ecs

import (
	"fmt"
	"reflect"
	"strings"
)

// A nameTable has the names of entities. Its maps are nil until an entity has a name.
type nameTable struct {
	byName map[string]Entity
	of     map[Entity]string
}

func (t nameTable) forget(e Entity) {
	if name, named := t.of[e]; named {
		delete(t.of, e)
		delete(t.byName, name)
	}
}

// Name gives a living entity a unique name; the empty name removes it.
func (w *World) Name(e Entity, name string) error {
	if w == nil {
		return w.ready("name an entity")
	}
	if w.locked&ticking != 0 {
		return fmt.Errorf("name %s %q while %s: name it between ticks", w.Called(e), name, w.busy())
	}
	if !w.Alive(e) {
		return &DeadError{fmt.Sprintf("name %s %q", w.Called(e), name), w.reason(e)}
	}
	if other, taken := w.names.byName[name]; taken && other != e {
		return fmt.Errorf("name %s %q: %v has this name; choose another one", w.Called(e), name, other)
	}
	w.names.forget(e)
	if name != "" {
		if w.names.of == nil {
			w.names = nameTable{make(map[string]Entity), make(map[Entity]string)}
		}
		w.names.of[e], w.names.byName[name] = name, e
		w.related = max(w.related, int(e.ID())+1)
	}
	return nil
}

// Find returns the entity of a name, and false if there is none.
func (w *World) Find(name string) (Entity, bool) {
	w.exists("Find")
	e, ok := w.names.byName[name]
	return e, ok
}

// Called returns the handle with the name of the entity, if it has one.
func (w *World) Called(e Entity) string {
	w.exists("Called")
	if name, named := w.names.of[e]; named {
		return fmt.Sprintf("%q (%v)", name, e)
	}
	return e.String()
}

// Dump describes an entity: a line with its name, and one for each component.
func (w *World) Dump(e Entity) string {
	w.exists("Dump")
	if w.locked&ticking != 0 {
		return fmt.Sprintf("%s, while %s", w.Called(e), w.busy())
	}
	if loaded := w.Loaded(e); loaded != NoEntity && !w.Alive(e) {
		e = loaded
	}
	if !w.Alive(e) {
		return w.Called(e) + ", dead\n"
	}
	var b strings.Builder
	fmt.Fprintln(&b, w.Called(e))
	for _, c := range w.ComponentsOf(e) {
		k := w.kinds[c]
		fmt.Fprintf(&b, "  %s %+v\n", k.name, reflect.NewAt(k.goType, w.Pointer(e, c)).Elem())
	}
	return b.String()
}
