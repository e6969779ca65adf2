package ecs

import (
	"fmt"
	"reflect"
	"strings"
)

// Tick runs all systems that are on, in order ([Sim.Add]), and then handles
// events ([Sim.Handle]). Changes are made at each barrier and at the end. It
// returns what has gone wrong; what has gone well is done all the same.
func (s *Sim) Tick(dt Seconds) error {
	if s.ticking {
		return fmt.Errorf("tick while %s: a system does not tick", s.busy())
	}
	if s.iterated() {
		return fmt.Errorf("tick while a query is being iterated: end the loop first")
	}
	if s.plan == nil {
		s.plan = s.newPlan()
	}
	s.seconds = dt
	s.ticking = true
	s.apply(s.later)
	s.settle()
	for i := range s.plan.phases {
		s.runPhase(&s.plan.phases[i])
	}
	s.handle()
	s.ticking = false
	return s.Err()
}

// runPhase runs systems and makes the changes they ask for.
func (s *Sim) runPhase(p *phase) {
	s.execute(p)
	for _, y := range p.systems {
		s.apply(y.do)
	}
	s.settle()
}

// DefineEvent makes T an event: a component type, of which [Emit] makes entities
// that live until the handlers have seen them.
func DefineEvent[T any](s *Sim, storage ...StorageOf[T]) error {
	if err := Define(s, storage...); err != nil {
		return err
	}
	s.events[reflect.TypeFor[T]()] = true
	return nil
}

// maxRounds is how often the handlers run in a tick.
const maxRounds = 100

// handle runs the handlers until there are no new events. Each handler sees each
// event once.
func (s *Sim) handle() {
	for round := 0; len(s.fresh) > 0; round++ {
		s.seen = append(s.seen[:0], s.fresh...)
		s.fresh = s.fresh[:0]
		if round == maxRounds {
			s.report(s.endless())
		} else {
			s.execute(&s.plan.handlers)
		}
		s.changing, s.changed = true, true
		s.kill(s.seen)
		s.changing = false
		s.emitters = s.emitters[:0]
		if round < maxRounds {
			for _, y := range s.handlers {
				if y.do.emitted > 0 {
					s.emitters = append(s.emitters, y)
				}
				s.apply(y.do)
			}
		}
		s.settle()
	}
}

// endless says who does not stop emitting, and what.
func (s *Sim) endless() error {
	var names, events []string
	for _, y := range s.emitters {
		names = append(names, fmt.Sprintf("%q", y.name))
	}
	for _, c := range s.world.Components(s.seen[0]) {
		events = append(events, s.names[c])
	}
	return fmt.Errorf("system %s still emits %s after %d rounds of handlers in one tick: emit on a condition that comes to an end, or in the next tick; %d events are dropped",
		strings.Join(names, " and "), strings.Join(events, " "), maxRounds, len(s.seen))
}
