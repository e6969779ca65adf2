package format

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/kernel"
)

// alone are the operations that can be timed on their own: a frame without the others makes sense,
// and its work does not depend on the frame.
var alone = []drive.Op{drive.System, drive.Spawn, drive.Destroy, drive.Change, drive.Set, drive.Lookup, drive.Find, drive.Clone, drive.Despawn}

// measure marks the measured steps, or sets the quantity. Frames are not timed then.
func (c *compiler) measure() {
	f := c.file
	c.Mode = choice("mode", f.Mode, AnyMode, PerEntity, ByList, ByFilter, Chunk)
	c.Spec.Aged = f.Aged.Value
	f.Aged.At.rejectIf(f.Aged.Value > mostAged, "aged %d: want at most %d rounds", f.Aged.Value, mostAged)
	if len(f.Measure) == 0 {
		f.Mode.At.rejectIf(c.Mode != AnyMode && c.Mode != PerEntity, "mode: %s is for steps that are timed on their own: add measure", f.Mode.Value)
		return
	}
	var names []string
	for _, s := range c.Spec.Steps {
		if slices.Contains(alone, s.Op) && !slices.Contains(names, c.measurable(s)) {
			names = append(names, c.measurable(s))
		}
	}
	first := f.Measure[0]
	if q := drive.Quantity(first.Value); slices.Contains(drive.Quantities, q) && !slices.Contains(names, first.Value) {
		c.quantity(q)
	} else {
		c.steps(names)
	}
	for _, key := range []struct {
		name string
		at   Position
		is   bool
	}{
		{"budget", f.Budget.At, f.Budget.At != Position{}}, {"frames", f.Frames.At, f.Frames.Given}, {"warmup", f.Warmup.At, f.Warmup.Given},
		{"thresholds", f.Thresholds.At, f.Thresholds.At != Position{}}, {"entities: find", f.Entities.At, c.Find},
	} {
		key.at.rejectIf(key.is, "%s is about frames, and measure times steps on their own: remove one of them", key.name)
	}
	c.Spec.Frames, c.Spec.Warmup = 1, 0
}

// quantity sets the measured quantity. A world is verified after all systems have run once.
func (c *compiler) quantity(q drive.Quantity) {
	for _, t := range c.file.Measure[1:] {
		t.At.rejectIf(true, "measure: %s is measured alone: remove %s", q, t.Value)
	}
	for _, d := range c.file.Tick {
		d.At.rejectIf(true, "measure: %s does not depend on changes: remove %s", q, d.Name.Value)
	}
	c.file.Mode.At.rejectIf(c.Mode == ByFilter || c.Mode == Chunk, "mode %s: want library, entity or batch, because %s is measured", c.Mode, q)
	c.Spec.Quantity = q
	for i := range c.Spec.Steps {
		c.Spec.Steps[i].Measured = c.Spec.Steps[i].Op == drive.System
	}
}

// steps marks the measured steps; names are those that can be measured.
func (c *compiler) steps(names []string) {
	steps, systems := c.Spec.Steps, 0
	for _, t := range c.file.Measure {
		found := false
		for i := range steps {
			s := &steps[i]
			if c.measurable(*s) != t.Value || !slices.Contains(alone, s.Op) {
				continue
			}
			t.At.rejectIf(s.Measured, "measure: %s is there twice", t.Value)
			t.At.rejectIf(s.Every > 1, "measure: %s does not happen in every frame: remove every", t.Value)
			t.At.rejectIf(s.Op != drive.System && (s.Count < 1 || s.Count != math.Trunc(s.Count)),
				"measure: %s: want a whole number of entities from 1, not %g", t.Value, s.Count)
			s.Measured, found = true, true
			if s.Op == drive.System {
				systems++
			}
		}
		if !found {
			panic(t.At.errorf("measure: no system or change is named %s that can be timed on its own%s", quote(t.Value), display.DidYouMean(t.Value, names)))
		}
		t.At.rejectIf(systems > 0 && slices.ContainsFunc(steps, func(s drive.Step) bool { return s.Measured && s.Op != drive.System }),
			"measure: systems and changes together: measure one of them")
	}
	c.independent(c.file.Measure[0].At)
	c.modes()
}

const mostAged = 100

// independent rejects measured systems whose result depends on the order of their passes: the
// reference computes all passes of one system at once.
func (c *compiler) independent(at Position) {
	measured := slices.DeleteFunc(slices.Clone(c.Systems), func(a Access) bool { return !c.Spec.Steps[a.Step].Measured })
	for _, a := range measured {
		for _, b := range measured {
			uses := slices.Concat(a.Read, a.Optional)
			if a.Kernel == kernel.Idle || b.Kernel == kernel.Idle {
				uses = append(uses, a.Write...)
			}
			for _, n := range b.Write {
				at.rejectIf(a.Step != b.Step && slices.Contains(uses, n), "measure: system %s uses %s, which system %s writes: measure one of them",
					c.Spec.Steps[a.Step].Name, c.Components[n].Name, c.Spec.Steps[b.Step].Name)
			}
		}
	}
}

// measurable is the name of a step in measure: that of a system, or the key of a change.
func (c *compiler) measurable(s drive.Step) string {
	if s.Op == drive.System || s.Op == drive.Expire {
		return s.Name
	}
	return string(s.Op)
}
