package impls

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/kernel"
)

// An Open opens a world of the implementation under test.
type Open func(Config) (World, error)

// A Machine applies the same operations to a world and to the model, and compares the
// results.
//
// Operations that the world lacks are skipped.
type Machine struct {
	world World
	model *Model
	cfg   Config

	// Issued handles, and the model's for the same entities, living and dead.
	theirs, ours Handles
	count        int

	done []string // operations so far, for error messages
}

const (
	maxEntities = 250  // the model is slow
	maxHandles  = 1500 // all are compared after each step
)

// arena is the configuration of machines. The systems include one without requirements and
// two with equal ones. Kernels have at most this many components.
func arena(n, most int) Config {
	far, last := kernel.Component(n-6), kernel.Component(n-1)
	cfg := Config{
		Types:   kernel.Types(n),
		Bundles: [][]kernel.Component{{}, {0}, {0, 1}, {0, 1, 2}, {0, 3}, {0, 1, 2, 3, 4, 5, 6, 7}, {1}, {8, 9, far}, {0, 1, 8, last}, allOf(n)},
		Systems: []System{
			{},
			{Requires: []kernel.Component{8}},
			{Requires: []kernel.Component{8, far}},
			{Requires: []kernel.Component{0, 1, 8}},
			SystemOf(kernel.MoveID),
		},
	}
	for i, k := range kernel.All() {
		if len(k.Needs) <= most {
			cfg.Systems = append(cfg.Systems, SystemOf(kernel.ID(i+1)))
		}
	}
	for _, c := range []kernel.Component{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, far - 1, far, last} {
		cfg.Moves = append(cfg.Moves, Move{Component: c}, Move{Component: c, Remove: true})
	}
	return cfg
}

func allOf(n int) []kernel.Component {
	all := make([]kernel.Component, n)
	for i := range all {
		all[i] = kernel.Component(i)
	}
	return all
}

// NewMachine opens an empty world.
func NewMachine(open Open) (m *Machine, err error) {
	return m, inArena(func(cfg Config) error {
		m, err = newMachine(open, cfg)
		return err
	})
}

// inArena calls do with the largest arena that the implementation supports. Signatures
// of more than 64 component types need two words.
func inArena(do func(Config) error) (err error) {
	for most := kernel.Most; most >= 5; most-- {
		for _, types := range []int{70, 60} {
			if err = do(arena(types, most)); !errors.As(err, new(*Unsupported)) {
				return err
			}
		}
	}
	return err
}

func newMachine(open Open, cfg Config) (*Machine, error) {
	w, err := open(cfg)
	if err != nil {
		return nil, fmt.Errorf("open a world of %d component types: %w", len(cfg.Types), err)
	}
	m := &Machine{world: w, model: NewModel(cfg), cfg: cfg}
	m.theirs, m.ours = w.Handles(maxHandles), m.model.Handles(maxHandles)
	if m.theirs == nil || m.theirs.Len() != maxHandles {
		return nil, fmt.Errorf("Handles(%d) has no room for so many handles", maxHandles)
	}
	return m, nil
}

// An Action is an operation of a machine.
type Action struct {
	Name string
	Do   func(Choices) error
}

// Actions lists the operations that the world supports.
func (m *Machine) Actions() []Action {
	actions := []Action{{"Spawn", m.spawn}, {"Run", m.run}, {"Clear", m.clear}}
	if _, ok := m.world.(Destroyer); ok {
		actions = append(actions, Action{"Destroy", m.destroy})
	}
	if _, ok := m.world.(Changer); ok {
		actions = append(actions, Action{"Exchange", m.exchange})
	}
	if _, ok := m.world.(Looker); ok {
		actions = append(actions, Action{"Lookup", m.lookup})
	}
	if _, ok := m.world.(Deferrer); ok {
		actions = append(actions, Action{"Later", m.later}, Action{"Flush", m.flush})
	}
	if _, ok := m.world.(Ticker); ok {
		actions = append(actions, Action{"Tick", m.tick})
	}
	return actions
}

// Step runs a random action, and compares.
func (m *Machine) Step(src Choices) error {
	actions := m.Actions()
	a := actions[src.IntN(len(actions))]
	if a.Name == "Clear" && src.IntN(4) > 0 { // otherwise worlds stay small
		a = actions[0]
	}
	if err := a.Do(src); err != nil {
		return err
	}
	return m.Compare()
}

// did records the next operation.
func (m *Machine) did(format string, args ...any) {
	m.done = append(m.done, fmt.Sprintf(format, args...))
}

// Compare compares the states of all entities, living and dead.
func (m *Machine) Compare() error {
	if got, want := m.world.Len(), m.model.Len(); got != want {
		return m.errorf("Len is %d, want %d", got, want)
	}
	if difference := m.difference(); difference != "" {
		return errors.New(m.after() + difference)
	}
	return nil
}

// errorf is the error of a method with a wrong result. It includes the first entity that
// differs.
func (m *Machine) errorf(format string, args ...any) error {
	text := m.after() + fmt.Sprintf(format, args...)
	if difference := m.difference(); difference != "" {
		text += "; " + difference
	}
	return errors.New(text)
}

// mostTold limits the operations in an error.
const mostTold = 6

// after prefixes an error with the operations.
func (m *Machine) after() string {
	told := m.done
	if n := len(told) - mostTold; n > 0 {
		told = append([]string{fmt.Sprintf("%d steps", n)}, told[n:]...)
	}
	if len(told) == 0 {
		return ""
	}
	return "after " + strings.Join(told, ", ") + ": "
}

// difference describes the first entity whose state differs from the model's, "" if
// there is none.
func (m *Machine) difference() string {
	got, want := make([]uint64, m.count), make([]uint64, m.count)
	m.world.Hash(m.theirs.Slice(0, m.count), got)
	m.model.Hash(m.ours.Slice(0, m.count), want)
	for i := range want {
		if want[i] == got[i] {
			continue
		}
		if want[i] == 0 {
			text := fmt.Sprintf("the handle of entity %d is stale, but Hash treats it as alive", i+1)
			if at := slices.Index(want, got[i]); at >= 0 {
				text += fmt.Sprintf(": it has the state of entity %d", at+1)
			}
			return text
		}
		e := m.model.state(m.ours.(handles)[i])
		who := fmt.Sprintf("entity %d (%s)", i+1, m.names(e.Set))
		if got[i] == 0 {
			return who + " is alive, but not for Hash"
		}
		return who + ": " + kernel.Explain(e, got[i])
	}
	return ""
}

func (m *Machine) pick(src Choices) (theirs, ours Handles) {
	at := m.choose(src)
	return m.theirs.Pick(at), m.ours.Pick(at)
}

// choose chooses entities: a few, possibly with dead ones, or none, or one twice; or
// all, in either order.
func (m *Machine) choose(src Choices) (at []int) {
	n := m.count
	switch way := src.IntN(8); {
	case way == 0:
		for i := range n {
			at = append(at, i)
		}
	case way == 1:
		for i := range n {
			at = append(at, n-1-i)
		}
	case way == 2 && n > 0: // a range
		from := src.IntN(n)
		for i := from; i < min(n, from+40); i++ {
			at = append(at, i)
		}
	default:
		for range src.IntN(12) {
			i := src.IntN(n + 1)
			if i == n {
				i = -1
			}
			at = append(at, i)
		}
	}
	return at
}
