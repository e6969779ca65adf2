// Package drive runs a world frame by frame. It decides which entities change in each frame,
// lets the generated program of one library make the changes, and times them.
//
// The same sources run in two places. The program ecsbench uses the types to
// describe worlds. Every generated program contains a copy of the sources
// ([Sources]) beside the code for its library, so this package imports nothing but
// the standard library.
//
// The changes depend only on the seed and the [Spec]. The [Script] identifies entities by slots,
// and the generated code maps these to its own handles before the frame is timed. Values of
// components depend only on the entity itself, so all libraries reach the same state in any
// visiting order.
package drive

import "slices"

// MaxComponents is the largest number of component types of a world: one bit each in a mask,
// where two bits are reserved.
const MaxComponents = 60

// HasParent is the bit of entities with a parent.
const HasParent uint64 = 1 << 61

// A Spec is a world in numbers. It is an input of the generated program, so that
// worlds that differ in counts and rates share one build.
type Spec struct {
	Name   string `json:"name"`
	Seed   uint64 `json:"seed"`
	Kinds  []Kind `json:"kinds"`
	Steps  []Step `json:"steps"`
	Rows   int    `json:"rows,omitempty"`  // largest number of entities of a kind that are spawned in a row at the start
	Budget int64  `json:"budget"`          // nanoseconds per frame
	Warmup int    `json:"warmup"`          // frames before timing
	Frames int    `json:"frames"`          // timed frames
	Extra  int    `json:"extra,omitempty"` // additional iterations of work per frame or pass: a known slowdown

	Aged    int     `json:"aged,omitempty"`    // rounds that replace entities before the first frame
	MinTime int64   `json:"minTime,omitempty"` // nanoseconds of measured steps, at least
	Probe   float64 `json:"probe,omitempty"`   // floor of the noise probe in earlier processes
	Repeat  int     `json:"repeat,omitempty"`  // passes of an operation, 0 for one
	Passes  int     `json:"passes,omitempty"`  // of the measured steps, which are not timed; 0 to time them

	Quantity Quantity `json:"quantity,omitempty"` // measured instead of a time

	Relations int    `json:"relations,omitempty"` // children with a parent
	Parents   int    `json:"parents,omitempty"`   // entities with children
	Family    uint64 `json:"family,omitempty"`    // kinds with relations, by bit
	Tree      int    `json:"tree,omitempty"`      // children of each entity in a tree of all entities; 0 for none
}

// A Kind is a kind of entities.
type Kind struct {
	Name  string  `json:"name"`
	Count int     `json:"count"` // at the start
	Has   uint64  `json:"has"`   // components, by bit
	Some  []Share `json:"some,omitempty"`
}

// A Share is a component that only a share of a kind's new entities has.
type Share struct {
	Component int     `json:"component"`
	Share     float64 `json:"share"`
}

// An Op is the operation of a step.
type Op string

// The operations.
const (
	System  Op = "system"
	Spawn   Op = "spawn"
	Destroy Op = "destroy"
	Change  Op = "change" // adds and removes components
	Set     Op = "set"    // overwrites a component, found by handle
	Lookup  Op = "lookup" // reads a component, found by handle
	Attach  Op = "attach" // gives children a parent
	Detach  Op = "detach"
	Expire  Op = "expire"  // a system that destroys some of the entities that it visits and creates as many
	Find    Op = "find"    // searches entities by the value of a component
	Define  Op = "define"  // defines component types in a fresh world that has entities already
	Detect  Op = "detect"  // finds the entities whose component was set since the last time, and reads it
	Visit   Op = "visit"   // visits all children and reads their parents
	Clone   Op = "clone"   // copies entities with all their components
	Despawn Op = "despawn" // destroys a tree of all entities by its root
	Replace Op = "replace" // destroys entities and creates them again
	Save    Op = "save"    // saves the world to memory and loads it into an empty one
)

// Changing lists the operations that change entities.
var Changing = []Op{Spawn, Destroy, Change, Set, Attach, Detach, Expire, Clone}

// An Order is how entities are selected.
type Order string

// The orders.
const (
	Random     Order = "random"
	Oldest     Order = "oldest"
	Newest     Order = "newest"
	Neighbours Order = "neighbours" // consecutive slots
	Zipf       Order = "zipf"       // few entities are selected most often
	Shuffled   Order = "shuffled"   // each entity at most once, in random order
	Turns      Order = "turns"      // rows of neighbours, the next ones in each pass of a measured step
)

// Orders lists the orders of frames.
var Orders = []Order{Random, Oldest, Newest, Neighbours, Zipf, Shuffled}

// A Step is one operation of a frame. Steps run in order.
type Step struct {
	Name   string  `json:"name"`
	Op     Op      `json:"op"`
	Every  int     `json:"every"`           // n-th frame
	Count  float64 `json:"count,omitempty"` // entities per due frame; fractions add up
	Kinds  uint64  `json:"kinds,omitempty"` // to select or spawn, by bit
	Need   uint64  `json:"need,omitempty"`  // components that a selected entity must have
	Lack   uint64  `json:"lack,omitempty"`  // components that it must not have
	Add    uint64  `json:"add,omitempty"`   // by bit
	Drop   uint64  `json:"drop,omitempty"`  // removed components
	Order  Order   `json:"order,omitempty"`
	Stale  float64 `json:"stale,omitempty"`  // share of look-ups with handles of destroyed entities
	Until  int     `json:"until,omitempty"`  // no spawns at this number of entities or more; 0 for no limit
	Work   int     `json:"work,omitempty"`   // iterations of extra work per entity
	Copies int     `json:"copies,omitempty"` // equal systems
	Bit    int     `json:"bit,omitempty"`    // of a change at the start: it is made for entities whose number has this bit, from 1
	Life   int     `json:"life,omitempty"`   // an entity expires after at most so many visits
	Before bool    `json:"before,omitempty"` // happens once, before what is timed
	Undo   bool    `json:"undo,omitempty"`   // takes back the step before
	All    bool    `json:"all,omitempty"`    // a measured change is a call for all entities that fit, whatever its list has
	Later  bool    `json:"later,omitempty"`  // a measured change: the library records it for each entity, and makes all together

	Workers int `json:"workers,omitempty"` // goroutines of a system that divide its entities

	Measured bool `json:"measured,omitempty"` // timed on its own
}

// Initial is the constant in the initial value of a number of a component: that of entity n is n
// plus the constant.
func Initial(component, field int) int { return component*31 + field*7 + 1 }

// repeats returns the passes of an operation. A number of passes that is given counts them all.
func (s *Spec) repeats() int {
	if s.Passes > 0 {
		return 1
	}
	return max(1, s.Repeat)
}

// Measured reports whether a quantity is measured or some steps are timed on their own, instead
// of frames.
func (s *Spec) Measured() bool {
	return s.Quantity != "" || slices.ContainsFunc(s.Steps, func(s Step) bool { return s.Measured })
}

// Changes reports whether a pass of a step needs a fresh world: it leaves other entities or
// components behind, or loads into an empty world.
func (s *Spec) Changes(step int) bool {
	undone := s.Steps[step].Undo || step+1 < len(s.Steps) && s.Steps[step+1].Undo
	switch s.Steps[step].Op {
	case Spawn, Destroy, Change:
		return !undone
	case Clone, Despawn, Save:
		return true
	}
	return false
}

// Total returns the number of entities at the start.
func (s *Spec) Total() (n int) {
	for _, k := range s.Kinds {
		n += k.Count
	}
	return n
}

// Scaled returns the world with all counts and rates multiplied.
func (s Spec) Scaled(factor float64) Spec {
	scale := func(n int) int { return int(float64(n)*factor + 0.5) }
	s = s.clone()
	for i := range s.Kinds {
		s.Kinds[i].Count = scale(s.Kinds[i].Count)
	}
	for i := range s.Steps {
		s.Steps[i].Count *= factor
		s.Steps[i].Until = scale(s.Steps[i].Until)
	}
	s.Relations, s.Parents = scale(s.Relations), max(min(1, s.Parents), scale(s.Parents))
	return s
}

func (s Spec) clone() Spec {
	s.Kinds = slices.Clone(s.Kinds)
	s.Steps = slices.Clone(s.Steps)
	return s
}

// WithRates returns the world with the rates of some operations multiplied.
func (s Spec) WithRates(factor float64, ops ...Op) Spec {
	s = s.clone()
	for i := range s.Steps {
		if slices.Contains(ops, s.Steps[i].Op) {
			s.Steps[i].Count *= factor
		}
	}
	return s
}

// Room returns how many entities to reserve in libraries that cannot grow: those of the start,
// the growth of all frames, the largest bursts, and a tenth more.
func (s *Spec) Room() int {
	frames := float64(s.Warmup + s.Frames)
	growth, burst := 0.0, 0.0
	for _, step := range s.Steps {
		perFrame := step.Count / float64(max(1, step.Every))
		switch {
		case step.Op == Clone, step.Op == Spawn && step.Until == 0:
			growth += perFrame
			burst += step.Count
		case step.Op == Spawn:
			burst += step.Count + max(0, float64(step.Until-s.Total()))
		case step.Op == Destroy:
			growth -= perFrame
		}
	}
	if s.Quantity == "" && s.Measured() { // each pass that creates has a world of its own
		growth = 0
	}
	return int(1.1*(float64(s.Total())+max(0, growth)*frames+burst)) + 64
}

// Announced returns how many entities a program announces to a library that can grow: those of the
// start, or those that a measured step creates in an empty world.
func (s *Spec) Announced() int {
	n := s.Total()
	for _, step := range s.Steps {
		if n == 0 && step.Measured && step.Op == Spawn {
			return int(step.Count)
		}
	}
	return n
}
