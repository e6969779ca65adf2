package impls

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"

	"github.com/ecsbench/ecsbench/results"
)

// A Way is a combination of access modes.
type Way struct{ Change, Visit results.AccessMode }

// Ways lists the access modes that an implementation offers.
func Ways(impl Implementation) []Way {
	ways := []Way{{results.AnyMode, results.PerEntity}, {results.PerEntity, results.PerEntity}}
	if slices.Contains(impl.Modes, results.BatchByList) {
		ways = append(ways, Way{results.BatchByList, results.PerEntity})
	}
	if slices.Contains(impl.Modes, results.Chunk) {
		ways = append(ways, Way{results.AnyMode, results.Chunk})
	}
	return ways
}

// String names the modes of changes and of systems.
func (w Way) String() string {
	if w.Change == results.AnyMode {
		return fmt.Sprintf("by %s", w.Visit)
	}
	return fmt.Sprintf("by %s, with changes by %s", w.Visit, w.Change)
}

// Opens returns the function that opens worlds of an implementation in these modes.
func (w Way) Opens(impl Implementation, values Values) Open {
	return func(cfg Config) (World, error) {
		cfg.Create, cfg.Change, cfg.Visit = w.Change, w.Change, w.Visit
		return impl.Open(cfg, values)
	}
}

// An Extent selects the checks.
type Extent int

const (
	QuickCheck Extent = iota // without the million entities
	FullCheck                // with the million entities
)

// Check verifies that the worlds of open do the work that [World] describes.
func Check(open Open, extent Extent) error {
	checks := []struct {
		name string
		run  func(Open) error
	}{
		{"empty world", empty},
		{"512 component types", wide},
		{"few component types", sparse},
		{"closed form", longRun},
		{"random operations", random},
		{"change detection", detection},
		{"a million entities", million},
	}
	if extent == QuickCheck {
		checks = checks[:len(checks)-1]
	}
	var errs []error
	for _, c := range checks {
		if err := guardedCheck(open, c.run); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return errors.Join(errs...)
}

// guardedCheck converts a panic of the implementation to a failure of its check.
func guardedCheck(open Open, run func(Open) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v (at %s)\n%s", p, cmp.Or(PanicPlace(), "an unknown place"), debug.Stack())
		}
	}()
	return run(open)
}

// random runs machines from fixed seeds, so that failures are reproducible. After a failure it
// tries more seeds to find the shortest sequence that fails.
func random(open Open) error {
	const machines, steps, more = 12, 60, 200
	var failed error
	most := steps
	for seed := range uint64(machines) {
		if most, failed = drive(open, seed, steps); failed != nil {
			break
		}
	}
	for seed := uint64(0); failed != nil && seed < more && most > 1; seed++ {
		if took, err := drive(open, seed, most-1); err != nil {
			most, failed = took, err
		}
	}
	return failed
}

// drive takes up to so many steps from a seed, until one fails.
func drive(open Open, seed uint64, steps int) (took int, failed error) {
	m, err := NewMachine(open)
	if err != nil {
		return 0, err
	}
	src := rand.New(rand.NewPCG(seed, 0))
	for step := range steps {
		if err := m.Step(src); err != nil {
			return step + 1, err
		}
	}
	return steps, nil
}
