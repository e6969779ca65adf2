package ecs

import (
	"fmt"
	"strings"
)

// String writes the handle as ID and life: e12.3 is the third entity of ID 12.
func (e Entity) String() string {
	switch {
	case e == NoEntity:
		return "no entity"
	case e&promise != 0:
		return fmt.Sprintf("promise %d", uint32(e))
	}
	return fmt.Sprintf("e%d.%d", e.ID(), e.generation()/2+1)
}

// A nameTable has the names of entities.
type nameTable struct {
	byName map[string]Entity
	of     map[Entity]string
}

func newNameTable() nameTable {
	return nameTable{make(map[string]Entity), make(map[Entity]string)}
}

func (t nameTable) forget(e Entity) {
	if name, named := t.of[e]; named {
		delete(t.of, e)
		delete(t.byName, name)
	}
}

// Name gives an entity a name that no other one has, until its death; the empty
// name takes it away.
func (s *Sim) Name(e Entity, name string) error {
	if s.ticking && !s.changing {
		return fmt.Errorf("name %s %q while %s: name it between ticks", s.Called(e), name, s.busy())
	}
	if !s.world.Alive(e) {
		return fmt.Errorf("name %s %q: it is dead", s.Called(e), name)
	}
	if other, taken := s.entities.byName[name]; taken && other != e {
		return fmt.Errorf("name %s %q: %v has this name; choose another one", s.Called(e), name, other)
	}
	s.entities.forget(e)
	if name != "" {
		s.entities.of[e], s.entities.byName[name] = name, e
	}
	return nil
}

// Find returns the entity of a name, and false if there is none.
func (s *Sim) Find(name string) (Entity, bool) {
	e, ok := s.entities.byName[name]
	return e, ok
}

// Called returns the handle with the name of the entity, if it has one.
func (s *Sim) Called(e Entity) string {
	if name, named := s.entities.of[e]; named {
		return fmt.Sprintf("%q (%v)", name, e)
	}
	return e.String()
}

// Components lists the names of all component types.
func (s *Sim) Components() []string { return append([]string(nil), s.names...) }

// Dump describes an entity: a line with its name, and one for each component.
func (s *Sim) Dump(e Entity) string {
	if s.ticking && !s.changing {
		return fmt.Sprintf("%s, while %s", s.Called(e), s.busy())
	}
	if !s.world.Alive(e) {
		return s.Called(e) + ", dead\n"
	}
	var b strings.Builder
	fmt.Fprintln(&b, s.Called(e))
	for _, c := range s.world.Components(e) {
		fmt.Fprintf(&b, "  %s %+v\n", s.names[c], s.columns[c].value(e.ID()))
	}
	return b.String()
}
