package ecs_test

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// methods calls each method of a value with zero arguments, and with others, and loops over what it
// returns. It calls check with the last error or the text of the panic.
func methods(receiver reflect.Value, others []any, check func(name string, err error, panics any)) {
	for i := range receiver.NumMethod() {
		name := receiver.Type().Method(i).Name
		if named := receiver.Type().Elem(); receiver.IsNil() {
			if _, byValue := named.MethodByName(name); byValue {
				continue // Go itself rejects the call
			}
		}
		method := receiver.Method(i)
		for n := range len(others) + 1 {
			var args []reflect.Value
			for j := range method.Type().NumIn() {
				if method.Type().IsVariadic() && j == method.Type().NumIn()-1 {
					break
				}
				arg := reflect.Zero(method.Type().In(j))
				if n > 0 && arg.Type() == reflect.TypeOf(others[n-1]) {
					arg = reflect.ValueOf(others[n-1])
				}
				args = append(args, arg)
			}
			func() {
				var err error
				defer func() { check(fmt.Sprintf("%v.%s", receiver.Type(), name), err, recover()) }()
				for _, out := range method.Call(args) {
					if t := out.Type(); t.Kind() == reflect.Func && !out.IsNil() { // an iterator
						out.Call([]reflect.Value{reflect.MakeFunc(t.In(0), func([]reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(true)} })})
					}
					if e, ok := out.Interface().(error); ok {
						err = e
					}
				}
			}()
		}
	}
}

// No method dereferences nil, whatever is missing: each works, returns an error, or panics with a
// text that has the remedy. Get of a nil *Map1 panics as Go does: with a check it would not be inlined.
func TestNoMethodDereferencesNil(t *testing.T) {
	w := newWorld(t)
	e := spawned(t, w, Position{}, Velocity{})
	var q ecs.Query2[Position, Velocity]
	var m ecs.Map2[Position, Velocity]
	change, err := w.Change([]ecs.Component{1}, nil)
	check(t, err)
	filter, err := w.Filter([]ecs.Component{0}, nil)
	check(t, err, q.Bind(w), m.Bind(w), w.Add("s", func() {}))
	others := []any{w, w.Later(), e, "x", 3, -3, ecs.Component(999), ecs.Observed(9), ecs.Seconds(-1)}
	var receivers []reflect.Value
	for _, bound := range []any{w, w.Later(), &q, &m, change, filter, w.System("s")} {
		t := reflect.TypeOf(bound)
		receivers = append(receivers, reflect.ValueOf(bound), reflect.New(t.Elem()), reflect.Zero(t))
	}
	for _, other := range []any{&ecs.Observer{}, &ecs.FixedStep{}, &ecs.Rows{}, &ecs.TypeFilter{}, &ecs.Maybe[Position]{}} {
		receivers = append(receivers, reflect.ValueOf(other), reflect.Zero(reflect.TypeOf(other)))
	}
	for _, other := range []any{
		new(ecs.Query1[Position]), new(ecs.Query1[ecs.Maybe[Position]]), new(ecs.Query3[Position, Velocity, Health]), new(ecs.Map1[Position]), new(ecs.Map3[Position, Velocity, Health]),
		new(ecs.Query10[int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64]), new(ecs.Map10[int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64]),
	} {
		receivers = append(receivers, reflect.ValueOf(other), reflect.Zero(reflect.TypeOf(other)))
	}
	state := string(saved(t, w, ecs.JSON()))
	for _, r := range receivers {
		methods(r, others, func(name string, err error, panics any) {
			if r.IsNil() && name == "*ecs.Map1[github.com/ecsbench/ecsbench/ecs_test.Position].Get" {
				return
			}
			if bad, ok := panics.(runtime.Error); ok {
				t.Errorf("%s: %v", name, bad)
			} else if text := fmt.Sprint(panics); panics != nil && (!strings.HasPrefix(text, "ecs: ") || strings.Count(text, ": ") < 2) {
				t.Errorf("%s: the text of the panic is %q", name, text)
			}
			if err != nil && (!strings.Contains(err.Error(), ": ") || strings.Contains(err.Error(), "nil pointer")) {
				t.Errorf("%s: %v", name, err)
			}
			before := state
			if state = string(saved(t, w, ecs.JSON())); (err != nil || panics != nil) && state != before {
				t.Errorf("%s: %v %v, but the world changed", name, err, panics)
			}
		})
		if !w.Alive(e) {
			e = spawned(t, w, Position{}, Velocity{})
			state = string(saved(t, w, ecs.JSON()))
		}
	}
	spawned(t, w, Position{})
	wants(t, (*ecs.Query1[Position])(nil).Bind(w), "bind a query", "address of a variable")
	wants(t, (*ecs.Map1[Position])(nil).Bind(w), "bind a map", "address of a variable")
	for _, nothing := range []ecs.Selection{(*ecs.Query1[Position])(nil), (*ecs.Filtered)(nil)} {
		_, err := w.DestroyBatch(nothing)
		wants(t, err, "not bound")
	}
	wants(t, w.Save(&failing{}, nil), "save the world", "option is nil")
	w.Clear()
	wants(t, w.Load(strings.NewReader(""), nil), "load a world", "option is nil")
}
