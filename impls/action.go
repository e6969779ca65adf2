package impls

import (
	"fmt"
	"reflect"

	"github.com/ecsbench/ecsbench/kernel"
)

func (m *Machine) spawn(src Choices) error {
	bundle, first, n := src.IntN(len(m.cfg.Bundles)), uint32(src.IntN(3000)), src.IntN(20)
	if src.IntN(8) == 0 {
		n = 70
	}
	return m.spawnSome(bundle, first, min(n, maxEntities-m.model.Len(), maxHandles-m.count))
}

func (m *Machine) spawnSome(bundle int, first uint32, n int) error {
	m.did("Spawn of %s (%s)", several(n, "entity", "entities"), m.names(m.cfg.Bundles[bundle]))
	m.world.Spawn(bundle, first, m.theirs.Slice(m.count, m.count+n))
	m.model.Spawn(bundle, first, m.ours.Slice(m.count, m.count+n))
	m.count += n
	if got, want := m.world.Len(), m.model.Len(); got != want {
		return m.errorf("Len is %d, want %d", got, want)
	}
	return nil
}

func (m *Machine) run(src Choices) error { return m.runSystem(src.IntN(len(m.cfg.Systems))) }

func (m *Machine) runSystem(system int) error {
	m.did("Run of %s", m.system(system))
	got := m.world.Run(system, kernel.DeltaTime)
	if want := m.model.Run(system, kernel.DeltaTime); got != want {
		return m.errorf("it visited %s, want %d", several(got, "entity", "entities"), want)
	}
	return nil
}

// system describes a system: "Move (position, velocity)".
func (m *Machine) system(at int) string {
	s := m.cfg.Systems[at]
	text := fmt.Sprintf("%v (%s", s.Kernel, m.names(s.Requires))
	if len(s.Without) > 0 {
		text += " without " + m.names(s.Without)
	}
	return text + ")"
}

func (m *Machine) names(set []kernel.Component) string { return kernel.Names(m.cfg.Types, set) }

func (m *Machine) tick(src Choices) error {
	workers := 1 + src.IntN(4)
	m.did("Tick on %s", several(workers, "worker", "workers"))
	got, want := m.world.(Ticker).Tick(workers, kernel.DeltaTime), m.model.Tick(workers, kernel.DeltaTime)
	if len(got) != len(want) {
		return m.errorf("Tick returned %d systems, want %d", len(got), len(want))
	}
	for system := range want {
		if got[system] != want[system] {
			return m.errorf("%s visited %s, want %d", m.system(system), several(got[system], "entity", "entities"), want[system])
		}
	}
	return nil
}

func (m *Machine) clear(Choices) error {
	m.did("Clear")
	if got, want := m.world.Clear(), m.model.Clear(); got != want {
		return m.errorf("Clear ended %s, want %d", several(got, "entity", "entities"), want)
	}
	if _, lasting := m.world.(Destroyer); !lasting { // otherwise old handles may be reused
		m.count = 0
	}
	return nil
}

func (m *Machine) destroy(src Choices) error {
	theirs, ours := m.pick(src)
	m.did("Destroy of %s", several(theirs.Len(), "handle", "handles"))
	if got, want := m.world.(Destroyer).Destroy(theirs), m.model.Destroy(ours); got != want {
		return m.errorf("Destroy ended %s, want %d", several(got, "entity", "entities"), want)
	}
	return nil
}

func (m *Machine) exchange(src Choices) error {
	move, first := src.IntN(len(m.cfg.Moves)), uint32(src.IntN(3000))
	return m.exchangeSome(move, m.choose(src), first)
}

func (m *Machine) exchangeSome(move int, at []int, first uint32) error {
	theirs, ours := m.theirs.Pick(at), m.ours.Pick(at)
	m.did("Exchange of %s (%s)", several(theirs.Len(), "handle", "handles"), m.move(move))
	got, want := m.world.(Changer).Exchange(move, theirs, first), m.model.Exchange(move, ours, first)
	if got != want {
		return m.errorf("Exchange changed %s, want %d", several(got, "entity", "entities"), want)
	}
	return nil
}

// move describes a move: "adds mass".
func (m *Machine) move(at int) string {
	if at < 0 {
		return "destroys"
	}
	do := m.cfg.Moves[at]
	name := m.cfg.Types[do.Component].Name
	if do.Remove {
		return "removes " + name
	}
	return "adds " + name
}

func (m *Machine) lookup(src Choices) error {
	theirs, ours := m.pick(src)
	c := m.component(src)
	m.did("Lookup of %s of %s", m.cfg.Types[c].Name, several(theirs.Len(), "handle", "handles"))
	looker := m.world.(Looker)
	if looker.Lookup(theirs, c) == m.model.Lookup(ours, c) {
		return nil
	}
	name := m.cfg.Types[c].Name
	for i := range ours.Len() {
		one := []int{i}
		if looker.Lookup(theirs.Pick(one), c) == m.model.Lookup(ours.Pick(one), c) {
			continue
		}
		e := m.model.entities[ours.(handles)[i]]
		switch {
		case ours.(handles)[i] == 0:
			return m.errorf("Lookup finds a %s with the handle of no entity", name)
		case e == nil:
			return m.errorf("Lookup finds a %s with a stale handle, want it to skip the handle", name)
		case e.values[c] == nil:
			return m.errorf("Lookup finds a %s of an entity that has none (%s)", name, m.names(e.set))
		}
		return m.errorf("Lookup does not find the %s of an entity that has one, or its value is not %+v", name, reflect.ValueOf(e.values[c]).Elem())
	}
	return m.errorf("Lookup is right for each entity alone, but not for all together")
}

// component draws a component of the bundles.
func (m *Machine) component(src Choices) kernel.Component {
	set := m.cfg.Bundles[src.IntN(len(m.cfg.Bundles))]
	if len(set) == 0 {
		return kernel.PositionID
	}
	return set[src.IntN(len(set))]
}

// touch writes to a recorded component, and changed finds the writes.
func (m *Machine) touch(src Choices) error {
	theirs, ours := m.pick(src)
	c := m.cfg.Detect[src.IntN(len(m.cfg.Detect))]
	m.did("Touch of %s of %s", m.cfg.Types[c].Name, several(theirs.Len(), "handle", "handles"))
	m.world.(Detector).Touch(theirs, c)
	m.model.Touch(ours, c)
	return nil
}

func (m *Machine) changed(src Choices) error {
	c := m.cfg.Detect[src.IntN(len(m.cfg.Detect))]
	m.did("Changed of %s", m.cfg.Types[c].Name)
	got, gotSum := m.world.(Detector).Changed(c)
	want, wantSum := m.model.Changed(c)
	if got != want || gotSum != wantSum {
		return m.errorf("Changed visited %s with the sum %#x, want %d with %#x", several(got, "entity", "entities"), gotSum, want, wantSum)
	}
	return nil
}

// later requests a change; it must not happen yet.
func (m *Machine) later(src Choices) error {
	move, first := src.IntN(len(m.cfg.Moves)+3)-3, uint32(src.IntN(3000))
	theirs, ours := m.pick(src)
	m.did("Later of %s (%s)", several(theirs.Len(), "handle", "handles"), m.move(max(-1, move)))
	m.world.(Deferrer).Later(max(-1, move), theirs, first)
	m.model.Later(max(-1, move), ours, first)
	return nil
}

// flush makes the changes once, runs the dependent systems, and makes other changes to
// detect a second time.
func (m *Machine) flush(src Choices) error {
	for range 2 {
		m.did("Flush")
		if got, want := m.world.(Deferrer).Flush(), m.model.Flush(); got != want {
			return m.errorf("Flush changed %s, want %d", several(got, "entity", "entities"), want)
		}
		if err := m.run(src); err != nil {
			return err
		}
		for range 3 {
			if _, ok := m.world.(Changer); !ok {
				break
			}
			if err := m.exchange(src); err != nil {
				return err
			}
		}
	}
	return nil
}

// several formats a number of things.
func several(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprint(n, " ", many)
}
