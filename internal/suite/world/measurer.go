package world

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
)

// Orders is how many orders of functions each program has. Samples of a case take turns, because
// the place of a loop in memory alone can change its time.
const Orders = 6

// A Measurer takes the samples of libraries by programs, and those of other implementations by
// another measurer.
type Measurer struct {
	measure.Process // of others
	Build           play.Build
	Programs        []measure.ExternalProgram // of the plan: folders of libraries are among them

	programs map[string]*program // by [key]
}

// A program measures a case of a library.
type program struct {
	play.Program
	experiment *play.Experiment // with the reference
	err        error            // the reason without a program
}

// library returns the library of a case, which may be in a folder.
func library(impl string, programs []measure.ExternalProgram) ([]play.Library, error) {
	if p := lists.First(programs, func(p measure.ExternalProgram) bool { return p.Name == impl }); p.Path != "" {
		impl += "=" + p.Path
	}
	return play.Named(impl)
}

// key identifies a case.
func key(r measure.Request) string { return fmt.Sprint(r.Impl, r.Scenario, r.At, r.Seed) }

// byProgram reports whether a program measures the case.
func byProgram(r measure.Request) bool {
	impl, _, _ := strings.Cut(r.Impl, ":")
	return play.IsLibrary(impl)
}

// Prepare builds the programs of the cases that have none yet.
func (m *Measurer) Prepare(ctx context.Context, cases []measure.Case) error {
	m.programs = make(map[string]*program)
	cases = lists.Filter(cases, func(c measure.Case) bool { return byProgram(c.Request) })
	var libraries []string
	for _, c := range cases {
		libraries = lists.Add(libraries, c.Impl)
	}
	announced := false
	begin := func(string) {
		if !announced && m.Build.Say != nil {
			announced = true
			m.Build.Say("building the programs of " + strings.Join(libraries, ", "))
		}
	}
	for len(cases) > 0 {
		first := cases[0]
		same := func(c measure.Case) bool {
			return c.Scenario == first.Scenario && fmt.Sprint(c.At) == fmt.Sprint(first.At)
		}
		group := lists.Filter(cases, same)
		cases = slices.DeleteFunc(cases, same)
		if err := m.build(ctx, group, begin); err != nil {
			return err
		}
	}
	return nil
}

// build builds the programs of cases that differ in their libraries. It calls begin if one is not
// built yet, and prints one line for all.
func (m *Measurer) build(ctx context.Context, cases []measure.Case, begin func(string)) error {
	w, unsupported := OfCase(cases[0].Request)
	var libraries []play.Library
	var keys []string // of their cases
	for _, c := range cases {
		found, err := library(c.Impl, m.Programs)
		switch {
		case strings.Contains(c.Impl, ":"):
			err = &impls.Unsupported{Reason: "the programs of libraries have no options"}
		case err != nil:
			return fmt.Errorf("--impl %w", err)
		}
		if err = cmp.Or(err, unsupported); err != nil {
			m.programs[key(c.Request)] = &program{err: err}
			continue
		}
		libraries, keys = append(libraries, found...), append(keys, key(c.Request))
	}
	if len(libraries) == 0 {
		return nil
	}
	b, start := m.Build, time.Now()
	b.Layouts, b.Say = Orders, begin
	built, err := b.All(ctx, w, append(libraries, play.Reference))
	if err != nil {
		return err
	}
	if m.Build.Say != nil && slices.ContainsFunc(built, func(p play.Program) bool { return p.Fresh && p.Err == nil }) {
		m.Build.Say(fmt.Sprintf("built %s in %v", cases[0].Scenario, time.Since(start).Round(100*time.Millisecond)))
	}
	reference := built[len(libraries)]
	for i, p := range built[:len(libraries)] {
		err := cmp.Or(p.Err, reference.Err)
		if _, is := errors.AsType[*play.Unsupported](err); err != nil && !is {
			return err
		}
		m.programs[keys[i]] = &program{Program: p, experiment: play.NewExperiment(w, []play.Program{reference}), err: err}
	}
	return nil
}

// Measure is [measure.Measurer].
func (m *Measurer) Measure(ctx context.Context, r measure.Request, timeout time.Duration) (measure.Answer, error) {
	p, is := m.programs[key(r)]
	if !is {
		return m.Process.Measure(ctx, r, timeout)
	}
	if p.err != nil {
		return reason(p.err), nil
	}
	p.experiment.Limit = timeout
	spec := p.experiment.Spec
	spec.MinTime, spec.Probe = int64(r.MinTime), r.Probe
	result, err := p.experiment.Verified(ctx, p.Turn(r.Turn), spec)
	if _, failed := errors.AsType[*play.Failure](err); failed {
		return reason(err), nil
	}
	if err != nil {
		return measure.Answer{}, err
	}
	sample := measuredSample("", result)
	a := measure.Answer{Iterations: sample.Iterations, Values: sample.Values}
	if s := result.Sample; s != nil {
		a.Probe, a.Noise, a.Disturbed = s.Probe, s.Noise, s.Disturbed
	}
	return a, nil
}

// reason is the answer without a sample.
func reason(err error) measure.Answer {
	if u, is := errors.AsType[*play.Unsupported](err); is {
		return measure.Answer{Unsupported: u.Reason}
	}
	if u, is := errors.AsType[*impls.Unsupported](err); is {
		return measure.Answer{Unsupported: u.Reason}
	}
	failure, is := errors.AsType[*play.Failure](err)
	return measure.Answer{Failed: err.Error(), Wrong: is && failure.Wrong}
}

// Orders is [measure.Shuffler].
func (m *Measurer) Orders(impl string) int {
	if play.IsLibrary(impl) {
		return Orders
	}
	return 0
}

// Verify is [measure.Verifier]. Each sample of a program is verified.
func (m *Measurer) Verify(ctx context.Context, impl string, timeout time.Duration) (wrong string, err error) {
	if play.IsLibrary(impl) {
		return "", nil
	}
	return m.Process.Verify(ctx, impl, timeout)
}
