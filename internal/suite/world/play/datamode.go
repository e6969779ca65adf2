package play

import (
	"cmp"
	"slices"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
)

// PerEntity reports whether each changed entity has a call.
func (p *Data) PerEntity() bool { return p.Mode == format.PerEntity }

// ByList reports whether a list of changed entities has a call.
func (p *Data) ByList() bool { return p.Mode == format.ByList }

// ByFilter reports whether a change is a call for all entities of a filter.
func (p *Data) ByFilter(s *Step) bool {
	return p.Mode == format.ByFilter && s.Measured && p.Library != "reference"
}

// DestroysAll returns the measured step that destroys all entities of a filter, or nil.
func (p *Data) DestroysAll() *Step {
	i := slices.IndexFunc(p.Steps, func(s *Step) bool { return s.Op == drive.Destroy && p.ByFilter(s) })
	if i < 0 {
		return nil
	}
	return p.Steps[i]
}

// common is a component of all kinds, nil without any.
func (p *Data) common(w *format.World) *Component {
	all := ^uint64(0)
	for _, k := range w.Spec.Kinds {
		all &= k.Has
	}
	if of := p.of(all); len(of) > 0 {
		return of[0]
	}
	return nil
}

// SpawnsLists reports whether entities of one kind are created with a call. The reference does
// not.
func (p *Data) SpawnsLists() bool {
	return p.ByList() && slices.Contains(p.library.Lists, drive.Spawn)
}

// verbs are the operations that a mode changes, in messages.
var verbs = map[drive.Op]string{drive.Spawn: "creates", drive.Destroy: "destroys", drive.Change: "changes components of"}

// scenarios that measure these operations.
var scenarios = map[drive.Op]string{drive.Destroy: "destroy", drive.Change: "exchange"}

// Has reports whether a step has this operation.
func (p *Data) Has(op drive.Op) bool {
	return slices.ContainsFunc(p.Steps, func(s *Step) bool { return s.Op == op })
}

// Loads reports whether the program loads worlds. The reference does not.
func (p *Data) Loads() bool { return p.Library != "reference" && p.Has(drive.Save) }

// Parallel returns the system that divides its entities among goroutines, or nil.
func (p *Data) Parallel() *Step {
	i := slices.IndexFunc(p.Systems, (*Step).Parallel)
	if i < 0 {
		return nil
	}
	return p.Systems[i]
}

// needs returns the scenario of the feature that a step needs of the library, "" for none. Frames
// emulate detection and observers; measured steps do not.
func (s *Step) needs() string {
	switch {
	case s.Later:
		return "deferred"
	case s.Op == drive.Clone || s.Op == drive.Despawn || s.Op == drive.Save:
		return string(s.Op)
	case s.Parallel():
		return "parallel"
	case s.Measured && s.Op == drive.Detect:
		return "detect"
	case s.Measured && slices.ContainsFunc(s.Add, func(c *Component) bool { return c.Observers > 0 }):
		return "observe"
	}
	return ""
}

// Lacks returns the reason why the library does not have a feature that a step needs, or the
// access mode of the measured steps; "" if it has them. It continues a sentence that begins with
// the name of the library.
func (p *Data) Lacks() string {
	if p.Library == "reference" {
		return ""
	}
	for _, s := range p.Steps {
		if reason := p.library.Why(s.needs()); reason != "" {
			return reason
		}
	}
	for _, op := range p.measured() {
		verb, changes := verbs[op]
		switch {
		case p.Mode == format.Chunk && !p.library.Chunks:
			return "has loops without slices of components"
		case p.Mode == format.ByList && changes && !slices.Contains(p.library.Lists, op):
			return verb + " entities one by one only"
		case p.Mode == format.ByFilter && op != drive.Spawn && changes && !slices.Contains(p.library.Filters, op):
			return cmp.Or(p.library.Why(scenarios[op]+":mode=filter"), "has no call that "+verb+" all entities of a filter")
		}
	}
	return ""
}

// measured lists the measured operations.
func (p *Data) measured() (ops []drive.Op) {
	if p.Quantity != "" {
		ops = append(ops, drive.Spawn)
	}
	for _, s := range p.Steps {
		switch {
		case s.Measured && s.Op == drive.Replace:
			ops = append(ops, drive.Destroy, drive.Spawn)
		case s.Measured:
			ops = append(ops, s.Op)
		}
	}
	return ops
}
