package gameengine

import (
	"runtime"
	"testing"

	ecs "github.com/marioolofo/go-gameengine-ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

func panics(do func()) (did bool) {
	defer func() { did = recover() != nil }()
	do()
	return
}

// TestLimit: the last component of the mask panics when it is used, and what is
// beyond the mask is passed over silently: the entity is created without it.
func TestLimit(t *testing.T) {
	create := func(c ecs.ComponentID) func() {
		return func() {
			w := ecs.NewWorld(0)
			if c < ecs.MaxComponentCount {
				w.Register(registries[c](c))
			}
			w.NewEntity(c)
		}
	}
	for c, want := range map[int]bool{maxTypes - 1: false, maxTypes: true, maxTypes + 1: false} {
		if got := panics(create(ecs.ComponentID(c))); got != want {
			t.Errorf("an entity with component %d panics: %v, want %v", c, got, want)
		}
	}
	w := ecs.NewWorld(0)
	e := w.NewEntity(ecs.MaxComponentCount)
	query := w.Query(ecs.MakeComponentMask(ecs.MaxComponentCount + 1))
	if !query.Next() || query.Entity() != e {
		t.Error("an entity is not found by a component that it does not have: masks are no longer cut")
	}
}

// TestAbsentComponentPanics: access to a missing component is a fault; there is no
// check.
func TestAbsentComponentPanics(t *testing.T) {
	w := ecs.NewWorld(0)
	w.Register(registries[0](0))
	if e := w.NewEntity(); !panics(func() { w.Component(e, 0) }) {
		t.Error("a component that is not there is looked up without a fault: kinds are no longer needed for that")
	}
}

// TestRoomSparesCopies: columns with reserved room are not copied repeatedly.
func TestRoomSparesCopies(t *testing.T) {
	const n = 100_000
	allocated := func(room ...int) uint64 {
		set := []kernel.Component{kernel.PositionID, kernel.VelocityID}
		move := impls.Move{Component: kernel.MassID}
		world, err := open(impls.Config{
			Types: kernel.Types(8), Bundles: [][]kernel.Component{set, move.Of(set)}, Moves: []impls.Move{move}, Room: room,
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := world.Handles(n)
		world.Spawn(0, 0, r)
		if changed := world.(impls.Changer).Exchange(0, r, 0); changed != n {
			t.Fatalf("%d entities changed, want %d", changed, n)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if with, without := allocated(n, n), allocated(); with > without/3 {
		t.Errorf("%d bytes were allocated with room and %d without", with, without)
	}
}
