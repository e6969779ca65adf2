package impls

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/kernel"
)

// A World holds entities and their components and runs systems over them. It
// is used by one goroutine at a time.
//
// This is what every implementation can do. What only some can is in further
// interfaces ([Changer], [Looker], [Deferrer], [Ticker], [Cloner], [Relater], [Observer]), and a world that
// lacks one says so by not having it.
type World interface {
	// Handles returns room for n handles, all of them of no entity.
	Handles(n int) Handles
	// Spawn creates dst.Len() entities with the components of
	// Config.Bundles[bundle] and writes their handles to dst. The components
	// of the i-th get the initial values numbered first+i.
	Spawn(bundle int, first uint32, dst Handles)
	// Run runs the kernel of Config.Systems[system] over all entities that the
	// system wants, and returns how many these were.
	Run(system int, dt float32) (visited int)
	// Clear ends all entities and returns how many there were.
	Clear() int
	// Len returns the number of entities alive.
	Len() int
	// Hash writes to dst[i] the [kernel.EntityHash] of the i-th entity, or 0 if
	// it is not alive.
	Hash(r Handles, dst []uint64)
}

// A Destroyer is a world whose entities can be ended one by one.
//
// Handles of ended entities are stale: every method passes over them, also
// after the implementation has reused the place for a new entity.
type Destroyer interface {
	// Destroy ends the entities and returns how many were alive.
	Destroy(r Handles) int
}

// A Changer is a world whose entities can be changed and ended one by one.
type Changer interface {
	Destroyer
	// Exchange makes Config.Moves[move] with the entities that are alive, have
	// all that it removes and lack all that it adds, and returns how many these
	// were. What the i-th gains has the initial value numbered first+i.
	Exchange(move int, r Handles, first uint32) int
}

// A FilterDestroyer is a world that ends all entities of a filter in one call, see
// [BatchByFilter].
type FilterDestroyer interface {
	// DestroyAll ends all entities that Config.Systems[system] wants, and returns how
	// many these were. The system has a kernel, is exact and excludes nothing.
	DestroyAll(system int) int
}

// A FilterChanger is a world that changes all entities of a filter in one call, see
// [BatchByFilter].
type FilterChanger interface {
	FilterDestroyer
	// ExchangeAll makes Config.Moves[move] with all entities that [Move.Filter] wants,
	// and returns how many these were. The move adds or removes a single component.
	// What entities gain has the initial value numbered n.
	ExchangeAll(move int, n uint32) int
}

// A Looker is a world whose components can be reached by handle.
type Looker interface {
	// Lookup returns the sum of [kernel.Glance] of a component over the entities that
	// are alive and have it, reached one by one.
	Lookup(r Handles, c kernel.Component) (sum uint64)
}

// A Deferrer is a world with a command buffer: structural changes that are
// asked for while systems run and are made later.
type Deferrer interface {
	// Later takes down that entities are to be destroyed (move < 0) or to make
	// a move of Config.Moves. Until Flush nothing changes.
	Later(move int, r Handles, first uint32)
	// Flush does what was taken down, in that order, and returns how many
	// entities it changed.
	Flush() int
}

// A Ticker is a world that runs its systems on several processors.
type Ticker interface {
	// Tick runs all systems in order, each of them on as many goroutines as
	// there are workers, and returns how many entities each has visited.
	Tick(workers int, dt float32) (visited []int)
}

// A FixedTicker is a Ticker of which nobody can choose how many goroutines it
// runs on.
type FixedTicker interface {
	Ticker
	// Workers returns an [*Unsupported] error if it cannot be so many.
	Workers(n int) error
}

// A Cloner is a world that can copy entities.
type Cloner interface {
	// Clone creates dst.Len() entities, the i-th with the components and values
	// of the i-th of r, which are all alive, and writes their handles to dst.
	Clone(r, dst Handles)
}

// A Relater is a world whose entities can be children of others. A child has one
// parent. When a parent ends, its children live on and have none.
type Relater interface {
	// Attach makes the i-th of the children a child of the i-th of the parents.
	Attach(children, parents Handles)
	// Children goes through the children of each of the parents, and returns how
	// many there are and the sum of [kernel.Position.Glance] over those that
	// have a Position.
	Children(parents Handles) (n int, sum uint64)
	// DestroyTrees ends the entities, their children, the children of these, and
	// so on, and returns how many were alive.
	DestroyTrees(roots Handles) int
}

// A Detector is a world that records which components are written to: those that
// Config.Detect lists.
type Detector interface {
	// Touch is [kernel.Touch] of a component of each of the entities that is alive and
	// has it, reached by its handle.
	Touch(r Handles, c kernel.Component)
	// Changed visits the entities whose component was touched since the last call for
	// this component. It returns how many these were and the sum of [kernel.Glance] of
	// the component.
	Changed(c kernel.Component) (visited int, sum uint64)
}

// A Saver is a world that can be written down and read again.
type Saver interface {
	// Save writes all entities, with their handles and components.
	Save(w io.Writer) error
	// Load reads what Save wrote into an empty world that was opened with the
	// same configuration. A handle means the same entity as before.
	Load(r io.Reader) error
}

// An Observer is a world that tells of changes as they happen: it calls each of
// Config.Observers functions for every entity that Exchange gives a component.
type Observer interface {
	// Observed returns how many calls there were, those of all functions together.
	Observed() int
}

// A Config is what a world is opened with.
type Config struct {
	Types     []kernel.Type        // the component types to register, all of them
	Systems   []System             // the systems to register
	Bundles   [][]kernel.Component // the component sets that Spawn will be asked for, each ascending
	Moves     []Move               // what Exchange will be asked for
	Observers int                  // functions to call for every entity that gains a component, see Observer
	Detect    []kernel.Component   // components of which writes are recorded, see Detector
	Capacity  int                  // entities to reserve room for; 0 reserves nothing
	Limit     int                  // the most entities that are alive at a time, for worlds that cannot grow; 0 says nothing
	Room      []int                // by bundle: entities that come before anything is timed, for worlds to which growing is dear; nil says nothing
	Change    AccessMode           // how structure is changed: PerEntity, BatchByList, BatchByFilter, or AnyMode where it is not measured
	Visit     AccessMode           // how systems visit entities: PerEntity or Chunk
}

// Bare tells whether there may be entities without components: bundles of which
// moves take everything. Not all worlds know such entities.
func (c Config) Bare() bool {
	var removed []kernel.Component
	for _, m := range c.Moves {
		removed = append(removed, m.Remove...)
	}
	slices.Sort(removed)
	return slices.ContainsFunc(c.Bundles, func(set []kernel.Component) bool { return kernel.Has(removed, set) })
}

// A System wants entities and has work to do on them.
type System struct {
	Requires []kernel.Component // ascending
	Without  []kernel.Component // ascending
	Kernel   kernel.ID          // works on Requires; Idle for systems that only have to be kept up to date
}

// SystemOf returns the system that wants what the kernel needs.
func SystemOf(k kernel.ID) System {
	return System{Requires: k.Get().Needs, Without: k.Get().Without, Kernel: k}
}

// Wants tells whether the system works on entities with these components, in
// ascending order.
func (s *System) Wants(set []kernel.Component) bool {
	return kernel.Has(set, s.Requires) &&
		!slices.ContainsFunc(s.Without, func(c kernel.Component) bool { return slices.Contains(set, c) })
}

// Exact tells whether the system wants just what its kernel needs and excludes.
func (s *System) Exact() bool {
	k := s.Kernel.Get()
	return s.Kernel != kernel.Idle && slices.Equal(s.Requires, k.Needs) && slices.Equal(s.Without, k.Without)
}

// A Move is a change of an entity's components.
type Move struct {
	Add, Remove []kernel.Component // ascending, nothing in both
	Having      []kernel.Component // ascending: what else an entity has if it is changed by filter
}

// Filter returns the system that wants the entities which the move changes by filter:
// they have all that it removes and Having, and lack all that it adds.
func (m Move) Filter() System {
	requires := slices.Concat(m.Remove, m.Having)
	slices.Sort(requires)
	return System{Requires: slices.Compact(requires), Without: m.Add}
}

// Of returns what entities with these components, in ascending order, have after
// the move.
func (m Move) Of(set []kernel.Component) []kernel.Component {
	var after []kernel.Component
	for _, c := range slices.Concat(set, m.Add) {
		if !slices.Contains(m.Remove, c) {
			after = append(after, c)
		}
	}
	slices.Sort(after)
	return after
}

// Fits tells whether entities with these components, in ascending order, make
// the move.
func (m Move) Fits(set []kernel.Component) bool {
	return kernel.Has(set, m.Remove) && !slices.ContainsFunc(m.Add, func(c kernel.Component) bool { return slices.Contains(set, c) })
}

// An Implementation opens worlds of one design.
type Implementation struct {
	Name    string // lower case, as in --impl
	Doc     string // one line: the storage, and how members of a system are found
	From    string // the project or text that the design was taken from, "" if none
	Role    Role
	Null    bool // does nothing: shows the harness's own cost, neither verified nor ranked
	Options []Option
	Modes   []AccessMode // the access modes that it offers beside PerEntity
	// BatchCreateOnly limits BatchByList to creation: entities of a list are
	// changed and destroyed one by one.
	BatchCreateOnly bool
	Version         string // of the library that is measured: "v0.8.3"; "" of what lives in this module
	Released        string // the day of that version: "2026-06-01"
	// Notes are shortcuts and emulations, by the scenarios that they concern, separated
	// by commas: "exchange,watch": "moves entities one by one: the library has no batch".
	Notes   map[string]string
	Source  fs.FS    // the Go files of the adapter, for those who want to see what is measured; may be nil
	Modules []string // Go modules it is made of, so that results can tell their versions
	Parts   []Part   // what its functions are for, so that profiles can tell; where several begin a name, the first counts
	// Open returns an empty world, or an [*Unsupported] error if the
	// implementation cannot do what the configuration asks for. It is only
	// asked for access modes that are offered.
	Open func(cfg Config, options Values) (World, error)
}

// Note returns the shortcut that the implementation takes in a scenario, "" if there is
// none.
func (i *Implementation) Note(scenario string) string { return NoteOn(i.Notes, scenario) }

// NoteOn finds the note on a scenario, see [Implementation.Notes].
func NoteOn(notes map[string]string, scenario string) string {
	for names, note := range notes {
		if slices.Contains(strings.Split(names, ","), scenario) {
			return note
		}
	}
	return ""
}

// A Role is what an implementation is. Only implementations of the same role
// are ranked together.
type Role int

// The roles.
const (
	Library   Role = iota // an ECS that any program can import
	Design                // a storage of this project: shows what a way of storing costs
	Reference             // no ECS: a bound for what the work costs
)

// String returns the name of the role: "library".
func (r Role) String() string { return [...]string{"library", "design", "reference"}[r] }

// Plural returns the name of several: "libraries".
func (r Role) Plural() string { return [...]string{"libraries", "designs", "references"}[r] }

// Unsupported is the error of an implementation that cannot do what is asked.
type Unsupported struct{ Reason string }

func (u *Unsupported) Error() string { return "unsupported: " + u.Reason }

// As returns the world as what it can do, or an [*Unsupported] error that says
// what is missing. Of a world around another one, with a method Unwrap, it is
// what the inner one can do. A world can give its own reason by a method Lacks,
// which gets the name of the capability and returns "" for the usual reason.
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

// lacking says in words what a world lacks.
func lacking(w World, name string, capability any) error {
	missing := strings.TrimPrefix(fmt.Sprintf("%T", capability), "*impls.")
	why := lacks[missing]
	if w, ok := w.(interface{ Lacks(string) string }); ok {
		why = cmp.Or(w.Lacks(missing), why)
	}
	return &Unsupported{Reason: name + " " + why}
}

var lacks = map[string]string{
	"Destroyer":       "cannot destroy single entities",
	"Changer":         "cannot change or destroy single entities",
	"Looker":          "cannot look entities up",
	"FilterDestroyer": "destroys no entities by filter",
	"FilterChanger":   "changes no entities by filter",
	"Deferrer":        "has no deferred changes",
	"Ticker":          "has no parallel ticks",
	"Cloner":          "cannot copy entities",
	"Relater":         "has no parents and children",
	"Detector":        "does not know what has changed",
	"Saver":           "cannot be saved",
	"Observer":        "calls nobody when components are added",
}
