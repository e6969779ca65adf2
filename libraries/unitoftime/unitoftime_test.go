package unitoftime

import (
	"runtime"
	"testing"

	"github.com/unitoftime/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

func panics(do func()) (did bool) {
	defer func() { did = recover() != nil }()
	do()
	return
}

// TestLimit: types are of the process, so that the first ones are taken first.
func TestLimit(t *testing.T) {
	ecs.NewComp[anything]()
	for _, c := range types[:maxTypes] {
		c.register()
	}
	write := func(c kernel.Component) func() {
		return func() { w := ecs.NewWorld(); w.Write(w.NewId(), types[c].boxed(0)) }
	}
	if panics(write(maxTypes - 1)) {
		t.Errorf("type %d panics", maxTypes)
	}
	if !panics(write(maxTypes)) {
		t.Errorf("type %d was written: the limit has risen", maxTypes+1)
	}
}

// TestBareEntitiesEnd: an entity whose last component is removed is none.
func TestBareEntitiesEnd(t *testing.T) {
	w := ecs.NewWorld()
	id := w.NewId()
	w.Write(id, ecs.C(kernel.Position{}))
	ecs.DeleteComponent(w, id, ecs.C(kernel.Position{}))
	if w.Exists(id) {
		t.Error("an entity without components is there: the component anything is no longer needed")
	}
}

// TestParallelPanicsOnFew shows the bug for which few entities are gone over by
// one goroutine, and that the others are never ended.
func TestParallelPanicsOnFew(t *testing.T) {
	if enough(1) {
		t.Skip("there is one processor")
	}
	before := runtime.NumGoroutine()
	w := ecs.NewWorld()
	w.Write(w.NewId(), ecs.C(kernel.Position{}))
	if !panics(func() { ecs.Query1[kernel.Position](w).MapIdParallel(func(ecs.Id, *kernel.Position) {}) }) {
		t.Error("fewer entities than processors are gone over: enough is no longer needed")
	}
	if left := runtime.NumGoroutine() - before; left == 0 {
		t.Error("no goroutine is left: say so above")
	}
}

// TestWorkersAreThoseOfTheMachine: other numbers are unsupported.
func TestWorkersAreThoseOfTheMachine(t *testing.T) {
	var fixed impls.FixedTicker = &world{}
	for workers, want := range map[int]bool{1: true, runtime.NumCPU(): true, runtime.NumCPU() + 1: false} {
		if got := fixed.Workers(workers) == nil; got != want {
			t.Errorf("%d workers: %v, want %v", workers, got, want)
		}
	}
}
