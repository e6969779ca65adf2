package ecs_test

import (
	"errors"
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

// TestStorages goes through has, get, mut, set, tryRemove, owner and kill on the
// storage of every backend.
func TestStorages(t *testing.T) {
	for name, storage := range map[string]ecs.StorageOf[Position]{
		"dense":       dense.NewColumn(kernel.Traits[Position]{}),
		"hashmap":     hashmap.NewColumn(kernel.Traits[Position]{}),
		"treemap":     treemap.NewColumn(kernel.Traits[Position]{}),
		"mapvalues":   mapvalues.NewColumn(kernel.Traits[Position]{}),
		"sortedslice": sortedslice.NewColumn(kernel.Traits[Position]{}),
		"tables":      ecs.InTablesWith(ecs.NewTables(), ecs.Traits[Position]{}),
		"paged":       paged.NewColumn(kernel.Traits[Position]{}, 4),
	} {
		t.Run(name, func(t *testing.T) { testStorage(t, storage) })
	}
}

func testStorage(t *testing.T, storage ecs.StorageOf[Position]) {
	s, err := ecs.NewSim(ecs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var movers ecs.Query1[Position]
	if err := errors.Join(ecs.Define(s, storage), s.Bind(&movers)); err != nil {
		t.Fatal(err)
	}
	es := make([]ecs.Entity, 10)
	for i := range es {
		if es[i], err = s.Spawn(); err != nil {
			t.Fatal(err)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}

	must(ecs.TryRemove[Position](s, es[3]))
	if ecs.Has[Position](s, es[3]) || ecs.Mut[Position](s, es[3]) != nil {
		t.Error("an entity has a component that it was not given")
	}
	if _, ok := ecs.Get[Position](s, es[3]); ok {
		t.Error("Get finds a component that was not given")
	}
	for _, i := range []int{7, 3, 9, 0, 5} { // not in the order of IDs
		must(ecs.Set(s, es[i], Position{X: float32(i)}))
	}
	if n := movers.Len(); n != 5 {
		t.Errorf("%d entities satisfy the query after Set, want 5", n)
	}
	must(ecs.Set(s, es[9], Position{X: 90}))
	ecs.Mut[Position](s, es[3]).Y = 30
	for i, want := range map[int]Position{0: {}, 3: {X: 3, Y: 30}, 5: {X: 5}, 7: {X: 7}, 9: {X: 90}} {
		if got, ok := ecs.Get[Position](s, es[i]); !ok || got != want {
			t.Errorf("entity %d is at %v (%v), want %v", i, got, ok, want)
		}
		if got := ecs.Owner(s, ecs.Mut[Position](s, es[i])); got != es[i] {
			t.Errorf("the owner of entity %d's component is %#x, want %#x", i, uint64(got), uint64(es[i]))
		}
	}
	if got := ecs.Owner(s, new(Position)); got != ecs.NoEntity {
		t.Errorf("a component of nobody is owned by %#x", uint64(got))
	}

	must(ecs.TryRemove[Position](s, es[3]))
	if ecs.Has[Position](s, es[3]) || movers.Len() != 4 {
		t.Error("TryRemove does not remove")
	}
	must(s.Kill(es[9]))
	if s.Alive(es[9]) || ecs.Has[Position](s, es[9]) {
		t.Error("a killed entity is still there")
	}
	if ecs.Set(s, es[9], Position{}) == nil || ecs.Mut[Position](s, es[9]) != nil {
		t.Error("a stale handle can be written through")
	}
	reborn, err := s.Spawn()
	must(err)
	if reborn.ID() != es[9].ID() || ecs.Has[Position](s, reborn) || ecs.Has[Position](s, es[9]) {
		t.Error("the next entity with the ID inherits a component")
	}
	if n := storage.Len(); n != 3 {
		t.Errorf("%d components are left, want 3", n)
	}
}
