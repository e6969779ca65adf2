package check

import (
	"errors"
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

// An Open opens a world of the implementation under test.
type Open func(impls.Config) (impls.World, error)

// A Machine does the same things to a world and to the model, and compares.
//
// Implementations without handles are driven too, by what is left: spawning,
// updating and destroying everything.
type Machine struct {
	world   impls.World
	model   *Model
	handles bool // whether the world has entity handles

	// Handles that were given out, and the model's for the same entities:
	// of living entities and of dead ones.
	theirs, ours []impls.Entity
	known        map[impls.Entity]int // index by their handle
}

// maxEntities bounds the state, because the model is slow.
const maxEntities = 250

// arena is the configuration of machines. More than 64 types make signatures
// of two words; the systems include one that requires nothing, two that
// require the same, and some that require more than their kernel works on.
func arena() impls.Config {
	cfg := impls.Config{
		Components: impls.ComponentKinds(70),
		Sets:       [][]impls.Component{{}, {0}, {0, 1}, {0, 1, 2}, {0, 3}, {0, 1, 2, 3, 4, 5}, {1}, {6, 9, 64}, {0, 1, 6, 69}, allOf(70)},
		Systems: []impls.System{
			{},
			{Requires: []impls.Component{6}},
			{Requires: []impls.Component{6, 64}},
			{Requires: []impls.Component{0, 1, 6}, Kernel: impls.MovePos},
			{Requires: []impls.Component{0, 1}, Kernel: impls.DriftPos},
			{Requires: []impls.Component{0, 1}, Kernel: impls.MovePos},
		},
	}
	for k := impls.DriftPos; k <= impls.AnimateAll; k++ {
		cfg.Systems = append(cfg.Systems, impls.System{Requires: k.Requires(), Kernel: k})
	}
	return cfg
}

func allOf(n int) []impls.Component {
	all := make([]impls.Component, n)
	for i := range all {
		all[i] = impls.Component(i)
	}
	return all
}

// touched are the components that machines add and remove.
var touched = []impls.Component{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 63, 64, 69}

// open opens a world with handles, or else without.
func (open Open) open(cfg impls.Config) (w impls.World, handles bool, err error) {
	cfg.Needs = impls.Handles
	w, err = open(cfg)
	var unsupported *impls.Unsupported
	if errors.As(err, &unsupported) {
		cfg.Needs = 0
		w, err = open(cfg)
		return w, false, err
	}
	return w, true, err
}

// NewMachine opens an empty world to be driven.
func NewMachine(open Open) (*Machine, error) {
	cfg := arena()
	w, handles, err := open.open(cfg)
	if err != nil {
		return nil, fmt.Errorf("open a world of %d component types: %w", len(cfg.Components), err)
	}
	return &Machine{world: w, model: NewModel(cfg), handles: handles, known: make(map[impls.Entity]int)}, nil
}

// An Action is one thing that a machine can do.
type Action struct {
	Name string
	Do   func(Source) error
}

// Actions lists what the machine can do with its world.
func (m *Machine) Actions() []Action {
	actions := []Action{
		{"spawn", m.spawn},
		{"update", m.update},
		{"destroy all", m.destroyAll},
		{"each", m.each},
	}
	if m.handles {
		actions = append(actions,
			Action{"destroy", m.destroy},
			Action{"add", m.add},
			Action{"remove", m.remove},
			Action{"each changing", m.eachChanging},
		)
	}
	return actions
}

// Step does what the source chooses, and compares.
func (m *Machine) Step(src Source) error {
	actions := m.Actions()
	a := actions[src.IntN(len(actions))]
	if a.Name == "destroy all" && src.IntN(4) > 0 { // else worlds would stay small
		a = actions[0]
	}
	if err := a.Do(src); err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	if err := m.Compare(); err != nil {
		return fmt.Errorf("after %s: %w", a.Name, err)
	}
	return nil
}

// Compare compares the states of all entities, dead ones included.
func (m *Machine) Compare() error {
	if got, want := m.world.Len(), m.model.Len(); got != want {
		return fmt.Errorf("Len is %d, want %d", got, want)
	}
	got, want := make([]uint64, len(m.theirs)), make([]uint64, len(m.ours))
	m.world.Hash(m.theirs, got)
	m.model.Hash(m.ours, want)
	for i := range want {
		e, alive := m.theirs[i], m.model.Alive(m.ours[i])
		switch {
		case m.world.Alive(e) != alive:
			return fmt.Errorf("Alive(%#x) is %v, want %v", uint64(e), !alive, alive)
		case got[i] != want[i]:
			return fmt.Errorf("Hash of entity %#x (alive: %v) is %#x, want %#x", uint64(e), alive, got[i], want[i])
		}
		c := touched[i%len(touched)]
		if has := m.model.Has(m.ours[i], c); m.world.Has(e, c) != has {
			return fmt.Errorf("Has(%#x, %d) is %v, want %v", uint64(e), c, !has, has)
		}
	}
	return nil
}

// learn takes note of new entities.
func (m *Machine) learn(theirs, ours []impls.Entity) error {
	for i, e := range theirs {
		if e == 0 {
			return errors.New("0 was given out as a handle, but means no entity")
		}
		if _, seen := m.known[e]; seen {
			return fmt.Errorf("handle %#x was given out twice", uint64(e))
		}
		m.known[e] = len(m.theirs)
		m.theirs = append(m.theirs, e)
		m.ours = append(m.ours, ours[i])
	}
	return nil
}

// pick chooses entities: a few, of which some may be dead, or 0, or the same
// one twice; or all, in one order or the other.
func (m *Machine) pick(src Source) (theirs, ours []impls.Entity) {
	n := len(m.theirs)
	take := func(i int) {
		theirs, ours = append(theirs, m.theirs[i]), append(ours, m.ours[i])
	}
	switch way := src.IntN(8); {
	case way == 0:
		for i := range n {
			take(i)
		}
	case way == 1:
		for i := range n {
			take(n - 1 - i)
		}
	case way == 2 && n > 0: // a range
		from := src.IntN(n)
		for i := from; i < min(n, from+40); i++ {
			take(i)
		}
	default:
		for range src.IntN(12) {
			if i := src.IntN(n + 1); i < n {
				take(i)
			} else {
				theirs, ours = append(theirs, 0), append(ours, 0)
			}
		}
	}
	return theirs, ours
}
