package impls

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/kernel"
	"github.com/ecsbench/ecsbench/results"
)

// A World holds entities and their components and runs systems over them. It is used by
// one goroutine at a time.
//
// Every implementation has these methods. Optional features are in further interfaces
// ([Changer], [Looker], [Deferrer], [Ticker], [Detector], [Saver]). A world
// without a feature lacks the interface.
type World interface {
	// Handles returns room for n handles, all of no entity.
	Handles(n int) Handles
	// Spawn creates dst.Len() entities with the components of
	// Config.Bundles[bundle] and writes their handles to dst. The components
	// of the i-th get the initial values numbered first+i.
	Spawn(bundle int, first uint32, dst Handles)
	// Run runs the kernel of Config.Systems[system] over all matching entities, and
	// returns their number.
	Run(system int, dt float32) (visited int)
	// Clear destroys all entities and returns their number.
	Clear() int
	// Len returns the number of entities alive.
	Len() int
	// Hash writes to dst[i] the [kernel.EntityHash] of the i-th entity, or 0 if
	// it is not alive.
	Hash(r Handles, dst []uint64)
}

// A Destroyer is a world whose entities can be destroyed one by one.
//
// Handles of destroyed entities are stale: every method skips them, even after the
// implementation has reused the place.
type Destroyer interface {
	// Destroy destroys the entities and returns how many were alive.
	Destroy(r Handles) int
}

// A Changer is a world whose entities can be changed and destroyed one by one.
type Changer interface {
	Destroyer
	// Exchange makes Config.Moves[move] with the entities that are alive and can make it,
	// and returns their number. The component gained by the i-th has the initial value
	// numbered first+i.
	Exchange(move int, r Handles, first uint32) int
}

// A Looker is a world with access to components by handle.
type Looker interface {
	// Lookup returns the sum of [kernel.Glance] of a component over the entities that
	// are alive and have it, reached one by one.
	Lookup(r Handles, c kernel.Component) (sum uint64)
}

// A Deferrer is a world with a command buffer: structural changes are requested while
// systems run and made later.
type Deferrer interface {
	// Later records that entities are to be destroyed (move < 0) or to make a move of
	// Config.Moves. Until Flush nothing changes.
	Later(move int, r Handles, first uint32)
	// Flush makes the recorded changes in order, and returns the number of changed
	// entities.
	Flush() int
}

// A Ticker is a world that runs its systems on several processors.
type Ticker interface {
	// Tick runs all systems in order, each on at most as many goroutines as there are workers,
	// and returns the number of entities visited by each.
	Tick(workers int, dt float32) (visited []int)
}

// A Detector is a world that records writes to the components of Config.Detect.
type Detector interface {
	// Touch is [kernel.Touch] of a component of each of the entities that is alive and
	// has it, reached by its handle.
	Touch(r Handles, c kernel.Component)
	// Changed visits the entities whose component was touched since the last call for
	// this component. It returns how many these were and the sum of [kernel.Glance] of
	// the component.
	Changed(c kernel.Component) (visited int, sum uint64)
}

// A Saver is a world that can be saved and loaded.
type Saver interface {
	// Save writes all entities, with their handles and components.
	Save(w io.Writer) error
	// Load reads the output of Save into an empty world of the same configuration.
	// Hash finds the loaded entities by the handles of the world that saved them.
	Load(r io.Reader) error
}

// A Config is the configuration of a world.
type Config struct {
	Types    []kernel.Type        // all component types to register
	Systems  []System             // the systems to register
	Bundles  [][]kernel.Component // component sets for Spawn, each ascending
	Moves    []Move               // moves for Exchange
	Detect   []kernel.Component   // components with recorded writes, see Detector
	Capacity int                  // entities to reserve room for; 0 reserves nothing
	Create   results.AccessMode   // how entities are created: PerEntity, BatchByList, or AnyMode if unmeasured
	Change   results.AccessMode   // how entities are changed and destroyed: PerEntity, BatchByList, or AnyMode if unmeasured
	Visit    results.AccessMode   // how systems visit entities: PerEntity or Chunk
}

// A System selects entities and runs a kernel on them. It has the requirements and exclusions of
// its kernel. A system without work requires anything and excludes nothing.
type System struct {
	Requires []kernel.Component // ascending
	Without  []kernel.Component // ascending
	Kernel   kernel.ID          // Idle for systems without work
}

// SystemOf returns the system with the needs of the kernel.
func SystemOf(k kernel.ID) System {
	return System{Requires: k.Get().Needs, Without: k.Get().Without, Kernel: k}
}

// Wants reports whether the system matches entities with these components, in ascending
// order.
func (s *System) Wants(set []kernel.Component) bool {
	return kernel.Has(set, s.Requires) &&
		!slices.ContainsFunc(s.Without, func(c kernel.Component) bool { return slices.Contains(set, c) })
}

// A Move gives a component to an entity, or takes it away.
type Move struct {
	Component kernel.Component
	Remove    bool
}

// Of returns the components of entities after the move, given those before it, in
// ascending order.
func (m Move) Of(set []kernel.Component) []kernel.Component {
	at, has := slices.BinarySearch(set, m.Component)
	switch after := slices.Clone(set); {
	case m.Remove && has:
		return slices.Delete(after, at, at+1)
	case !m.Remove && !has:
		return slices.Insert(after, at, m.Component)
	default:
		return after
	}
}

// Fits reports whether entities with these components, in ascending order, can make the
// move: they have the component that they lose, or lack the one that they gain.
func (m Move) Fits(set []kernel.Component) bool {
	_, has := slices.BinarySearch(set, m.Component)
	return has == m.Remove
}

// Translate returns an implementation's counterpart for each of some components.
func Translate[T any](cs []kernel.Component, to func(kernel.Component) T) []T {
	list := make([]T, len(cs))
	for i, c := range cs {
		list[i] = to(c)
	}
	return list
}

// An Implementation opens worlds of one design.
type Implementation struct {
	Name     string // lower case, as in --impl
	Doc      string // one line: the storage, and how members of a system are found
	From     string // the project or text of the design, "" if none
	Role     results.Role
	Null     bool // verifies nothing, because it does nothing or is plain code: measures the cost of the harness, is not ranked
	Options  []Option
	Modes    []results.AccessMode // access modes beside PerEntity
	Version  string               // of the measured library: "v0.8.3"; "" for this module
	Released string               // the day of that version: "2026-06-01"
	// Notes are shortcuts and emulations by their scenarios, separated by commas. A scenario may
	// name its access mode: "exchange:mode=entity,watch": "checks each handle before the call".
	Notes   map[string]string
	Source  fs.FS    // its Go files, for display; may be nil
	Modules []string // Go modules, recorded with their versions
	Parts   []Part   // purposes of its functions for profiles; the first match counts
	// Program is the path of a program that is measured instead of Open, "" for none.
	Program string
	// Open returns an empty world, or an [*Unsupported] error if the implementation
	// does not support the configuration. The access mode must be offered.
	Open func(cfg Config, options Values) (World, error)
}

// Unsupported is the error of an implementation that cannot do the requested work.
type Unsupported struct{ Reason string }

func (u *Unsupported) Error() string { return "unsupported: " + u.Reason }

// As returns the world as an optional interface, or an [*Unsupported] error that lists the
// missing one. It unwraps a world with a method Unwrap. A world can give its own reason by a
// method Lacks, which gets the name of the capability and returns "" for the usual reason.
func As[Capability any](w World, name string) (c Capability, err error) {
	c, ok := w.(Capability)
	if outer, isOuter := w.(interface{ Unwrap() World }); !ok && isOuter {
		return As[Capability](outer.Unwrap(), name)
	}
	if !ok {
		return c, lacking(w, name, (*Capability)(nil))
	}
	return c, nil
}

// lacking describes a missing capability of a world.
func lacking(w World, name string, capability any) error {
	missing := strings.TrimPrefix(fmt.Sprintf("%T", capability), "*impls.")
	why := lacks[missing]
	if w, ok := w.(interface{ Lacks(string) string }); ok {
		why = cmp.Or(w.Lacks(missing), why)
	}
	return &Unsupported{Reason: name + " " + why}
}

var lacks = map[string]string{
	"Destroyer": "cannot destroy single entities",
	"Changer":   "cannot change or destroy single entities",
	"Looker":    "cannot look entities up",
	"Deferrer":  "has no command buffer",
	"Ticker":    "has no parallel ticks",
	"Detector":  "does not record writes",
	"Saver":     "cannot be saved",
}
