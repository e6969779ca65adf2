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

// What belongs to no world returns an error or panics with a text that has the remedy.
func TestNothingDereferencesNil(t *testing.T) {
	var m ecs.Map1[Position]
	var m2 ecs.Map2[Position, Velocity]
	var q ecs.Query1[Position]
	var f ecs.Filtered
	var zero ecs.Commands
	var none *ecs.World
	var change ecs.Change
	w := newWorld(t)
	e := spawned(t, w, Position{})
	for name, f := range map[string]func(){
		"map Get": func() { m.Get(e) }, "map Mut": func() { m.Mut(e) }, "map Has": func() { m.Has(e) },
		"map of 2 Get": func() { m2.Get(e) }, "map of 2 Mut": func() { m2.Mut(e) }, "map of 2 Has": func() { m2.Has(e) },
		"query All": func() {
			for range q.All() {
				t.Error("an entity")
			}
		},
		"query Chunks": func() {
			for range q.Chunks() {
				t.Error("an entity")
			}
		},
		"query Changed": func() {
			for range q.Changed(0) {
				t.Error("an entity")
			}
		},
		"query Len": func() { q.Len() }, "query Get": func() { q.Get(e) }, "query Entities": func() { q.Entities(nil) },
		"query Parallel": func() { q.Parallel(nil) },
		"filter Len":     func() { f.Len() }, "filter Entities": func() { f.Entities(nil) },
		"filter Chunks": func() {
			for range f.Chunks() {
				t.Error("an entity")
			}
		},
		"Spawn of Commands": func() { zero.Spawn(Position{}) }, "Spawn of nil Commands": func() { (*ecs.Commands)(nil).Spawn() },
		"NewCommands": func() { ecs.NewCommands(nil) },
		"Get":         func() { ecs.Get[Position](none, e) }, "Has": func() { ecs.Has[Position](none, e) },
		"Mut": func() { ecs.Mut[Position](none, e) }, "Owner": func() { ecs.Owner(none, &Position{}) },
		"barrier":              func() { none.Barrier() },
		"Enable of no system":  func() { w.System("none").Enable(true) },
		"Enabled of no system": func() { w.System("none").Enabled() }, "Name of no system": func() { _ = w.System("none").Name() },
		"Took of no system": func() { w.System("none").Took() }, "Mean of no system": func() { w.System("none").Mean() },
		"Remove of no system": func() { _ = w.System("none").Remove() },
		"Reserve":             func() { w.Reserve(1 << 40) },
	} {
		if text := panics(f); !strings.HasPrefix(text, "ecs: ") || !strings.Contains(text, ":") {
			t.Errorf("%s: the text of the panic is %q", name, text)
		}
	}
	for name, f := range map[string]func() error{
		"map New":         func() error { _, err := m.New(Position{}); return err },
		"map NewBatch":    func() error { return m.NewBatch(3, nil) },
		"map Add":         func() error { return m.Add(e, Position{}) },
		"map Remove":      func() error { return m.Remove(e) },
		"map AddBatch":    func() error { _, err := m.AddBatch(&q, nil); return err },
		"map AddList":     func() error { _, err := m.AddList(nil, nil); return err },
		"map RemoveBatch": func() error { _, err := m.RemoveBatch(&q); return err },
		"map RemoveList":  func() error { _, err := m.RemoveList(nil); return err },
		"map AddLater":    func() error { return m.AddLater(w.Later(), e, Position{}) },
		"map RemoveLater": func() error { return m.RemoveLater(w.Later(), e) },
		"AddLater to nil": func() error { return m.AddLater(nil, e, Position{}) },
		"map Bind":        func() error { return m.Bind(nil) }, "query Bind": func() error { return q.Bind(nil) },
		"Bind to the zero World": func() error { return q.Bind(&ecs.World{}) },
		"Bind with a nil filter": func() error { return q.Bind(w, nil) }, "Bind of a map with a nil filter": func() error { return m.Bind(w, nil) },
		"Define": func() error { return ecs.Define[int](none) }, "DefineType": func() error { return w.DefineType(nil) },
		"DefineIn": func() error { return ecs.DefineIn[int](w, nil) }, "DefineEventIn": func() error { return ecs.DefineEventIn[int](w, nil) },
		"Track": func() error { return ecs.Track[Position](none) }, "TrackType": func() error { return w.TrackType(nil) },
		"ComponentOf": func() error { _, err := w.ComponentOf(nil); return err },
		"Observe":     func() error { return w.Observe(ecs.Enters, nil) }, "Observe of no world": func() error { return none.Observe(ecs.Enters, func(ecs.Entity) {}) },
		"Observe with a nil filter":  func() error { return w.Observe(ecs.Enters, func(ecs.Entity) {}, nil) },
		"Observe of an unknown kind": func() error { return w.Observe(7, func(ecs.Entity) {}) },
		"Observe with Drop":          func() error { return w.Observe(ecs.Enters, func(ecs.Entity) {}, ecs.Drop[Position]{}) },
		"Remove of no observer":      func() error { return new(ecs.Observer).Remove() },
		"hook":                       func() error { return w.Add("s", func(*ecs.Query1[Position]) {}, ecs.OnAdded(nil)) },
		"nil option":                 func() error { return w.Add("s", func(*ecs.Query1[Position]) {}, nil) },
		"Add":                        func() error { return none.Add("s", func() {}) }, "Add of nil": func() error { return w.Add("s", nil) },
		"variadic": func() error { return w.Add("s", func(...ecs.Seconds) {}) },
		"Provide":  func() error { return w.Provide(nil) }, "Provide of no world": func() error { return none.Provide(new(int)) },
		"Set": func() error { return ecs.Set(nil, e, Position{}) }, "Set by Commands": func() error { return ecs.Set(&zero, e, Position{}) },
		"Set in the zero World": func() error { return ecs.Set(&ecs.World{}, e, Position{}) }, "Set of no world": func() error { return ecs.Set(none, e, Position{}) },
		"TryRemove": func() error { return ecs.TryRemove[Position](nil, e) }, "Emit": func() error { return ecs.Emit(nil, Hit{}) },
		"Destroy": func() error { return zero.Destroy(e) }, "Flush": func() error { _, err := zero.Flush(); return err },
		"Spawn in the zero World": func() error { _, err := new(ecs.World).Spawn(); return err },
		"Spawn of nil":            func() error { _, err := w.Spawn(nil); return err },
		"Spawn of a type twice":   func() error { _, err := w.Spawn(Position{}, Position{}); return err },
		"DestroyBatch":            func() error { _, err := w.DestroyBatch(nil); return err },
		"Clear":                   func() error { _, err := none.Clear(); return err },
		"Tick":                    func() error { return none.Tick(1) }, "SetSchedule": func() error { return none.SetSchedule(ecs.Schedule{Way: ecs.Pooled}) },
		"Change": func() error { _, err := none.Change(nil, nil); return err }, "Filter": func() error { _, err := none.Filter(nil, nil); return err },
		"change Make":    func() error { return change.Make(e) },
		"change New":     func() error { _, err := change.New(); return err },
		"change Later":   func() error { return change.Later(w.Later(), e, nil) },
		"change AddList": func() error { _, err := (&ecs.Map1[Position]{}).AddList([]ecs.Entity{e}, nil); return err },
	} {
		var err error
		if text := panics(func() { err = f() }); text != "" || err == nil || !strings.Contains(err.Error(), ": ") {
			t.Errorf("%s: error %v, panic %q", name, err, text)
		}
	}
	if (ecs.Rows{}).Len() != 0 || (ecs.Rows{}).First(0) != nil {
		t.Error("zero rows have components")
	}
	if w.Len() != 1 || len(w.Systems()) != 0 {
		t.Errorf("%d entities and %d systems: a failed operation changed the world", w.Len(), len(w.Systems()))
	}
}

// A failed Bind leaves the query or map as it was.
func TestAFailedBindChangesNothing(t *testing.T) {
	defer ecs.LimitTables(1)()
	w := newWorld(t)
	var m ecs.Map1[Position]
	var q ecs.Query1[Position]
	check(t, m.Bind(w), q.Bind(w))
	e, err := m.New(Position{3, 4})
	check(t, err)
	wants(t, m.Bind(w, ecs.Without[Frozen]{}), "no filter")
	wants(t, q.Bind(w, ecs.Without[Position]{}), "excludes it")
	wants(t, q.Bind(ecs.New()), "Define")
	var unbound ecs.Map1[Health]
	wants(t, unbound.Bind(w), "sets of components")
	_, err = unbound.New(Health{})
	wants(t, err, "Bind")
	if p := m.Get(e); p == nil || *p != (Position{3, 4}) || q.Len() != 1 {
		t.Errorf("the map has %v, the query %d entities", p, q.Len())
	}
	if n, err := unbound.AddBatch(&q, nil); n != 0 || err == nil {
		t.Error("an unbound map changes entities")
	}
}
