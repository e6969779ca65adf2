package seed

import (
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Backend has the parts in which the backends differ.
type Backend struct {
	// Column returns an empty storage for components of a shape, given the
	// component's number.
	Column func(kernel.ShapeID, kernel.Component) Storage
	// NewSet returns the entity sets of the backend, indexed the same way as
	// its columns.
	NewSet func() EntitySet
	Reuse  ReuseOrder
	// Each runs a kernel over the members of a system.
	Each func(k kernel.ID, members []ID, w *World, dt float32) (visited int)
	// Join runs a kernel over the columns themselves, for the dispatch join. It is nil for
	// backends that always keep membership.
	Join func(k kernel.ID, w *World, dt float32) (visited int)
	// Shuffle assigns the numbers of component types at run time, in any order, like programs
	// whose compiler does not know them.
	Shuffle bool
}

// A World is an impls.World that ties entities, component storages and systems together.
type World struct {
	impls.MakesHandles[Entity]
	impls.Commands
	backend    Backend
	cfg        impls.Config
	numbers    []kernel.Component // the world's, by the configuration's
	storages   []Storage          // by number
	bundles    []bundle
	pool       *Pool
	sigs       *signatures
	membership membership
	batch      batch
	ids        []ID  // scratch
	runs       []run // scratch
}

// A bundle is a set of components prepared for creating entities.
type bundle struct {
	components []kernel.Component // ascending
	path       []sigID
}

// Open registers the whole configuration. The option "dispatch" defines how membership is kept.
// With join the world keeps no sets; Members then scans.
func Open(cfg impls.Config, options impls.Values, b Backend) *World {
	dispatch := Dispatch(options["dispatch"])
	if dispatch != Join {
		b.Join = nil
	}
	w := &World{backend: b, cfg: cfg, pool: NewPool(b.Reuse), sigs: newSignatures(max(1, len(cfg.Types)))}
	w.batch.sigs = w.sigs
	w.storages = make([]Storage, len(cfg.Types))
	for i := range cfg.Types {
		w.numbers = append(w.numbers, kernel.Component(i))
	}
	if b.Shuffle {
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(w.numbers), func(i, j int) {
			w.numbers[i], w.numbers[j] = w.numbers[j], w.numbers[i]
		})
	}
	for i, t := range cfg.Types {
		w.storages[w.numbers[i]] = b.Column(t.Shape, t.ID)
	}
	var systems []requirement
	for _, s := range cfg.Systems {
		systems = append(systems, newRequirement(w.number(s.Requires), w.number(s.Without)))
	}
	w.membership = newMembership(dispatch, systems, w.sigs, b.NewSet)
	w.pool.Reserve(cfg.Capacity)
	w.sigs.of = Reserve(w.sigs.of, cfg.Capacity)
	for _, set := range cfg.Bundles {
		components := w.number(set)
		w.bundles = append(w.bundles, bundle{components, w.sigs.path(components)})
		for _, c := range components {
			w.storages[c].Reserve(cfg.Capacity)
		}
	}
	return w
}

// number returns the world's numbers of components, ascending.
func (w *World) number(cs []kernel.Component) []kernel.Component {
	numbers := make([]kernel.Component, len(cs))
	for i, c := range cs {
		numbers[i] = w.numbers[c]
	}
	slices.Sort(numbers)
	return numbers
}

// Column returns the storage of a component as the backend's own type.
func Column[C any](w *World, c kernel.Component) C { return w.storages[w.numbers[c]].(C) }

type handles = impls.HandlesOf[Entity]

// Len is impls.World.Len.
func (w *World) Len() int { return w.pool.Len() }

// Run is impls.World.Run.
func (w *World) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if w.backend.Join != nil && len(s.Without) == 0 && s.Kernel != kernel.Idle {
		return w.backend.Join(s.Kernel, w, dt)
	}
	members := w.Members(system)
	if s.Kernel != kernel.Idle {
		w.backend.Each(s.Kernel, members, w, dt)
	}
	return len(members)
}

// Members returns the IDs of the entities that match a system. The view is valid until the next
// structural change or call.
func (w *World) Members(system int) []ID { return w.membership.members(system) }

// Alive reports whether the entity exists; false for stale handles.
func (w *World) Alive(e Entity) bool { return w.pool.Alive(e) }

// Components lists the world's component numbers of an entity; nothing if it is not alive.
func (w *World) Components(e Entity) []kernel.Component {
	if !w.pool.Alive(e) {
		return nil
	}
	return w.sigs.components(w.sigs.of[e.ID()])
}

// Hash is impls.World.Hash.
func (w *World) Hash(r impls.Handles, dst []uint64) {
	sums := make([]uint64, w.pool.Bound())
	for c, number := range w.numbers {
		w.storages[number].Hash(sums, kernel.Salt(kernel.Component(c)))
	}
	for i, e := range r.(handles) {
		dst[i] = 0
		if w.pool.Alive(e) {
			dst[i] = kernel.Mix(sums[e.ID()])
		}
	}
}

// Lookup is impls.Looker.
func (w *World) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	having := w.having(w.numbers[c])
	return w.storages[w.numbers[c]].Look(r.(handles), &having)
}

// Having returns a view of the living entities with a component, for loops over many handles. It
// is valid until the next structural change.
type Having struct {
	generations []uint16
	of          []sigID
	matches     []bool // by signature
}

func (w *World) having(c kernel.Component) Having {
	matches := make([]bool, w.sigs.Count())
	for sig := range matches {
		id := sigID(sig)
		matches[sig] = id != noSignature && w.sigs.Bits(id).Has(c)
	}
	return Having{w.pool.generations, w.sigs.of, matches}
}

// Has reports whether the entity is one of them.
func (h *Having) Has(e Entity) bool {
	id := e.ID()
	return int(id) < len(h.generations) && h.generations[id] == e.generation() && e.valid() && h.matches[h.of[id]]
}

// Join is the dispatch without membership: a system searches the storages of the components that
// it requires.
const Join = "join"

// DispatchOption is the option of every backend for the dispatch. The default comes first.
func DispatchOption(byDefault string) impls.Option {
	o := impls.Option{
		Name:    "dispatch",
		Doc:     "how a system finds its members",
		Default: byDefault,
		Values:  []string{byDefault},
	}
	for _, d := range Dispatches {
		if string(d) != byDefault {
			o.Values = append(o.Values, string(d))
		}
	}
	return o
}

// ReuseOption is the option for the order in which IDs are reused.
func ReuseOption(byDefault ReuseOrder) impls.Option {
	return impls.Option{
		Name:    "reuse",
		Doc:     "which free ID is reused first: the one freed last, or the lowest",
		Default: string(byDefault),
		Values:  []string{string(LastFirst), string(LowestFirst)},
	}
}

// Reuse returns the value of the option.
func Reuse(options impls.Values) ReuseOrder { return ReuseOrder(options["reuse"]) }
