package profiler

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/pprof"
	"slices"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/scenarios"
)

// lookMemory records the allocations of the second operation, and then creates the population
// of the scenario in a separate world.
func lookMemory(r request) (answer, error) {
	seen := &seenMemory{}
	visits, err := seen.operation(r)
	if err != nil {
		return answer{}, err
	}
	if err := seen.population(r); err != nil {
		return answer{}, err
	}
	return answer{Visits: visits, Memory: seen}, nil
}

func (m *seenMemory) operation(r request) (visits int, err error) {
	w, err := r.Case.Open()
	if err != nil {
		return 0, err
	}
	if _, err := timed(w, 1, nil); err != nil {
		return 0, err
	}
	if err := w.Prepare(1); err != nil {
		return 0, err
	}
	before, err := takeMemory("allocs")
	if err != nil {
		return 0, err
	}
	runtime.MemProfileRate = 1 // every allocation
	operations(w, 1)
	runtime.MemProfileRate = 0
	after, err := takeMemory("allocs")
	if err != nil {
		return 0, err
	}
	if m.Allocs, err = after.since(before, insideOperations); err != nil {
		return 0, err
	}
	m.Operation = difference(after.allocated, before.allocated, insideOperations)
	return w.Entities(), w.Verify()
}

func (m *seenMemory) population(r request) error {
	p, err := recordPopulation(r.Case)
	if err != nil {
		return err
	}
	m.Entities = p.total
	defer timing.OneProcessor()()
	w, err := p.open(p.cfg)
	if err != nil {
		return err
	}
	before, err := takeMemory("heap")
	if err != nil {
		return err
	}
	entities := w.Handles(p.total)
	empty := timing.LiveHeap()
	runtime.MemProfileRate = 1
	p.grow(w, entities)
	runtime.MemProfileRate = 0
	m.Full = timing.LiveHeap() - empty
	after, err := takeMemory("heap")
	if err != nil {
		return err
	}
	if m.Heap, err = after.since(before, insidePopulation); err != nil {
		return err
	}
	m.Retained = difference(after.retained, before.retained, insidePopulation)
	runtime.KeepAlive(w)
	runtime.KeepAlive(entities)
	return nil
}

// A memorySnapshot is the memory profile at one time.
type memorySnapshot struct {
	allocated, retained map[string]allocation // by chain of calls
	profile             *profile.Profile
}

// takeMemory records the memory profile. It collects garbage first, because the profile
// lags by one collection.
func takeMemory(name string) (memorySnapshot, error) {
	for range 3 {
		timing.CollectGarbage()
	}
	s := memorySnapshot{allocated: make(map[string]allocation), retained: make(map[string]allocation)}
	n, _ := runtime.MemProfile(nil, true)
	records := make([]runtime.MemProfileRecord, n+200)
	n, ok := runtime.MemProfile(records, true)
	if !ok {
		return s, fmt.Errorf("memory profile: %d records did not fit", n)
	}
	for _, r := range records[:n] {
		// There is a record for each size in a call chain.
		key := fmt.Sprint(r.Stack())
		symbols := s.allocated[key].Symbols
		if symbols == nil {
			symbols = symbolsOf(r.Stack())
		}
		add(s.allocated, key, symbols, r.AllocBytes, r.AllocObjects)
		add(s.retained, key, symbols, r.InUseBytes(), r.InUseObjects())
	}
	var text bytes.Buffer
	if err := pprof.Lookup(name).WriteTo(&text, 0); err != nil {
		return s, fmt.Errorf("take the %s profile: %w", name, err)
	}
	var err error
	if s.profile, err = profile.ParseData(text.Bytes()); err != nil {
		return s, fmt.Errorf("read the %s profile: %w", name, err)
	}
	return s, nil
}

func symbolsOf(pcs []uintptr) []string {
	var list []string
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		if f.Function != "" {
			list = append(list, f.Function)
		}
		if !more {
			return list
		}
	}
}

func add(sums map[string]allocation, key string, symbols []string, bytes, objects int64) {
	sum := sums[key]
	sums[key] = allocation{symbols, sum.Bytes + bytes, sum.Objects + objects}
}

// difference returns the allocations of a function and its callees between two
// snapshots.
func difference(after, before map[string]allocation, inside string) []allocation {
	var list []allocation
	for key, a := range after {
		b := before[key]
		a.Bytes -= b.Bytes
		a.Objects -= b.Objects
		if a.Bytes > 0 && slices.ContainsFunc(a.Symbols, func(name string) bool { return instructions.ReadableSymbol(name) == inside }) {
			list = append(list, a)
		}
	}
	return list
}

// since returns the profile of a function and its callees between two snapshots.
func (s memorySnapshot) since(before memorySnapshot, inside string) ([]byte, error) {
	before.profile.Scale(-1)
	merged, err := profile.Merge([]*profile.Profile{s.profile, before.profile})
	if err != nil {
		return nil, fmt.Errorf("subtract memory profiles: %w", err)
	}
	merged.Sample = slices.DeleteFunc(merged.Sample, func(sample *profile.Sample) bool {
		for line := range instructions.LinesOf(sample) {
			if instructions.ReadableSymbol(line.Function.Name) == inside {
				return slices.Max(sample.Value) <= 0
			}
		}
		return true
	})
	var text bytes.Buffer
	if err := merged.Compact().Write(&text); err != nil {
		return nil, fmt.Errorf("write the memory profile: %w", err)
	}
	return text.Bytes(), nil
}

// The profiled functions.
const (
	insideOperations = "profiler.operations"
	insidePopulation = "profiler.(*population).grow"
)

// operations runs n operations, under a name that profiles show.
//
//go:noinline
func operations(w scenarios.Workload, n int) { w.Run(n) }

// A population records the entities of a scenario, to create them again in another world.
type population struct {
	open   func(impls.Config) (impls.World, error)
	cfg    impls.Config
	spawns []spawn
	total  int
}

type spawn struct {
	bundle, n int
	first     uint32
}

// recordPopulation runs the case once and records the entities created in its first world
// before any is destroyed.
func recordPopulation(r measure.Request) (*population, error) {
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return nil, err
	}
	p := &population{open: impl.Open}
	opened := false
	w, err := r.OpenWith(func(cfg impls.Config) (impls.World, error) {
		world, err := impl.Open(cfg)
		if err != nil || opened {
			return world, err
		}
		opened = true
		p.cfg = cfg
		return &recorder{World: world, into: p}, nil
	})
	if err != nil {
		return nil, err
	}
	if err := w.Prepare(1); err != nil {
		return nil, err
	}
	if p.total == 0 { // not created by set-up
		w.Run(1)
	}
	return p, nil
}

// A recorder is a world that records created entities until one is destroyed.
type recorder struct {
	impls.World
	into *population
	done bool
}

// Unwrap gives access to the capabilities of the world.
func (r *recorder) Unwrap() impls.World { return r.World }

func (r *recorder) Spawn(bundle int, first uint32, dst impls.Handles) {
	r.done = r.done || r.World.Len() < r.into.total
	if !r.done {
		r.into.spawns = append(r.into.spawns, spawn{bundle, dst.Len(), first})
		r.into.total += dst.Len()
	}
	r.World.Spawn(bundle, first, dst)
}

// grow creates the population.
func (p *population) grow(w impls.World, entities impls.Handles) {
	at := 0
	for _, s := range p.spawns {
		w.Spawn(s.bundle, s.first, entities.Slice(at, at+s.n))
		at += s.n
	}
}
