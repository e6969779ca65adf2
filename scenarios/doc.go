// Package scenarios defines the work on worlds. Each scenario is one file, written against
// [impls.World].
//
// A [Scenario] opens a [Workload] for a case: one implementation at one scale. Package measure
// drives every workload in the same way:
//
//	w, err := scenario.Open(case)   // set-up, never timed
//	w.Warm()                        // warm-up, never timed
//	w.Prepare(n)                    // prepare n operations, never timed
//	w.Run(n)                        // the timed part: only the operations
//	w.Verify()                      // a failed check fails the case
//
// To add a scenario, write a file with a variable of type [Scenario] and add it to the list
// below. Each file can be read without another.
//
// Scenarios that weigh memory use [timing.LiveHeap].
package scenarios

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
)

var all = []Scenario{
	create,
	iterate,
	createRemove,
	physics,
	mixed,
	churn,
	destroy,
	fragments,
	lookup,
	parallel,
	memory,
	leaks,
	exchange,
	watch,
	crowd,
	observe,
	clone,
	newWorld,
	relate,
	despawn,
	detect,
	save,
	systems,
	crossover,
	tail,
	gc,
	archetypes,
	notify,
	deferred,
	reserve,
	freelist,
	blocksize,
	dispatch,
	layout,
}

// All lists the scenarios.
func All() []Scenario { return all }

// A Scenario is a kind of work.
type Scenario struct {
	Name     string // as in --scenario
	Title    string // in the names of results: Iterate, CreateRemove
	Doc      string // one line
	From     string // source project or text, "" if none
	Options  []impls.Option
	Axes     []Axis // in the order of the names of results
	OnDemand bool   // measured only if named or with "all"
	// Open creates the workload with a fresh world. Programs of libraries have no workload, see
	// package internal/suite/world/questions.
	Open func(Setup) (Workload, error)
}

// lacking is Open of scenarios that only programs of libraries support. The reason continues the
// name of an implementation.
func lacking(reason string) func(Setup) (Workload, error) {
	return func(c Setup) (Workload, error) { return nil, &impls.Unsupported{Reason: c.Impl + " " + reason} }
}

// A Setup has the arguments of Open.
type Setup struct {
	Profile   profiles.Profile
	At        Point
	Seed      uint64 // of all random choices of the set-up
	Options   impls.Values
	Impl      string // for messages
	OpenWorld func(impls.Config) (impls.World, error)
}

// entities returns the number of entities of the world.
func (c Setup) entities() int { return c.At[entities.Name] }

// A Workload runs operations on a world and verifies them.
type Workload interface {
	timing.Workload
	// Verify compares the state of the world and the number of visited entities with a model.
	Verify() error
}

// A Measured workload measures something other than the time of an operation.
type Measured interface {
	Workload
	// Measure replaces Warm and Run and is called once. It returns values in units of package
	// results; the first is the primary metric.
	Measure() ([]results.Value, error)
}

// A Chosen is a scenario with its options.
type Chosen struct {
	Scenario
	Spec   impls.Spec
	Values impls.Values
}

// Find returns the scenario that a spec such as "iterate:decoys=10" names.
func Find(text string) (Chosen, error) {
	s, spec, values, err := impls.Find("scenario", text, all, func(s Scenario) (string, []impls.Option) { return s.Name, s.Options })
	return Chosen{s, spec, values}, err
}

// InAllModes lists the specs of scenarios in each of their access modes.
func InAllModes(list []Chosen) (specs []string) {
	for _, c := range list {
		modes := []string{""}
		for _, o := range c.Options {
			if o.Name == ModeOption {
				modes = o.Values
			}
		}
		other := slices.DeleteFunc(slices.Clone(c.Spec.Given), func(s impls.Setting) bool { return s.Key == ModeOption })
		for _, mode := range modes {
			spec := impls.Spec{Name: c.Spec.Name, Given: slices.Clone(other)}
			if mode != "" {
				spec.Given = append(spec.Given, impls.Setting{Key: ModeOption, Value: mode})
			}
			specs = append(specs, spec.String())
		}
	}
	return specs
}

// FindList returns the scenarios of a comma-separated list without duplicates. The empty list
// means the default ones, [impls.Everything] all.
func FindList(list string) ([]Chosen, error) {
	var names []string
	for _, s := range all {
		if list != "" || !s.OnDemand {
			names = append(names, s.Name)
		}
	}
	return impls.FindList(list, names, func(text string) (Chosen, impls.Spec, error) {
		c, err := Find(text)
		return c, c.Spec, err
	})
}
