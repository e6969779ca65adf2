package measure

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A Request is sent to a worker, see docs/protocol.md.
type Request struct {
	Profile  profiles.Profile `json:"profile"`
	Scenario string           `json:"scenario"`
	Impl     string           `json:"impl"`
	At       scenarios.Point  `json:"at"`
	Seed     uint64           `json:"seed"`
	MinTime  time.Duration    `json:"minTime"`
	Probe    float64          `json:"probe,omitempty"`  // floor of the noise probe, in cycles; 0 if unknown
	Verify   bool             `json:"verify,omitempty"` // compare Impl with the model instead of measuring it
	Turn     int              `json:"-"`                // samples taken so far

	// Old revisions read only these two axes; "ecsbench ab" starts such workers.
	Entities   int `json:"entities"`
	Components int `json:"components"`
}

// An Answer is the sample of a worker, or the reason without one.
type Answer struct {
	Iterations  int             `json:"iterations,omitempty"`
	Values      []results.Value `json:"values,omitempty"`
	Failed      string          `json:"failed,omitempty"`
	Unsupported string          `json:"unsupported,omitempty"`
	Probe       float64         `json:"probe,omitempty"`      // lowest noise probe, in cycles
	Noise       float64         `json:"noise,omitempty"`      // noise probe of the sample, relative to the floor; 0 if it failed
	Disturbed   bool            `json:"disturbed,omitempty"`  // something else used the core; see [timing.Measurement]
	AddedTypes  int             `json:"addedTypes,omitempty"` // component types that the scenario needs beyond those of the profile
	Wrong       bool            `json:"wrong,omitempty"`      // failed because the work was wrong

	// What a program reports of its last world. Workers of this program verify theirs.
	Runs    int         `json:"runs,omitempty"`    // operations of the world
	Visited int         `json:"visited,omitempty"` // entities, in all of them
	State   [][]float64 `json:"state,omitempty"`   // the fields of each entity

	strange bool // no answer of the protocol; Failed is the reason
}

// has reports whether the sample has a value in the unit.
func (a Answer) has(unit string) bool {
	return slices.ContainsFunc(a.Values, func(v results.Value) bool { return v.Unit == unit })
}

func Work(r Request) Answer {
	return Attempt(func() (Answer, error) {
		if r.Verify {
			return verify(r.Impl)
		}
		return judged(work(r))
	}, without)
}

// judged is the answer of work that may have been wrong.
func judged(answer Answer, err error) (Answer, error) {
	if wrong := (wrongWork{}); errors.As(err, &wrong) {
		return Answer{Failed: oneLine(err.Error()), Wrong: true}, nil
	}
	return answer, err
}

// without is the answer of a worker without a sample.
func without(failed, unsupported string) Answer {
	return Answer{Failed: failed, Unsupported: unsupported}
}

// verify compares an implementation with the model. A difference is in Failed.
func verify(impl string) (Answer, error) {
	chosen, err := registry.Find(impl)
	if err != nil || chosen.Null {
		return Answer{}, err
	}
	err = impls.Check(chosen.Open, impls.QuickCheck)
	if unsupported := (*impls.Unsupported)(nil); err == nil || errors.As(err, &unsupported) {
		return Answer{}, nil
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return Answer{Failed: oneLine(first), Wrong: true}, nil
}

// wrongWork is a difference between a world and the model.
type wrongWork struct{ error }

func wrong(err error) error {
	if unsupported := (*impls.Unsupported)(nil); errors.As(err, &unsupported) {
		return err
	}
	return wrongWork{err}
}

// Attempt calls work. If it fails, panics or is unsupported, without makes the answer
// from the reason.
func Attempt[A any](work func() (A, error), without func(failed, unsupported string) A) (answer A) {
	defer func() {
		if p := recover(); p != nil {
			answer = without(oneLine(fmt.Sprintf("panic: %v (at %s)", p, cmp.Or(impls.PanicPlace(), "an unknown place"))), "")
		}
	}()
	answer, err := work()
	if u := (*impls.Unsupported)(nil); errors.As(err, &u) {
		return without("", u.Reason)
	} else if err != nil {
		return without(err.Error(), "")
	}
	return answer
}

// oneLine replaces line breaks, for files and tables.
func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }

// Open sets the case up in this process.
func (r Request) Open() (scenarios.Workload, error) {
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return nil, err
	}
	return r.OpenWith(impl.Open)
}

// OpenWith is [Request.Open] with another constructor of worlds, such as one that wraps
// the implementation in a recorder.
func (r Request) OpenWith(openWorld func(impls.Config) (impls.World, error)) (scenarios.Workload, error) {
	scenario, err := scenarios.Find(r.Scenario)
	if err != nil {
		return nil, err
	}
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return nil, err
	}
	workload, err := scenario.Open(scenarios.Setup{
		Profile:   r.Profile,
		At:        r.At,
		Seed:      r.Seed,
		Options:   scenario.Values,
		Impl:      impl.Spec.String(),
		OpenWorld: openWorld,
	})
	if err != nil {
		return nil, err
	}
	if impl.Null {
		if m, ok := workload.(scenarios.Measured); ok {
			return unverifiedMeasured{m}, nil
		}
		return unverified{workload}, nil
	}
	return workload, nil
}

// unverified is the workload of an implementation that does nothing.
type unverified struct{ scenarios.Workload }

func (unverified) Verify() error { return nil }

type unverifiedMeasured struct{ scenarios.Measured }

func (unverifiedMeasured) Verify() error { return nil }

// weigh takes the sample of a workload that measures by itself.
func weigh(w scenarios.Measured) (Answer, error) {
	values, err := w.Measure()
	if err != nil {
		return Answer{}, err
	}
	if err := w.Verify(); err != nil {
		return Answer{}, wrong(err)
	}
	return Answer{Iterations: 1, Values: values}, nil
}

func work(r Request) (a Answer, err error) {
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return Answer{}, err
	}
	added := 0
	workload, err := r.OpenWith(func(cfg impls.Config) (impls.World, error) {
		added = max(added, len(cfg.Types)-r.Profile.ComponentTypes)
		return impl.Open(cfg)
	})
	if err != nil {
		return Answer{}, err
	}
	if m, ok := workload.(scenarios.Measured); ok {
		a, err = weigh(m)
	} else {
		a, err = Sample(workload, r.MinTime, r.Probe)
	}
	a.AddedTypes = added
	return a, err
}

// Sample takes a sample of a workload, see [timing.Take], and verifies its work.
func Sample(workload scenarios.Workload, minTime time.Duration, floor float64) (Answer, error) {
	s, err := timing.Take(workload, minTime, floor)
	if err != nil {
		return Answer{}, wrong(err)
	}
	if err := workload.Verify(); err != nil {
		return Answer{}, wrong(err)
	}
	return Answer{Probe: s.Probe, Noise: s.Noise, Disturbed: s.Disturbed, Iterations: s.Operations, Values: Values(s, workload.Entities())}, nil
}

// Values returns the values of a sample in the units of results.
func Values(s timing.Measurement, entities int) []results.Value {
	perEntity := s.Time / float64(entities)
	values := append(times(s.Time, entities),
		results.Value{Value: s.Bytes, Unit: "B/op"},
		results.Value{Value: s.Allocs, Unit: "allocs/op"})
	if s.Clock > 0 {
		values = append(values,
			results.Value{Value: perEntity * s.Clock, Unit: results.UnitCycles},
			results.Value{Value: s.Clock, Unit: results.UnitClock})
	}
	return values
}

// times returns the time of an operation on so many entities, in its units.
func times(ns float64, entities int) []results.Value {
	perEntity := ns / float64(entities)
	return []results.Value{
		{Value: ns, Unit: "ns/op"},
		{Value: perEntity, Unit: "ns/entity"},
		{Value: 1e9 / perEntity, Unit: "entities/s"},
	}
}
