package profiler

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/measure"
)

// CacheBy is a way to count references and misses.
type CacheBy string

// The ways.
const (
	ByCachegrind CacheBy = "cachegrind" // simulated
	ByHardware   CacheBy = "hardware"   // perf events
)

// A Cache is the references to memory that the measured part makes, and the
// misses among them.
type Cache struct {
	By         CacheBy              `json:"by"`
	Operations int                  `json:"operations"` // that were counted
	Op         References           `json:"op"`         // of one operation
	Known      []string             `json:"known,omitempty"`
	Functions  []FunctionReferences `json:"functions,omitempty"` // of one operation, most D1 misses first
	Geometry   Geometry             `json:"geometry,omitzero"`   // what was simulated
	Version    string               `json:"version,omitempty"`   // of valgrind
}

// FunctionReferences are what one function does, without what it calls.
type FunctionReferences struct {
	Name string `json:"name"` // readable
	References
}

// keptFunctions is how many functions of a cache profile are kept.
const keptFunctions = 20

// enoughVisits is how many entities are visited while references are counted:
// enough for set-up not to matter, and a matter of seconds in valgrind.
const enoughVisits = 1_000_000

// operationsFor returns how many operations are counted.
func (p Plan) operationsFor(visits int) int {
	if p.Operations > 0 {
		return p.Operations
	}
	return max(1, enoughVisits/max(1, visits))
}

// takeCachegrind counts with and without the operations.
func (s *Subject) takeCachegrind(ctx context.Context, plan Plan, worker measure.Process, v Valgrind) (*Cache, answer, error) {
	cost, a, err := v.difference(ctx, worker, s.request, plan, true)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		return nil, a, err
	}
	s.Visits = a.Visits
	n := int64(cost.operations)
	c := &Cache{
		By:         ByCachegrind,
		Version:    v.Version,
		Operations: cost.operations,
		Op:         cost.Total.scaled(n),
		Geometry:   Geometry{I1: cost.Shapes["I1"], D1: cost.Shapes["D1"], LL: cost.Shapes["LL"]},
	}
	byName := make(map[string]References)
	for symbol, counts := range cost.Functions {
		sum := byName[Readable(symbol)]
		sum.add(counts, 1)
		byName[Readable(symbol)] = sum
	}
	for name, counts := range byName {
		if counts = counts.scaled(n); counts.Data() > 0 {
			c.Functions = append(c.Functions, FunctionReferences{name, counts})
		}
	}
	slices.SortFunc(c.Functions, func(a, b FunctionReferences) int {
		return cmp.Or(cmp.Compare(b.D1(), a.D1()), cmp.Compare(b.Data(), a.Data()), cmp.Compare(a.Name, b.Name))
	})
	c.Functions = c.Functions[:min(keptFunctions, len(c.Functions))]
	return c, a, nil
}

// A cost is what operations cost.
type cost struct {
	Counts
	operations int
}

// difference counts a case with and without the operations, and subtracts.
func (v Valgrind) difference(ctx context.Context, worker measure.Process, c measure.Request, plan Plan, caches bool) (cost, answer, error) {
	q := request{Case: c, Look: lookVerified, Operations: 1}
	a, err := ask(ctx, worker, q, plan)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		return cost{}, a, err
	}
	q.Look, q.Operations = lookCounted, plan.operationsFor(a.Visits)
	without, a, err := v.count(ctx, worker, q, plan, caches)
	if err != nil || a.Failed != "" {
		return cost{}, a, err
	}
	q.Run = true
	with, a, err := v.count(ctx, worker, q, plan, caches)
	if err != nil || a.Failed != "" {
		return cost{}, a, err
	}
	with.Total.add(without.Total, -1)
	for symbol, counts := range without.Functions {
		sum := with.Functions[symbol]
		sum.add(counts, -1)
		with.Functions[symbol] = sum
	}
	if with.Total.Instructions <= 0 {
		a.Failed = fmt.Sprintf("valgrind: %d operations cost less than set-up varies: count more with --operations", q.Operations)
	}
	return cost{*with, q.Operations}, a, nil
}
