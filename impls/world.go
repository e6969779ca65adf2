package impls

import (
	"fmt"

	"github.com/ecsbench/ecsbench/ecs"
)

// An Entity is an opaque handle of up to 64 bits, given out by the world that
// made the entity. 0 is no entity.
type Entity = ecs.Entity

// A Component is the number of a component type: an index of Config.Components.
type Component = ecs.Component

// A World holds entities and their components and runs systems over them. It
// is used by one goroutine at a time.
//
// Handles of destroyed entities are stale: every method passes over them, also
// after the implementation has reused the place for a new entity.
type World interface {
	// Spawn creates len(dst) entities with the components of
	// Config.Sets[set] and writes their handles to dst. The components of the
	// i-th get the initial values numbered first+i.
	Spawn(set int, first uint32, dst []Entity)
	// Destroy ends the entities and returns how many were alive.
	Destroy(es []Entity) int
	// Add gives component c to the entities that are alive and lack it, with
	// the initial value numbered first+i for es[i], and returns how many
	// these were.
	Add(c Component, es []Entity, first uint32) int
	// Remove takes component c from the entities that are alive and have it,
	// and returns how many these were.
	Remove(c Component, es []Entity) int
	// Alive tells whether the handle is of an entity that exists.
	Alive(e Entity) bool
	// Has tells whether the entity is alive and has component c.
	Has(e Entity, c Component) bool
	// Len returns the number of entities alive.
	Len() int
	// Update runs the kernel of Config.Systems[system] over all entities that
	// have the components it requires, and returns how many these were.
	Update(system int, dt float32) (visited int)
	// Each visits the entities of a system; the visitor may change the world.
	// An entity is visited once if it satisfied the system at the start and
	// still does when its turn comes.
	Each(system int, visit func(Entity))
	// Hash writes to dst[i] the [EntityHash] of es[i], or 0 if it is not alive.
	Hash(es []Entity, dst []uint64)
}

// A Config is what a world is opened with.
type Config struct {
	Components []Kind        // the component types to register, all of them
	Systems    []System      // the systems to register
	Sets       [][]Component // the component sets that Spawn will be asked for, each ascending
	Capacity   int           // entities to reserve room for; 0 reserves nothing
	Needs      Features      // what will be asked of the world beyond Spawn, Update, Hash and destroying all
}

// A System has a requirement and work to do.
type System struct {
	Requires []Component // ascending
	Kernel   Kernel      // Idle for systems that only have to be kept up to date
}

// Features name what not every implementation can do.
type Features uint

const (
	// Handles: single entities can be destroyed, changed and asked about. An
	// implementation without them can only destroy all its entities at once.
	Handles Features = 1 << iota
)

// An Implementation opens worlds of one design.
type Implementation struct {
	Name    string // lower case, as in --impl
	Doc     string // one line: the storage, and how members of a system are found
	Seed    string // the seed documents it comes from, "" if none
	Role    Role
	Options []Option
	Modules []string // Go modules it is made of, so that results can tell their versions
	// Open returns an empty world, or an [*Unsupported] error if the
	// implementation cannot do what the configuration asks for.
	Open func(cfg Config, options Values) (World, error)
}

// A Role says how an implementation takes part in rankings.
type Role int

const (
	Contender Role = iota // an ECS design: ranked
	Floor                 // no ECS, the least that the work can cost: ranked, but never "the best ECS"
	Reference             // what ECS replaces: ranked, but never "the best ECS"
	Null                  // does nothing: shows the harness's own cost, ranked nowhere, not verified
)

// Unsupported is the error of an implementation that cannot do what is asked.
type Unsupported struct{ Reason string }

func (u *Unsupported) Error() string { return "unsupported: " + u.Reason }

// NeedsHandles returns the error of implementations without [Handles].
func NeedsHandles(name string) error {
	return &Unsupported{Reason: fmt.Sprintf("%s has no entity handles: it can only destroy all entities at once", name)}
}
