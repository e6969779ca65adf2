package format

import (
	"math"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/kernel"
)

// alone are the operations that can be timed on their own: a frame without the others makes sense,
// and its work does not depend on the frame.
var alone = []drive.Op{
	drive.System, drive.Spawn, drive.Destroy, drive.Change, drive.Set, drive.Lookup, drive.Find, drive.Clone,
	drive.Despawn, drive.Save, drive.Detect, drive.Attach, drive.Visit, drive.Replace,
}

// measure marks the measured steps, or sets the quantity. Frames are not timed then.
func (c *compiler) measure() {
	f := c.file
	c.Mode = choice("mode", f.Mode, AnyMode, PerEntity, ByList, ByFilter, Chunk)
	c.Spec.Aged = f.Aged.Value
	f.Aged.At.rejectIf(f.Aged.Value > mostAged, "aged %d: want at most %d rounds", f.Aged.Value, mostAged)
	c.onlyMeasured()
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
	c.Spec.Repeat = f.Repeat.or(1)
	f.Repeat.At.rejectIf(c.Spec.Repeat < 1 || c.Spec.Repeat > mostRepeat, "repeat %d: want 1 to %d passes", c.Spec.Repeat, mostRepeat)
	for i, s := range c.Spec.Steps {
		f.Repeat.At.rejectIf(c.Spec.Repeat > 1 && s.Measured && c.Spec.Changes(i), "repeat: each pass of %s has a fresh world: remove repeat", s.Name)
	}
	for _, key := range []struct {
		name string
		at   Position
		is   bool
	}{
		{"budget", f.Budget.At, f.Budget.At != Position{}}, {"frames", f.Frames.At, f.Frames.Given && c.Spec.Quantity != drive.Tail}, {"warmup", f.Warmup.At, f.Warmup.Given},
		{"thresholds", f.Thresholds.At, f.Thresholds.At != Position{}}, {"entities: find", f.Entities.At, c.Find},
	} {
		key.at.rejectIf(key.is, "%s is about frames, and measure times steps on their own: remove one of them", key.name)
	}
	if c.Spec.Warmup = 0; c.Spec.Quantity != drive.Tail {
		c.Spec.Frames = 1
	}
}

// quantity sets the measured quantity. A world is verified after all systems have run once.
func (c *compiler) quantity(q drive.Quantity) {
	for _, t := range c.file.Measure[1:] {
		t.At.rejectIf(true, "measure: %s is measured alone: remove %s", q, t.Value)
	}
	for _, d := range c.file.Tick {
		d.At.rejectIf(q != drive.Tail, "measure: %s does not depend on changes: remove %s", q, d.Name.Value)
	}
	c.file.Mode.At.rejectIf(c.Mode == ByFilter || c.Mode == Chunk, "mode %s: want library, entity or batch, because %s is measured", c.Mode, q)
	c.Spec.Quantity = q
	if q == drive.Tail {
		c.tail()
		return
	}
	c.file.At.rejectIf(c.Spec.Total() == 0, "measure: %s: the world has no entities at the start", q)
	for i := range c.Spec.Steps {
		c.Spec.Steps[i].Measured = c.Spec.Steps[i].Op == drive.System
	}
}

// tail checks that frames have changes of single entities. Systems do not run.
func (c *compiler) tail() {
	at := c.file.Measure[0].At
	at.rejectIf(c.Mode == ByList, "measure: tail times changes one by one, and mode is batch: want library or entity")
	at.rejectIf(len(c.file.Tick) == 0, "measure: tail times the changes of frames: add tick, such as tick: {spawn: {entities: 100, kind: %s}}", c.Spec.Kinds[0].Name)
	for _, s := range c.Spec.Steps {
		at.rejectIf(s.Op != drive.System && !slices.Contains(single, s.Op), "measure: tail times spawn, destroy, change and set: remove %s", s.Name)
	}
}

// single are the operations that can be timed entity by entity.
var single = []drive.Op{drive.Spawn, drive.Destroy, drive.Change, drive.Set}

// steps marks the measured steps; names are those that can be measured.
func (c *compiler) steps(names []string) {
	steps, systems := c.Spec.Steps, 0
	counted := func(s drive.Step) bool { return s.Op != drive.System && s.Op != drive.Detect && s.Op != drive.Visit }
	for _, t := range c.file.Measure {
		found := false
		for i := range steps {
			s := &steps[i]
			if c.measurable(*s) != t.Value || !slices.Contains(alone, s.Op) {
				continue
			}
			t.At.rejectIf(s.Measured, "measure: %s is there twice", t.Value)
			t.At.rejectIf(s.Every > 1, "measure: %s does not happen in every frame: remove every", t.Value)
			t.At.rejectIf(s.Op == drive.Attach && !slices.ContainsFunc(steps, func(s drive.Step) bool { return s.Op == drive.Attach && s.Undo }),
				"measure: parents: each pass would attach children to the same parents: add undo: true")
			t.At.rejectIf(counted(*s) && s.Count != math.Trunc(s.Count), "measure: %s: want a whole number of entities, not %g", t.Value, s.Count)
			s.Measured, found = true, true
			if s.Op == drive.System {
				systems++
			}
			c.Ordered = c.Ordered || s.Op == drive.Visit || s.Op == drive.Replace || s.Order == drive.Turns
		}
		if !found {
			panic(t.At.errorf("measure: no system or change is named %s that can be timed on its own%s", quote(t.Value), display.DidYouMean(t.Value, names)))
		}
		for i, s := range steps {
			t.At.rejectIf(systems > 0 && s.Measured && c.Spec.Changes(i), "measure: systems together with %s, after which the world is another one: measure one of them", s.Name)
			c.Ordered = c.Ordered || systems > 0 && s.Measured && s.Op != drive.System
		}
	}
	works := func(s drive.Step) bool { return s.Measured && (!counted(s) || s.Count > 0) }
	c.file.Measure[0].At.rejectIf(!slices.ContainsFunc(steps, works), "measure: %s: want one entity or more", c.file.Measure[0].Value)
	c.findable()
	c.Ordered = c.Ordered || c.dependent()
	c.modes()
}

// findable checks that each pass sets the components whose changes it finds.
func (c *compiler) findable() {
	for _, s := range c.Spec.Steps {
		set := slices.ContainsFunc(c.Spec.Steps, func(other drive.Step) bool { return other.Measured && other.Op == drive.Set && other.Need == s.Need })
		c.file.Measure[0].At.rejectIf(s.Measured && s.Op == drive.Detect && !set, "measure: %s finds nothing, because set is not measured: add set", s.Name)
	}
}

// onlyMeasured rejects what frames cannot have.
func (c *compiler) onlyMeasured() {
	for _, d := range c.file.Tick {
		if c.isMeasured(d) {
			d.When.At.rejectIf(d.When.Value == "deferred" && d.Name.Value != "change", "when: deferred: a library records measured changes of components, and %s is measured: remove when", d.Name.Value)
			d.When.At.rejectIf(d.When.Value == "deferred" && (c.Mode == ByList || c.Mode == ByFilter || d.Order.Value == string(drive.Turns)), "when: deferred: each change is recorded on its own: want mode library or entity, and another order than turns")
			continue
		}
		const only = "%s is for steps that are timed on their own: add measure: %s"
		d.Order.At.rejectIf(d.Order.Value == string(drive.Turns), only, "order: turns", d.Name.Value)
		d.At.rejectIf(d.Name.Value == "replace", only, "replace", "replace")
		d.Undo.At.rejectIf(d.Undo.Value && d.Name.Value != "change", only, "undo of "+d.Name.Value, d.Name.Value)
	}
}

const (
	mostAged   = 100
	mostRepeat = 1000
)

// dependent reports whether a measured system uses what another one writes. Otherwise the
// reference computes all passes of one system at once.
func (c *compiler) dependent() bool {
	measured := slices.DeleteFunc(slices.Clone(c.Systems), func(a Access) bool { return !c.Spec.Steps[a.Step].Measured })
	for _, a := range measured {
		for _, b := range measured {
			uses := slices.Concat(a.Read, a.Optional)
			if a.Kernel == kernel.Idle || b.Kernel == kernel.Idle {
				uses = append(uses, a.Write...)
			}
			for _, n := range b.Write {
				if a.Step != b.Step && slices.Contains(uses, n) {
					return true
				}
			}
		}
	}
	return false
}

// measurable is the name of a step in measure: that of a system, or the key of a change.
func (c *compiler) measurable(s drive.Step) string {
	switch {
	case s.Op == drive.System || s.Op == drive.Expire:
		return s.Name
	case s.Op == drive.Attach || s.Op == drive.Visit:
		return "parents"
	case s.Op == drive.Destroy && s.Undo:
		return "spawn"
	}
	return string(s.Op)
}
