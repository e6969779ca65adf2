// Package scenarios says what is done to a world. Each scenario is one file
// and is written once against [impls.World].
//
// A [Scenario] sets up a [Workload] for one case: one implementation at one
// scale. Package measure then drives every workload the same way:
//
//	w, err := scenario.Open(case)   // set-up, never timed
//	w.Warm()                        // warm-up, never timed
//	w.Prepare(n)                    // whatever n operations need beforehand
//	w.Run(n)                        // the timed part: nothing but the operations
//	w.Verify()                      // same work or no number
//
// To add a scenario, write a file with a variable of type [Scenario] and add it
// to the list below. Scenarios read alike where they are declared, and workloads
// where their methods are one line each: that is a form filled in, and each file
// is to be read without another.
package scenarios

import (
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/profiles"
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
	events,
	bookInit,
	bookUpdate,
	bookExpand,
	bookChurn,
	frameTimes,
}

// All lists the scenarios.
func All() []Scenario { return all }

// Titled returns the scenario whose title is in the names of results, or nil.
func Titled(title string) *Scenario {
	for i := range all {
		if all[i].Title == title {
			return &all[i]
		}
	}
	return nil
}

// A Scenario is a kind of work.
type Scenario struct {
	Name     string // as in --scenario
	Title    string // as in the names of results: Iterate, CreateRemove
	Doc      string // one line
	Verb     string // for sentences: "`dense` <verb> 1e5 entities 4 times faster than ..."
	From     string // the project or text that it was taken from, "" if none
	Options  []impls.Option
	Axes     []Axis // in the order in which they are in the names of results
	OnDemand bool   // measured where it is named, or where all are asked for
	// Open sets the workload up in a fresh world.
	Open func(Case) (Workload, error)
}

// A Case is what a workload is set up for.
type Case struct {
	Profile   profiles.Profile
	At        Point
	Seed      uint64 // all random choices of the set-up follow from it
	Options   impls.Values
	Impl      string // for messages
	OpenWorld func(impls.Config) (impls.World, error)
}

// entities returns how many the world is to have.
func (c Case) entities() int { return c.At[entities.Name] }

// A Workload runs operations on a world that is set up.
type Workload interface {
	// Warm runs once before everything else, untimed, so that code and data
	// are warm, and returns which share of an operation that was.
	Warm() (share float64, err error)
	// Prepare makes ready what n operations need, outside of the timed part.
	Prepare(n int) error
	// Run does n operations. It is timed as a whole.
	Run(n int)
	// Verify compares the state of the world and the number of entities
	// visited since it was opened with what they must be.
	Verify() error
	// Entities returns how many entities one operation processes.
	Entities() int
	// MaxOperations returns how many operations the workload can do in its
	// life, all calls of Run together.
	MaxOperations() int
}

// A Divisible workload's operations consist of equal parts, such as updates or
// cycles, so that long operations can be timed part by part.
type Divisible interface {
	Workload
	// Parts returns how many parts an operation has.
	Parts() int
	// RunParts does n parts. Prepare counts whole operations.
	RunParts(n int)
}

// A Measured workload measures something else than the time of an operation.
type Measured interface {
	Workload
	// Measure is called once, instead of Warm and Run, and returns values in
	// units that package results declares; the first is what the case is about.
	Measure() ([]Value, error)
}

// A Value is a number with its unit.
type Value struct {
	Value float64
	Unit  string
}

// A Chosen is a scenario with its options resolved.
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

// FindList returns the scenarios of a list separated by commas, each once. The
// empty list means what is measured by default, [impls.Everything] means all.
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
