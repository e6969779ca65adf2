package format

import (
	"math/bits"
	"slices"

	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// A Mode is how a program works with entities. Results of different modes are not comparable.
type Mode string

// The access modes.
const (
	AnyMode   Mode = "library" // as the library does it best
	PerEntity Mode = "entity"  // a call for each changed entity
	ByList    Mode = "batch"   // a call for a list of changed entities
	ByFilter  Mode = "filter"  // a call for all entities of a filter
	Chunk     Mode = "chunk"   // loops over slices of components
)

// batched are the operations on lists of entities.
var batched = []drive.Op{drive.Spawn, drive.Destroy, drive.Change, drive.Replace}

// modes checks that the measured steps have the mode.
func (c *compiler) modes() {
	at := c.file.Mode.At
	batch := slices.ContainsFunc(c.Spec.Steps, func(s drive.Step) bool { return s.Measured && slices.Contains(batched, s.Op) })
	for i, s := range c.Spec.Steps {
		if !s.Measured {
			continue
		}
		system := s.Op == drive.System
		at.rejectIf(system && (c.Mode == ByList && !batch || c.Mode == ByFilter), "mode %s is for changes, and system %s is measured: want library, entity or chunk", c.Mode, s.Name)
		at.rejectIf(!system && c.Mode == Chunk, "mode chunk is for systems, and %s is measured: want library, entity, batch or filter", s.Name)
		at.rejectIf(c.Mode == ByList && !batch, "mode batch is for spawn, destroy and change, and %s is measured", s.Name)
		if c.Mode != ByFilter || s.Op == drive.Spawn && !c.Spec.Changes(i) {
			continue
		}
		c.Spec.Steps[i].All = true
		at.rejectIf(s.Op != drive.Destroy && s.Op != drive.Change || s.Order == drive.Turns, "mode filter is for destroy and change, and %s is measured", s.Name)
		at.rejectIf(s.Add != 0 && s.Drop != 0, "mode filter: %s adds and removes components: write a change of one kind", s.Name)
		common := ^uint64(0)
		for _, k := range c.Spec.Kinds {
			common &= k.Has
		}
		at.rejectIf(common == 0, "mode filter: no component belongs to all kinds")
		at.rejectIf(s.Op == drive.Destroy && s.Undo && c.matching(&s) > 0, "mode filter destroys all entities that fit: want none at the start, such as count: 0")
		at.rejectIf(bits.OnesCount64(s.Kinds&c.allKinds()) != len(c.Spec.Kinds) || !s.Undo && s.Count != c.matching(&s),
			"mode filter changes all entities that fit: %s has %g of %g", s.Name, s.Count, c.matching(&s))
	}
	for _, a := range c.Systems {
		at.rejectIf(c.Mode == Chunk && c.Spec.Steps[a.Step].Measured && (len(a.Optional) > 0 || a.Handle || a.Once || len(a.Read)+len(a.Write) == 0),
			"mode chunk: system %s has more than read and write", c.Spec.Steps[a.Step].Name)
	}
}
