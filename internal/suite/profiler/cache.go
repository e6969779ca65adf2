package profiler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A Cache has the memory references and misses of the measured part.
type Cache struct {
	Operations int                     `json:"operations"`          // number of counted operations
	Op         instructions.References `json:"op"`                  // of one operation
	Functions  []FunctionReferences    `json:"functions,omitempty"` // of one operation, most D1 misses first
	Geometry   CacheGeometry           `json:"geometry,omitzero"`   // of the simulated caches
	Version    string                  `json:"version,omitempty"`   // of valgrind
}

// FunctionReferences are the references of one function, without its callees.
type FunctionReferences struct {
	Name string `json:"name"` // readable
	instructions.References
}

// keptFunctions is the number of kept functions of a cache profile.
const keptFunctions = 20

// enoughVisits is the number of entities visited during counting: more than set-up, and some
// seconds in valgrind.
const enoughVisits = 2_000_000

// operationsFor returns the number of counted operations.
func (p Selection) operationsFor(visits int) int {
	if p.Operations > 0 {
		return p.Operations
	}
	return max(1, enoughVisits/max(1, visits))
}

// takeCachegrind counts with and without the operations.
func (s *Subject) takeCachegrind(ctx context.Context, selection Selection, worker measure.Process) (*Cache, answer, error) {
	v, err := instructions.FindValgrind(ctx)
	if err != nil {
		return nil, answer{}, err
	}
	cost, a, err := withAndWithout(ctx, v, worker, s.request, selection, cacheCounts, "--cache-sim=yes")
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		return nil, a, err
	}
	s.Visits = a.Visits
	return cacheOf(&cost, v.Version), a, nil
}

// cacheOf returns the findings of counts.
func cacheOf(cost *cost, version string) *Cache {
	n := int64(cost.operations) * cost.times
	c := &Cache{
		Version:    version,
		Operations: cost.operations,
		Op:         cost.Total.Scaled(n),
		Geometry:   CacheGeometry{I1: cost.Shapes["I1"], D1: cost.Shapes["D1"], LL: cost.Shapes["LL"]},
	}
	byName := make(map[string]instructions.References)
	for name, counts := range cost.Functions {
		instructions.AddTo(byName, instructions.ReadableSymbol(name), counts, 1)
	}
	for name, counts := range byName {
		if counts = counts.Scaled(n); counts.Data() > 0 {
			c.Functions = append(c.Functions, FunctionReferences{name, counts})
		}
	}
	slices.SortFunc(c.Functions, func(a, b FunctionReferences) int {
		return cmp.Or(cmp.Compare(b.D1(), a.D1()), cmp.Compare(b.Data(), a.Data()), cmp.Compare(a.Name, b.Name))
	})
	c.Functions = c.Functions[:min(keptFunctions, len(c.Functions))]
	return c
}

// cacheCounts is the number of counts of a cache profile. Go seeds the hash functions of maps
// at random, so counts differ by some tenths of a percent between processes; the mean of three
// by half as much.
var cacheCounts int64 = 3

type cost struct {
	instructions.Counts
	operations int
	times      int64 // number of counts in the sum
}

// withAndWithout counts a case with and without the operations, and subtracts.
func withAndWithout(ctx context.Context, v instructions.Valgrind, worker measure.Process, c measure.Request, selection Selection, times int64, options ...string) (cost, answer, error) {
	q := request{Case: c, Look: lookVerified, Operations: 1, Run: true}
	a, err := ask(ctx, worker, q, selection)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		return cost{}, a, err
	}
	q.Look, q.Operations = lookCounted, selection.operationsFor(a.Visits)
	sum := cost{Counts: instructions.Counts{Functions: make(map[string]instructions.References), Lines: make(map[instructions.SourceLine]int64), Misses: make(map[instructions.SourceLine]instructions.References)}, operations: q.Operations, times: times}
	for range times {
		for _, q.Run = range []bool{false, true} {
			var counts *instructions.Counts
			counts, a, err = countInside(ctx, v, worker, q, selection, options...)
			if err != nil || a.Failed != "" {
				return cost{}, a, err
			}
			sum.Shapes = counts.Shapes
			times := int64(-1)
			if q.Run {
				times = 1
			}
			sum.Add(counts, times)
		}
	}
	if sum.Total.Instructions <= 0 && !doesNothing(c.Impl) {
		a.Failed = fmt.Sprintf("valgrind: %d operations cost less than the variation of set-up", q.Operations)
	}
	sum.Total.Instructions = max(0, sum.Total.Instructions)
	return sum, a, nil
}

func doesNothing(impl string) bool {
	found, err := registry.Find(impl)
	return err == nil && found.Null
}

// CountOperations counts the instructions of operations of a case, by function and by
// line: a process that runs them minus one that only prepares them. The work is
// verified first. The counter runs [Serve], in any program.
func CountOperations(ctx context.Context, v instructions.Valgrind, counter measure.Process, r measure.Request, operations int, timeout time.Duration) (*instructions.Counts, error) {
	cost, a, err := withAndWithout(ctx, v, counter, r, Selection{Operations: operations, Timeout: timeout}, 1)
	if err != nil {
		return nil, err
	}
	if why := a.Failed + a.Unsupported; why != "" {
		return nil, errors.New(why)
	}
	return &cost.Counts, nil
}

// A CacheGeometry has the simulated caches.
type CacheGeometry struct {
	I1 instructions.CacheShape `json:"i1,omitzero"`
	D1 instructions.CacheShape `json:"d1,omitzero"`
	LL instructions.CacheShape `json:"ll,omitzero"`
}

// countInside runs a worker inside cachegrind and returns its counts.
func countInside(ctx context.Context, v instructions.Valgrind, worker measure.Process, q request, selection Selection, options ...string) (*instructions.Counts, answer, error) {
	scratch, err := outdir.NewScratch("cachegrind")
	if err != nil {
		return nil, answer{}, err
	}
	defer scratch.Remove()
	dir := scratch.Path
	inside := measure.Process{
		Program: v.Path,
		Args:    append(append(instructions.Arguments(dir, options...), worker.Program), worker.Args...),
		Env:     slices.Concat(instructions.DeterministicEnvironment(), worker.Env),
	}
	a, err := ask(ctx, inside, q, selection)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		if a.Failed != "" {
			// The first lines of valgrind describe the caches it found.
			why, _, _ := strings.Cut(a.Failed, ": --")
			a.Failed = "valgrind: " + why
		}
		return nil, a, err
	}
	counts, err := instructions.Read(dir)
	if err != nil {
		a.Failed = "valgrind: " + err.Error()
	}
	return counts, a, nil
}

// lookCount prepares operations and runs them on request. The difference is the measured part,
// counted by valgrind from outside. Another look verifies the work, because verification would
// be counted.
func lookCount(r request) (answer, error) {
	runtime.LockOSThread()
	w, err := r.Case.Open()
	if err != nil {
		return answer{}, err
	}
	if err := w.Prepare(r.Operations); err != nil {
		return answer{}, err
	}
	if r.Run {
		w.Run(r.Operations)
	}
	if r.Look == lookVerified {
		err = w.Verify()
	}
	return answer{Visits: w.Entities()}, err
}
