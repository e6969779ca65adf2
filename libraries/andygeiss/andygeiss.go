// Package andygeiss measures the library github.com/andygeiss/ecs in its documented
// idiom: an entity is a list of components with a mask of 64 bits, and the manager is
// a list of entities, which filters go through. There are no batches and no slices of
// components.
package andygeiss

import (
	"embed"
	"math/bits"
	"reflect"
	"slices"
	"strconv"

	"github.com/andygeiss/ecs"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

//go:generate go run github.com/ecsbench/ecsbench/kernel/generate

//go:embed *.go
var source embed.FS

// Implementation is what the registry lists.
var Implementation = impls.Implementation{
	Name:     "andygeiss",
	Doc:      "the library andygeiss/ecs: a list of entities, each of them a list of components; removal searches the list",
	Modules:  []string{"github.com/andygeiss/ecs"},
	Version:  "v0.3.12",
	Released: "2024-09-01",
	Notes: map[string]string{
		"lookup,exchange,watch,destroy,churn,crossover,tail": "finds out by a search through all entities which are alive: the adapter takes the name of those that it removes",
		"leaks":   "removes entities one by one only: the adapter makes a new manager",
		"systems": "has no filters that exclude a component: the adapter looks at the mask of each entity",
	},
	Source: source,
	Open:   open,
}

// Lacks is the reason for what v0.3.12 lacks, unless it is the usual one, see impls.As.
func (*world) Lacks(capability string) string {
	return map[string]string{
		"FilterDestroyer": "filters into a list (EntityManager.FilterByMask), and removes and changes single entities (EntityManager.Remove, Entity.Add, Remove)",
		"Detector":        "does not record writes (Entity.Get returns a pointer)",
		"Saver":           "cannot be saved: Entity has JSON tags, but Component is an interface, which cannot be read back",
		"Ticker":          "runs one system after the other (Engine.Tick)",
	}[capability]
}

// A mask has 64 bits. Components beyond that have names (ComponentWithName), which
// entities cannot gain (TestNamedComponentsCannotBeAdded).
const maxTypes = 64

type handles = impls.HandlesOf[*ecs.Entity]

type world struct {
	impls.MakesHandles[*ecs.Entity]
	cfg      impls.Config
	entities ecs.EntityManager
	numbers  []int // by bundle: its number in kernel.Sets, or -1
	named    int
}

func open(cfg impls.Config, _ impls.Values) (impls.World, error) {
	if len(cfg.Types) > maxTypes {
		return nil, &impls.Unsupported{Reason: "andygeiss/ecs can have at most 64 component types"}
	}
	w := &world{cfg: cfg, entities: ecs.NewEntityManager()}
	for _, bundle := range cfg.Bundles {
		w.numbers = append(w.numbers, kernel.NumberOf(bundle))
	}
	return w, nil
}

func maskOf(cs []kernel.Component) (mask uint64) {
	for _, c := range cs {
		mask |= 1 << c
	}
	return mask
}

// name returns a new identifier. The library requires unique ones.
func (w *world) name() string {
	w.named++
	return strconv.Itoa(w.named)
}

// alive reports whether an entity is in the world. The library searches all entities
// for that; here removed ones lose their name.
func alive(e *ecs.Entity) bool { return e != nil && e.Id != "" }

// Spawn is impls.World.Spawn.
func (w *world) Spawn(bundle int, first uint32, dst impls.Handles) {
	es := dst.(handles)
	if n := w.numbers[bundle]; n >= 0 {
		creators[n](w, first, es)
		return
	}
	for i := range es {
		components := make([]ecs.Component, 0, len(w.cfg.Bundles[bundle]))
		for _, c := range w.cfg.Bundles[bundle] {
			components = append(components, types[c](first+uint32(i)))
		}
		es[i] = ecs.NewEntity(w.name(), components)
	}
	w.entities.Add(es...)
}

// Run is impls.World.Run. Filters exclude nothing, so programs look at the masks.
func (w *world) Run(system int, dt float32) int {
	s := &w.cfg.Systems[system]
	entities := w.entities.FilterByMask(maskOf(s.Requires))
	if without := maskOf(s.Without); without != 0 {
		entities = slices.DeleteFunc(entities, func(e *ecs.Entity) bool { return e.Mask()&without != 0 })
	}
	if s.Kernel == kernel.Idle {
		return len(entities)
	}
	return each(s.Kernel, entities, dt)
}

// Clear is impls.World.Clear: a new manager, since entities are removed one by one.
func (w *world) Clear() int {
	all := w.entities.Entities()
	for _, e := range all {
		e.Id = ""
	}
	w.entities = ecs.NewEntityManager()
	return len(all)
}

// Len is impls.World.Len.
func (w *world) Len() int { return len(w.entities.Entities()) }

// Destroy is impls.Changer.
func (w *world) Destroy(r impls.Handles) (destroyed int) {
	for _, e := range r.(handles) {
		if alive(e) {
			w.entities.Remove(e)
			e.Id = ""
			destroyed++
		}
	}
	return destroyed
}

// Exchange is impls.Changer.
func (w *world) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	m := &w.cfg.Moves[move]
	mask, create := uint64(1)<<m.Component, types[m.Component]
	for i, e := range r.(handles) {
		switch {
		case !alive(e):
		case m.Remove && e.Mask()&mask != 0:
			e.Remove(mask)
			changed++
		case !m.Remove && e.Mask()&mask == 0:
			e.Add(create(first + uint32(i)))
			changed++
		}
	}
	return changed
}

// Lookup is impls.Looker.
func (w *world) Lookup(r impls.Handles, c kernel.Component) uint64 {
	return lookups[c](1<<c, r.(handles))
}

// Hash is impls.World.Hash.
func (w *world) Hash(r impls.Handles, dst []uint64) {
	r.(handles).Hash(dst, alive, func(e *ecs.Entity, add func(kernel.Component, uint64)) {
		for _, component := range e.Components {
			c := kernel.Component(bits.TrailingZeros64(component.Mask()))
			add(c, w.cfg.Types[c].Of().Hash(reflect.ValueOf(component).UnsafePointer()))
		}
	})
}
