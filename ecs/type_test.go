package ecs_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls/dense"
	"github.com/ecsbench/ecsbench/impls/hashmap"
	"github.com/ecsbench/ecsbench/impls/mapvalues"
	"github.com/ecsbench/ecsbench/impls/paged"
	"github.com/ecsbench/ecsbench/impls/sortedslice"
	"github.com/ecsbench/ecsbench/impls/treemap"
	"github.com/ecsbench/ecsbench/kernel"
)

// TestTypedAccess goes through has, get, mut, set, tryRemove, owner and kill on
// the storage of every backend.
func TestTypedAccess(t *testing.T) {
	for name, storage := range map[string]func() ecs.StorageOf[kernel.Position]{
		"dense":       func() ecs.StorageOf[kernel.Position] { return dense.NewColumn(kernel.PositionTraits) },
		"hashmap":     func() ecs.StorageOf[kernel.Position] { return hashmap.NewColumn(kernel.PositionTraits) },
		"treemap":     func() ecs.StorageOf[kernel.Position] { return treemap.NewColumn(kernel.PositionTraits) },
		"mapvalues":   func() ecs.StorageOf[kernel.Position] { return mapvalues.NewColumn(kernel.PositionTraits) },
		"sortedslice": func() ecs.StorageOf[kernel.Position] { return sortedslice.NewColumn(kernel.PositionTraits) },
		"tables":      func() ecs.StorageOf[kernel.Position] { return ecs.InTablesWith(ecs.NewTables(), kernel.PositionTraits) },
		"paged":       func() ecs.StorageOf[kernel.Position] { return paged.NewColumn(kernel.PositionTraits, 4) },
	} {
		t.Run(name, func(t *testing.T) { typedAccess(t, storage()) })
	}
}

func typedAccess(t *testing.T, storage ecs.StorageOf[kernel.Position]) {
	w, err := ecs.New(ecs.Options{Dispatch: ecs.Shared, NewSet: ecs.NewSparseSet})
	if err != nil {
		t.Fatal(err)
	}
	position, err := ecs.Register(w, storage)
	if err != nil {
		t.Fatal(err)
	}
	movers, err := w.AddSystem(ecs.NewRequirement(position.Component()))
	if err != nil {
		t.Fatal(err)
	}
	none, err := w.Prepare()
	if err != nil {
		t.Fatal(err)
	}
	es := make([]ecs.Entity, 10)
	w.Create(none, 0, es)

	if position.Has(w, es[3]) || position.Mut(w, es[3]) != nil || position.TryRemove(w, es[3]) {
		t.Error("an entity has a component that it was not given")
	}
	if _, ok := position.Get(w, es[3]); ok {
		t.Error("Get finds a component that was not given")
	}
	for _, i := range []int{7, 3, 9, 0, 5} { // not in the order of IDs
		if !position.Set(w, es[i], kernel.Position{X: float32(i)}) {
			t.Errorf("Set refuses entity %d", i)
		}
	}
	if n := len(w.Members(movers)); n != 5 {
		t.Errorf("%d entities satisfy the system after Set, want 5", n)
	}
	position.Set(w, es[9], kernel.Position{X: 90})
	position.Mut(w, es[3]).Y = 30
	for i, want := range map[int]kernel.Position{0: {}, 3: {X: 3, Y: 30}, 5: {X: 5}, 7: {X: 7}, 9: {X: 90}} {
		if got, ok := position.Get(w, es[i]); !ok || got != want {
			t.Errorf("entity %d is at %v (%v), want %v", i, got, ok, want)
		}
		if got := position.Owner(w, position.Mut(w, es[i])); got != es[i] {
			t.Errorf("the owner of entity %d's component is %#x, want %#x", i, uint64(got), uint64(es[i]))
		}
	}
	if got := position.Owner(w, new(kernel.Position)); got != ecs.NoEntity {
		t.Errorf("a component of nobody is owned by %#x", uint64(got))
	}

	if !position.TryRemove(w, es[3]) || position.Has(w, es[3]) || position.TryRemove(w, es[3]) {
		t.Error("TryRemove does not remove exactly once")
	}
	if killed := w.Destroy(es[9:]); killed != 1 || w.Alive(es[9]) || position.Has(w, es[9]) {
		t.Error("a killed entity is still there")
	}
	if position.Set(w, es[9], kernel.Position{}) || position.Mut(w, es[9]) != nil {
		t.Error("a stale handle can be written through")
	}
	reborn := make([]ecs.Entity, 1)
	w.Create(none, 0, reborn)
	if reborn[0].ID() != es[9].ID() || position.Has(w, reborn[0]) || position.Has(w, es[9]) {
		t.Error("the next entity with the ID inherits a component")
	}
	if n := storage.Len(); n != 3 {
		t.Errorf("%d components are left, want 3", n)
	}
}
