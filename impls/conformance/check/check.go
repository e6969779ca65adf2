package check

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"

	"github.com/ecsbench/ecsbench/impls"
)

// Implementation checks an implementation with these values of its options,
// and returns what is wrong with it: nothing, or one error for each check that
// failed. It takes about a second; a [impls.Null] has nothing to check.
func Implementation(impl impls.Implementation, values impls.Values) error {
	if impl.Role == impls.Null {
		return nil
	}
	return World(func(cfg impls.Config) (impls.World, error) { return impl.Open(cfg, values) }, Everything)
}

// An Extent is how much to check.
type Extent int

const (
	Quick      Extent = iota // all but the million entities
	Everything               // the million too
)

// World checks the worlds that open opens.
func World(open Open, extent Extent) error {
	checks := []struct {
		name string
		run  func(Open) error
	}{
		{"empty world", empty},
		{"512 component types", wide},
		{"few component types", sparse},
		{"closed form", longRun},
		{"random operations", random},
		{"a million entities", million},
	}
	if extent == Quick {
		checks = checks[:len(checks)-1]
	}
	var errs []error
	for _, c := range checks {
		if err := guarded(open, c.run); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return errors.Join(errs...)
}

// guarded makes a panic of the implementation a failure of its check.
func guarded(open Open, run func(Open) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return run(open)
}

// random drives machines from fixed seeds, so that a failure can be repeated.
func random(open Open) error {
	const machines, steps = 12, 60
	for seed := range uint64(machines) {
		m, err := NewMachine(open)
		if err != nil {
			return err
		}
		src := rand.New(rand.NewPCG(seed, 0))
		for step := range steps {
			if err := m.Step(src); err != nil {
				return fmt.Errorf("seed %d, step %d: %w", seed, step, err)
			}
		}
	}
	return nil
}
