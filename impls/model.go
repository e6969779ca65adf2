package impls

import (
	"reflect"

	"github.com/ecsbench/ecsbench/kernel"
)

// A Model is the reference world with all features: every entity a map of values, every
// handle a unique number, every pass a loop over all entities. It resembles
// examples/ownimpl, which is a module of its own and is checked by this model.
type Model struct {
	cfg      Config
	entities map[handle]*entity
	last     handle
	later    []func() int
	touched  map[kernel.Component]map[handle]bool
}

type handle int // 0 is no entity

type handles = HandlesOf[handle]

// An entity is a set of pointers to component values.
type entity struct {
	set    []kernel.Component // ascending
	values map[kernel.Component]any
	hash   uint64 // 0 since a change; caches most hashes
}

// NewModel returns an empty model.
func NewModel(cfg Config) *Model {
	return &Model{cfg: cfg, entities: make(map[handle]*entity), touched: make(map[kernel.Component]map[handle]bool)}
}

// state returns the state of a living entity.
func (m *Model) state(h handle) kernel.State {
	e := m.entities[h]
	return kernel.State{Types: m.cfg.Types, Set: e.set, Values: e.values}
}

// initial returns the initial value numbered n of a component.
func (m *Model) initial(c kernel.Component, n uint32) any {
	shape := m.cfg.Types[c].Of()
	p := reflect.New(shape.Go)
	shape.Init(p.UnsafePointer(), n)
	return p.Interface()
}

// Handles is World.Handles.
func (m *Model) Handles(n int) Handles { return make(handles, n) }

// Spawn is World.Spawn.
func (m *Model) Spawn(bundle int, first uint32, dst Handles) {
	es := dst.(handles)
	for i := range es {
		e := &entity{set: m.cfg.Bundles[bundle], values: make(map[kernel.Component]any)}
		for _, c := range e.set {
			e.values[c] = m.initial(c, first+uint32(i))
		}
		m.last++
		m.entities[m.last] = e
		es[i] = m.last
	}
}

// Destroy is Changer.
func (m *Model) Destroy(r Handles) (destroyed int) {
	for _, h := range r.(handles) {
		if m.entities[h] != nil {
			delete(m.entities, h)
			destroyed++
		}
	}
	return destroyed
}

// Exchange is Changer.
func (m *Model) Exchange(move int, r Handles, first uint32) (changed int) {
	do := m.cfg.Moves[move]
	for i, h := range r.(handles) {
		e := m.entities[h]
		if e == nil || !do.Fits(e.set) {
			continue
		}
		e.set, e.hash = do.Of(e.set), 0
		if do.Remove {
			delete(e.values, do.Component)
		} else {
			e.values[do.Component] = m.initial(do.Component, first+uint32(i))
		}
		changed++
	}
	return changed
}

// Later is Deferrer.
func (m *Model) Later(move int, r Handles, first uint32) {
	m.later = append(m.later, func() int {
		if move < 0 {
			return m.Destroy(r)
		}
		return m.Exchange(move, r, first)
	})
}

// Flush is Deferrer.
func (m *Model) Flush() (changed int) {
	for _, do := range m.later {
		changed += do()
	}
	m.later = nil
	return changed
}

// Clear is World.Clear.
func (m *Model) Clear() int {
	cleared := len(m.entities)
	clear(m.entities)
	return cleared
}

// Len is World.Len.
func (m *Model) Len() int { return len(m.entities) }

// Run is World.Run.
func (m *Model) Run(system int, dt float32) (visited int) {
	s := &m.cfg.Systems[system]
	for _, e := range m.entities {
		if !s.Wants(e.set) {
			continue
		}
		visited++
		if s.Kernel == kernel.Idle {
			continue
		}
		e.hash = 0
		k := s.Kernel.Get()
		parameters := make([]any, len(k.Needs))
		for i, c := range k.Needs {
			parameters[i] = e.values[c]
		}
		k.Apply(parameters, dt)
	}
	return visited
}

// Tick is Ticker.
func (m *Model) Tick(_ int, dt float32) (visited []int) {
	for system := range m.cfg.Systems {
		visited = append(visited, m.Run(system, dt))
	}
	return visited
}

// Lookup is Looker.
func (m *Model) Lookup(r Handles, c kernel.Component) (sum uint64) {
	for _, h := range r.(handles) {
		if e := m.entities[h]; e != nil && e.values[c] != nil {
			sum += kernel.GlanceAt(reflect.ValueOf(e.values[c]).UnsafePointer(), m.cfg.Types[c].Of().Go.Size())
		}
	}
	return sum
}

// Touch is Detector.
func (m *Model) Touch(r Handles, c kernel.Component) {
	if m.touched[c] == nil {
		m.touched[c] = make(map[handle]bool)
	}
	for _, h := range r.(handles) {
		if e := m.entities[h]; e != nil && e.values[c] != nil {
			kernel.TouchAt(reflect.ValueOf(e.values[c]).UnsafePointer(), 1)
			e.hash = 0
			m.touched[c][h] = true
		}
	}
}

// Changed is Detector.
func (m *Model) Changed(c kernel.Component) (visited int, sum uint64) {
	for h := range m.touched[c] {
		if e := m.entities[h]; e != nil && e.values[c] != nil {
			visited++
			sum += m.Lookup(handles{h}, c)
		}
	}
	clear(m.touched[c])
	return visited, sum
}

// Hash is World.Hash.
func (m *Model) Hash(r Handles, dst []uint64) {
	for i, h := range r.(handles) {
		dst[i] = 0
		if e := m.entities[h]; e != nil {
			if e.hash == 0 {
				e.hash = m.state(h).Hash()
			}
			dst[i] = e.hash
		}
	}
}
