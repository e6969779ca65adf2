package seed

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A Backend is what differs between the backends.
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
	// Join runs a kernel over what it meets in the columns themselves, where that
	// is the dispatch; nil for backends that always keep membership.
	Join func(k kernel.ID, w *World, dt float32) (visited int)
	// Shuffle hands the numbers of component types out at run time, in any
	// order, as programs do whose compiler does not know them.
	Shuffle bool
}

// A World is an impls.World on the run-time.
type World struct {
	*Runtime
	impls.Commands
	backend Backend
	cfg     impls.Config
	bundles []Bundle
	numbers []kernel.Component // the run-time's, by the configuration's
}

// Open registers everything that the configuration names. The option "dispatch"
// defines how membership is kept: for a [Join] the run-time keeps no sets, and only
// scans for those who ask it.
func Open(cfg impls.Config, options impls.Values, b Backend) (*World, error) {
	dispatch := Dispatch(options["dispatch"])
	if dispatch == Join {
		dispatch = Scan
	} else {
		b.Join = nil
	}
	inner, err := NewRuntime(RuntimeOptions{Dispatch: dispatch, Reuse: b.Reuse, NewSet: b.NewSet})
	if err != nil {
		return nil, err
	}
	w := &World{Runtime: inner, backend: b, cfg: cfg, numbers: make([]kernel.Component, len(cfg.Types))}
	order := make([]int, len(cfg.Types))
	for i := range order {
		order[i] = i
	}
	if b.Shuffle {
		order = rand.New(rand.NewPCG(1, 1)).Perm(len(cfg.Types))
	}
	var errs []error
	for _, i := range order {
		t := cfg.Types[i]
		number, err := inner.RegisterStorage(b.Column(t.Shape, t.ID))
		w.numbers[i] = number
		errs = append(errs, err)
	}
	for _, s := range cfg.Systems {
		_, err := inner.AddSystem(NewRequirement(w.number(s.Requires)...).Without(w.number(s.Without)...))
		errs = append(errs, err)
	}
	used := make(map[kernel.Component]bool)
	for _, bundle := range cfg.Bundles {
		prepared, err := inner.Prepare(w.number(bundle)...)
		errs = append(errs, err)
		w.bundles = append(w.bundles, prepared)
		for _, c := range w.number(bundle) {
			used[c] = true
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if cfg.Capacity > 0 {
		inner.Reserve(cfg.Capacity, slices.Collect(maps.Keys(used))...)
	}
	return w, nil
}

// number returns the run-time's numbers of components.
func (w *World) number(cs []kernel.Component) []kernel.Component {
	numbers := make([]kernel.Component, len(cs))
	for i, c := range cs {
		numbers[i] = w.numbers[c]
	}
	return numbers
}

// Column returns the storage of a component as the backend's own type.
func Column[C any](w *World, c kernel.Component) C { return w.Storage(w.numbers[c]).(C) }

type handles = impls.HandlesOf[Entity]

// Handles is impls.World.Handles.
func (w *World) Handles(n int) impls.Handles { return make(handles, n) }

// Spawn is impls.World.Spawn.
func (w *World) Spawn(bundle int, first uint32, dst impls.Handles) {
	es, set := dst.(handles), w.bundles[bundle]
	if w.cfg.Change != impls.PerEntity {
		w.Create(set, first, es)
		return
	}
	for i := range es {
		w.Create(set, first+uint32(i), es[i:i+1])
	}
}

// Run is impls.World.Run.
func (w *World) Run(system int, dt float32) (visited int) {
	s := &w.cfg.Systems[system]
	if w.backend.Join != nil && len(s.Without) == 0 && s.Exact() {
		return w.backend.Join(s.Kernel, w, dt)
	}
	members := w.Members(system)
	if s.Kernel != kernel.Idle {
		w.backend.Each(s.Kernel, members, w, dt)
	}
	return len(members)
}

// Hash is impls.World.Hash.
func (w *World) Hash(r impls.Handles, dst []uint64) {
	w.Runtime.Hash(r.(handles), dst, func(c kernel.Component) uint64 {
		return kernel.Salt(kernel.Component(slices.Index(w.numbers, c)))
	})
}

// Lookup is impls.Looker.
func (w *World) Lookup(r impls.Handles, c kernel.Component) (sum uint64) {
	having := w.Having(w.numbers[c])
	return w.Storage(w.numbers[c]).Look(r.(handles), &having)
}

// Join is the dispatch of backends that need no membership: a system goes
// through the storages of the components it requires, and meets its members
// there.
const Join = "join"

// DispatchOption is the option with which every backend offers the other ways
// to keep membership. The default comes first.
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

// ReuseOption is the option with which backends offer both orders in which IDs
// are reused.
func ReuseOption(byDefault string) impls.Option {
	return impls.Option{
		Name:    "reuse",
		Doc:     "which free ID lives again first: the one freed last, or the lowest",
		Default: byDefault,
		Values:  []string{Last, Lowest},
	}
}

// The values of [ReuseOption].
const (
	Last   = "last"
	Lowest = "lowest"
)

// Reuse returns the value of the option.
func Reuse(options impls.Values) ReuseOrder {
	if options["reuse"] == Lowest {
		return LowestFirst
	}
	return LastFirst
}
