package format

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
)

// changes compiles the changes to steps: first the immediate ones, then those that are deferred
// to the end of the frame.
func (c *compiler) changes() {
	var deferred []drive.Step
	var deferredPlaces []Position
	for i := range c.file.Tick {
		if share := -c.file.Tick[i].Entities.Value; share > 0 {
			c.file.Tick[i].Entities.Value = math.Round(share * float64(c.Spec.Total()))
		}
		d := c.file.Tick[i]
		steps := c.change(d)
		when := choice("when", d.When, "immediate", "deferred", "before")
		before, late := when == "before", when == "deferred"
		d.When.At.rejectIf(before && d.Name.Value != "destroy", "when: before: %s happens in frames: only destroy can come before them", d.Name.Value)
		for _, s := range steps {
			if s.Before = before; before && s.Count == 0 {
				continue
			}
			s.Every = every(d.Every)
			s.Later = late && s.Op == drive.Change && c.isMeasured(d)
			if late {
				deferred, deferredPlaces = append(deferred, s), append(deferredPlaces, d.At)
				c.Deferred = true
			} else {
				c.Spec.Steps, c.places = append(c.Spec.Steps, s), append(c.places, d.At)
			}
		}
	}
	c.Spec.Steps, c.places = append(c.Spec.Steps, deferred...), append(c.places, deferredPlaces...)
	seen := make(map[string]int)
	for i := range c.Spec.Steps {
		s := &c.Spec.Steps[i]
		if seen[s.Name]++; seen[s.Name] > 1 {
			s.Name = fmt.Sprintf("%s (%d)", s.Name, seen[s.Name])
		}
	}
	c.file.At.rejectIf(len(c.Spec.Steps) == 0,
		"nothing happens in a frame: add systems, such as systems: [{name: move, write: [Position], read: [Velocity]}]")
}

// isMeasured reports whether a change is timed on its own.
func (c *compiler) isMeasured(d Change) bool {
	return slices.ContainsFunc(c.file.Measure, func(t Text) bool { return t.Value == d.Name.Value })
}

// choice returns one of several words, the first if none is given.
func choice[Word ~string](key string, t Text, of ...Word) Word {
	if t.Value == "" {
		return of[0]
	}
	if !slices.Contains(of, Word(t.Value)) {
		words := lists.Map(of, func(word Word) string { return string(word) })
		panic(t.At.errorf("%s %s%s", key, quote(t.Value), display.DidYouMean(t.Value, words)))
	}
	return Word(t.Value)
}

func (c *compiler) change(d Change) []drive.Step {
	switch d.Name.Value {
	case "despawn":
		return c.despawn(d)
	case "save":
		d.At.rejectIf(len(c.file.Measure) == 0, "save: it is timed on its own: add measure: save")
		d.At.rejectIf(c.Spec.Total() == 0, "save: want entities at the start")
		return []drive.Step{{Name: "save", Op: drive.Save, Count: float64(c.Spec.Total())}}
	case "parents":
		return c.parents(d)
	case "detect":
		return c.detect(d)
	case "find":
		return c.find(d)
	case "define":
		return c.define(d)
	}
	d.At.rejectIf(!d.Entities.Given,
		"%s: want a number of entities per frame, such as entities: 50", d.Name.Value)
	s := drive.Step{Name: d.Name.Value, Count: d.Entities.Value, Stale: d.Stale.Value, Until: d.Until.Value}
	if len(d.Kind) > 0 {
		s.Name += " " + joined(d.Kind)
	}
	if d.Order.Value != "" {
		s.Name += " " + d.Order.Value
	}
	s.Order = choice("order", d.Order, slices.Concat(drive.Orders, []drive.Order{drive.Turns})...)
	s.Kinds = c.kindsNamed(d.Kind)
	switch d.Name.Value {
	case "change":
		return c.migrate(s, d)
	case "spawn", "growth":
		s.Op = drive.Spawn
		c.spawnable(&s, d)
		if d.Undo.Value {
			undone := s
			undone.Op, undone.Undo, undone.Name = drive.Destroy, true, "destroy"+strings.TrimPrefix(s.Name, "spawn")
			return []drive.Step{s, undone}
		}
	case "replace":
		s.Op, s.Order = drive.Replace, drive.Turns
		c.replaceable(s.Kinds, d)
		c.enough(&s, d.Entities)
	case "destroy":
		s.Op = drive.Destroy
		d.Order.At.rejectIf(s.Order == drive.Turns, "destroy: entities that take turns are created again: write replace")
		if spawned := c.spawned(); len(d.Kind) == 0 && spawned != 0 {
			s.Kinds = spawned
		}
		c.enough(&s, d.Entities)
	case "clone":
		s.Op = drive.Clone
		c.enough(&s, d.Entities)
	case "set":
		s.Op = drive.Set
		c.access(&s, d)
		c.enough(&s, d.Entities)
	case "lookup":
		s.Op = drive.Lookup
		d.Stale.At.rejectIf(s.Stale > 0 && s.Order == drive.Turns, "lookup: handles of destroyed entities take no turns: write another lookup")
		component := c.access(&s, d)
		component.At.rejectIf(s.Count > 0 && c.matching(&s) == 0,
			"lookup: no entity has %s at the start", component.Value)
	}
	return []drive.Step{s}
}

// replaceable checks that the program can create the entities of kinds as they are.
func (c *compiler) replaceable(kinds uint64, d Change) {
	for _, s := range c.beginnings {
		d.At.rejectIf(kinds&s.Kinds != 0, "replace: a kind has each, which gives components to entities after their creation: name other kinds with kind")
	}
}

func joined(list []Text) string {
	names := lists.Map(list, func(t Text) string { return t.Value })
	return strings.Join(names, "+")
}

// spawnable checks that a kind of the step has entities: their number is the weight of a kind.
func (c *compiler) spawnable(s *drive.Step, d Change) {
	start := 0
	for k, kind := range c.Spec.Kinds {
		if s.Kinds>>k&1 != 0 {
			start += kind.Count
		}
	}
	d.At.rejectIf(start == 0 && bits.OnesCount64(s.Kinds) != 1,
		"%s: none of these kinds has entities at the start, so that their shares are unknown: name one kind", d.Name.Value)
}

// spawned returns the kinds that the file spawns. Entities of these kinds are destroyed by
// default, so that the kinds keep their shares.
func (c *compiler) spawned() (mask uint64) {
	for _, d := range c.file.Tick {
		if d.Name.Value == "spawn" {
			mask |= c.kindsNamed(d.Kind)
		}
	}
	return mask
}

// enough checks a rate against the number of entities.
func (c *compiler) enough(s *drive.Step, rate Amount) {
	most := c.matching(s)
	if lacking := c.lacking(s); s.Count > 0 && lacking != "" {
		panic(rate.At.errorf("%s: no entity of these kinds has %s at the start: give it to a share of a kind, such as some: {%[2]s: 5%%}", s.Name, lacking))
	}
	rate.At.rejectIf(s.Count > most,
		"%s: %.6g entities per frame, and %.0f fit at the start: want at most %.0f", s.Name, s.Count, most, most)
}

// lacking returns the first component that a step needs and no entity of its kinds has at the
// start; "" for none.
func (c *compiler) lacking(s *drive.Step) string {
	for i, component := range c.Components {
		one := drive.Step{Kinds: s.Kinds, Need: 1 << i}
		if s.Need>>i&1 != 0 && c.matching(&one) == 0 {
			return component.Name
		}
	}
	return ""
}

// access selects the component that is read or overwritten.
func (c *compiler) access(s *drive.Step, d Change) Text {
	component := d.Component
	if component.Value == "" {
		n, found := c.commonest(s.Kinds)
		d.At.rejectIf(!found,
			"%s: no component with data belongs to all entities: add component: NAME", d.Name.Value)
		component = Text{Value: c.Components[n].Name, At: d.At}
	}
	s.Need = 1 << c.component(component)
	s.Name += " " + component.Value
	return component
}

// detect compiles change detection.
func (c *compiler) detect(d Change) []drive.Step {
	d.At.rejectIf(d.Component.Value == "",
		"detect: want the component whose changes are found, such as component: Position")
	n := c.component(d.Component)
	d.Component.At.rejectIf(c.Detected>>n&1 != 0, "detect: %s is there twice", d.Component.Value)
	c.Detected |= 1 << n
	return []drive.Step{{Name: "detect " + d.Component.Value, Op: drive.Detect, Need: 1 << n}}
}

// detections checks that detected components are set, and change in no other way.
func (c *compiler) detections() {
	for _, d := range c.file.Tick {
		if d.Name.Value != "detect" {
			continue
		}
		n, at := c.component(d.Component), d.Component.At
		name, set := d.Component.Value, false
		for _, s := range c.Spec.Steps {
			at.rejectIf((s.Add|s.Drop)>>n&1 != 0,
				"detect: a change adds or removes %s: detect a component that entities keep", name)
			set = set || s.Op == drive.Set && s.Need>>n&1 != 0
		}
		for _, s := range c.Systems {
			at.rejectIf(slices.Contains(s.Write, n) || slices.Contains(s.Optional, n),
				"detect: system %s has %s in write or optional: detect a component that is written by set alone", c.Spec.Steps[s.Step].Name, name)
		}
		at.rejectIf(c.Via == n, "detect: children write to %s: name another component in parents", name)
		at.rejectIf(!set, "detect: nothing sets %s: add set: {entities: 100, component: %[1]s}", name)
	}
}

// commonest returns the component with data that most entities of some kinds always have.
func (c *compiler) commonest(kinds uint64) (component int, found bool) {
	best := 0
	for i, t := range c.Components {
		n := 0
		for k, kind := range c.Spec.Kinds {
			if kinds>>k&1 != 0 && kind.Has>>i&1 != 0 {
				n += kind.Count
			}
		}
		if n > best && t.Bytes > 0 {
			best, component, found = n, i, true
		}
	}
	return component, found
}

// migrate compiles a change of components. If the same components are added and removed, there
// are two steps of half the entities each.
func (c *compiler) migrate(s drive.Step, d Change) []drive.Step {
	_, add := c.list(d.Add)
	_, drop := c.list(d.Remove)
	gain, lose := "add "+joined(d.Add), "remove "+joined(d.Remove)
	d.At.rejectIf(add|drop == 0, "change: want components to add or remove, such as add: Path")
	d.At.rejectIf(add&drop != 0 && add != drop,
		"change: some components are added and removed, and others are not: write two changes")
	d.Undo.At.rejectIf(d.Undo.Value && add == drop, "change: undo, and add and remove name the same components: remove one of them")
	switch {
	case d.Undo.Value:
		made, back := gain, "remove "+joined(d.Add)
		if add == 0 {
			made, back = lose, "add "+joined(d.Remove)
		} else if drop != 0 {
			made, back = gain+" "+lose, back+" add "+joined(d.Remove)
		}
		step := c.migration(s, d, made, add, drop)
		undone := step
		undone.Name, undone.Undo = back+strings.TrimPrefix(s.Name, "change"), true
		undone.Add, undone.Drop, undone.Need, undone.Lack = drop, add, add, drop
		return []drive.Step{step, undone}
	case add == drop:
		s.Count /= 2
		return []drive.Step{c.migration(s, d, gain, add, 0), c.migration(s, d, lose, 0, drop)}
	case drop == 0:
		return []drive.Step{c.migration(s, d, gain, add, 0)}
	case add == 0:
		return []drive.Step{c.migration(s, d, lose, 0, drop)}
	}
	return []drive.Step{c.migration(s, d, gain+" "+lose, add, drop)}
}

func (c *compiler) migration(s drive.Step, d Change, name string, add, drop uint64) drive.Step {
	d.Order.At.rejectIf(s.Order == drive.Turns && !d.Undo.Value, "change: entities that take turns have to be the same after a pass: add undo: true")
	s.Op, s.Name = drive.Change, name+strings.TrimPrefix(s.Name, "change")
	s.Add, s.Drop, s.Need, s.Lack = add, drop, drop, add
	if len(d.Kind) == 0 {
		s.Kinds = c.optionalIn(add | drop)
	}
	c.enough(&s, d.Entities)
	return s
}

// optionalIn returns the kinds where one of the components is optional; if there is none, all
// kinds.
func (c *compiler) optionalIn(components uint64) (kinds uint64) {
	for k, kind := range c.Spec.Kinds {
		for _, some := range kind.Some {
			if components>>some.Component&1 != 0 {
				kinds |= 1 << k
			}
		}
	}
	return cmp.Or(kinds, c.allKinds())
}

// parents compiles relations.
func (c *compiler) parents(d Change) (steps []drive.Step) {
	s := &c.Spec
	d.At.rejectIf(s.Relations > 0 || s.Tree > 0, "parents: a world has one set of relations")
	d.At.rejectIf(d.Relations.Value == 0,
		"parents: want a number of children that have a parent, such as relations: 3_000")
	visit := choice("visit", d.Visit, "all", "none")
	per := d.Children.or(10)
	d.Children.At.rejectIf(per == 0, "children 0: want at least 1 child per parent")
	c.Via = c.via(d)
	s.Relations = d.Relations.Value
	s.Parents = max(1, s.Relations/per)
	room := 0
	for k, kind := range s.Kinds {
		if kind.Has>>c.Via&1 != 0 {
			s.Family |= 1 << k
			room += kind.Count
		}
	}
	d.Relations.At.rejectIf(s.Relations+s.Parents > room,
		"parents: %s to %s, and the kinds with %s have %s: want at most %s",
		display.Count(s.Relations, "relation"), display.Count(s.Parents, "parent"), c.Components[c.Via].Name, display.Count(room, "entity"), display.Count(room*per/(per+1), "relation"))
	changed := d.Reparent.Value + d.Detach.Value
	d.At.rejectIf(changed > float64(s.Relations),
		"parents: %.6g of %d relations change per frame, want at most %d", changed, s.Relations, s.Relations)
	if d.Detach.Value > 0 {
		steps = append(steps, drive.Step{Name: "detach", Op: drive.Detach, Count: d.Detach.Value})
	}
	attach := []drive.Step{{Name: "attach", Op: drive.Attach, Count: d.Reparent.Value}}
	if visit == "all" {
		attach = append(attach, drive.Step{Name: "visit children", Op: drive.Visit, Need: 1 << c.Via})
	}
	steps = append(steps, attach...)
	if d.Undo.Value {
		attach[0].Name, attach[0].Undo = "attach back", true
		steps = append(steps, attach...)
	}
	return steps
}

// despawn compiles a tree of all entities, which is destroyed by its root.
func (c *compiler) despawn(d Change) []drive.Step {
	s := &c.Spec
	d.At.rejectIf(s.Relations > 0 || s.Tree > 0, "despawn: a world has one set of relations: remove the other one")
	d.At.rejectIf(len(c.file.Measure) == 0, "despawn: it destroys all entities, and is timed on its own: add measure: despawn")
	s.Tree = d.Children.or(10)
	d.Children.At.rejectIf(s.Tree == 0, "children 0: want at least 1 child per parent")
	d.At.rejectIf(s.Total() == 0, "despawn: want entities at the start")
	c.Via = c.via(d)
	return []drive.Step{{Name: "despawn", Op: drive.Despawn, Count: float64(s.Total())}}
}

// via returns the component that children read from their parents.
func (c *compiler) via(d Change) int {
	if d.Component.Value == "" {
		n, found := c.commonest(c.allKinds())
		d.At.rejectIf(!found, "%s: no kind has a component with data", d.Name.Value)
		return n
	}
	n := c.component(d.Component)
	d.Component.At.rejectIf(c.Components[n].Bytes == 0,
		"parents: %s has no data to read", d.Component.Value)
	return n
}

// balance checks that the world neither dies out nor grows without end during the measurement.
func (c *compiler) balance() {
	if c.Spec.Measured() && c.Spec.Quantity != drive.Tail {
		return
	}
	frames := float64(c.Spec.Frames + c.Spec.Warmup)
	change := 0.0
	var destroys Position
	for _, d := range c.file.Tick {
		perFrame := d.Entities.Value / float64(every(d.Every))
		switch d.Name.Value {
		case "spawn", "growth":
			if d.Until.Given {
				perFrame = min(perFrame, float64(d.Until.Value)/frames)
			}
			change += perFrame
		case "clone":
			change += perFrame
		case "destroy":
			destroys = d.At
			change -= perFrame
		}
	}
	start := float64(c.Spec.Total())
	end := start + change*frames
	destroys.rejectIf(change < 0 && end < start/2,
		"destroy: %.6g entities more are destroyed than spawned per frame, so that fewer than half are left after %d frames: spawn as many, or time fewer frames", -change, int(frames))
	c.file.At.rejectIf(end > mostEntities,
		"%.6g entities after %d frames, want at most %d: set until or frames", end, int(frames), mostEntities)
}
