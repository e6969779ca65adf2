package format

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// changes compiles the changes to steps: first the immediate ones, then those
// that are deferred to the end of the frame.
func (c *compiler) changes() error {
	var deferred []drive.Step
	for _, d := range c.file.Tick {
		steps, err := c.change(d)
		if err != nil {
			return err
		}
		late, err := choice(d.When, "immediate", "deferred")
		if err != nil {
			return err
		}
		for _, s := range steps {
			if s.Every = every(d.Every); s.Every == 0 {
				return d.Every.At.errorf("every 0: want a number from 1")
			}
			if late == "deferred" {
				deferred = append(deferred, s)
				c.Deferred = append(c.Deferred, s.Name)
			} else {
				c.add(s, 0)
			}
		}
	}
	for _, s := range deferred {
		c.add(s, 0)
	}
	seen := make(map[string]int)
	for i := range c.Spec.Steps {
		s := &c.Spec.Steps[i]
		if seen[s.Name]++; seen[s.Name] > 1 {
			s.Name = fmt.Sprintf("%s (%d)", s.Name, seen[s.Name])
		}
	}
	if len(c.Spec.Steps) == 0 {
		return c.file.At.errorf("nothing happens in a frame: add systems, such as systems: [{name: move, write: [Position], read: [Velocity]}]")
	}
	return nil
}

// choice returns one of several words, the first if none is given.
func choice(t Text, of ...string) (string, error) {
	if t.Value == "" {
		return of[0], nil
	}
	if !slices.Contains(of, t.Value) {
		return "", t.At.errorf("%s%s", quote(t.Value), display.DidYouMean(t.Value, of))
	}
	return t.Value, nil
}

func orderOf(t Text) (drive.Order, error) {
	var names []string
	for _, o := range drive.Orders {
		names = append(names, string(o))
	}
	name, err := choice(t, names...)
	return drive.Order(name), err
}

func (c *compiler) change(d Change) ([]drive.Step, error) {
	if d.Name.Value == "parents" {
		return c.parents(d)
	}
	if d.Name.Value == "detect" {
		return c.detect(d)
	}
	if !d.Entities.Given {
		return nil, d.At.errorf("%s: want a number of entities per frame, such as entities: 50", d.Name.Value)
	}
	s := drive.Step{Name: d.Name.Value, Count: d.Entities.Value, Stale: d.Stale.Value}
	if len(d.Kind) > 0 {
		s.Name += " " + joined(d.Kind)
	}
	var err error
	if s.Order, err = orderOf(d.Order); err != nil {
		return nil, err
	}
	if s.Kinds, err = c.kindsNamed(d.Kind); err != nil {
		return nil, err
	}
	if d.Order.Value != "" {
		s.Name += " " + d.Order.Value
	}
	switch d.Name.Value {
	case "spawn", "growth":
		s.Op, s.Until = drive.Spawn, d.Until.Value
		return []drive.Step{s}, c.spawnable(&s, d)
	case "destroy":
		s.Op = drive.Destroy
		if spawned := c.spawned(); len(d.Kind) == 0 && spawned != 0 {
			s.Kinds = spawned
		}
		return []drive.Step{s}, c.enough(&s, d.Entities)
	case "set", "lookup":
		return c.access(s, d)
	}
	return c.migrate(s, d)
}

func joined(list []Text) string {
	var names []string
	for _, t := range list {
		names = append(names, t.Value)
	}
	return strings.Join(names, "+")
}

// spawnable checks that a kind of the step has entities, whose number is the
// weight of a kind.
func (c *compiler) spawnable(s *drive.Step, d Change) error {
	if bits.OnesCount64(s.Kinds) == 1 {
		return nil
	}
	for k, kind := range c.Spec.Kinds {
		if s.Kinds>>k&1 != 0 && kind.Count > 0 {
			return nil
		}
	}
	return d.At.errorf("%s: none of these kinds has entities at the start, so that their shares are unknown: name one kind", d.Name.Value)
}

// spawned returns the kinds that the file has spawned. What is destroyed is of
// these, unless the file has others, so that the kinds keep their shares.
func (c *compiler) spawned() (mask uint64) {
	for _, d := range c.file.Tick {
		if d.Name.Value == "spawn" {
			if kinds, err := c.kindsNamed(d.Kind); err == nil {
				mask |= kinds
			}
		}
	}
	return mask
}

// enough checks a rate against the entities that there are.
func (c *compiler) enough(s *drive.Step, rate Number) error {
	if most := c.matching(s); s.Count > most {
		return rate.At.errorf("%s: %.6g entities per frame, and %.0f fit at the start: want at most %.0f", s.Name, s.Count, most, most)
	}
	return nil
}

// access compiles set and lookup.
func (c *compiler) access(s drive.Step, d Change) ([]drive.Step, error) {
	s.Op = drive.Lookup
	if d.Name.Value == "set" {
		s.Op = drive.Set
	}
	component := d.Component
	if component.Value == "" {
		n, found := c.commonest(s.Kinds)
		if !found {
			return nil, d.At.errorf("%s: no component with data belongs to all entities: add component: NAME", d.Name.Value)
		}
		component = Text{c.Components[n].Name, d.At}
	}
	n, err := c.component(component)
	if err != nil {
		return nil, err
	}
	s.Need = 1 << n
	s.Name += " " + component.Value
	if s.Op == drive.Lookup {
		if s.Count > 0 && c.matching(&s) == 0 {
			return nil, component.At.errorf("%s: no entity has %s at the start", d.Name.Value, component.Value)
		}
		return []drive.Step{s}, nil
	}
	return []drive.Step{s}, c.enough(&s, d.Entities)
}

// detect compiles change detection.
func (c *compiler) detect(d Change) ([]drive.Step, error) {
	if d.Component.Value == "" {
		return nil, d.At.errorf("detect: want the component whose changes are found, such as component: Position")
	}
	n, err := c.component(d.Component)
	if err != nil {
		return nil, err
	}
	if c.Detected>>n&1 != 0 {
		return nil, d.Component.At.errorf("detect: %s is there twice", d.Component.Value)
	}
	c.Detected |= 1 << n
	return []drive.Step{{Name: "detect " + d.Component.Value, Op: drive.Detect, Need: 1 << n}}, nil
}

// detections checks that what is detected is set, and changes in no other way.
func (c *compiler) detections() error {
	for _, d := range c.file.Tick {
		if d.Name.Value != "detect" {
			continue
		}
		n, err := c.component(d.Component)
		if err != nil {
			return err
		}
		name, set := d.Component.Value, false
		for _, s := range c.Spec.Steps {
			switch {
			case s.Op == drive.Change && (s.Add|s.Drop)>>n&1 != 0:
				return d.Component.At.errorf("detect: a change adds or removes %s: detect a component that entities keep", name)
			case s.Op == drive.Set && s.Need>>n&1 != 0:
				set = true
			}
		}
		for _, s := range c.Systems {
			if slices.Contains(s.Write, n) || slices.Contains(s.Optional, n) {
				return d.Component.At.errorf("detect: system %s has %s in write or optional: detect a component that is written by set alone", c.Spec.Steps[s.Step].Name, name)
			}
		}
		switch {
		case c.Spec.Relations > 0 && c.Via == n:
			return d.Component.At.errorf("detect: children write to %s: name another component in parents", name)
		case !set:
			return d.Component.At.errorf("detect: nothing sets %s: add set: {entities: 100, component: %[1]s}", name)
		}
	}
	return nil
}

// commonest returns the component with data that the most entities of some kinds
// have for certain.
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

// migrate compiles a change of components. Components that are added as well as
// removed give two steps, of half the entities each.
func (c *compiler) migrate(s drive.Step, d Change) ([]drive.Step, error) {
	s.Op = drive.Change
	_, add, err := c.list(d.Add)
	if err != nil {
		return nil, err
	}
	_, drop, err := c.list(d.Remove)
	if err != nil {
		return nil, err
	}
	name := s.Name[len("change"):]
	switch {
	case add|drop == 0:
		return nil, d.At.errorf("change: want components to add or remove, such as add: Path")
	case add == drop:
		gain, lose := s, s
		gain.Name, gain.Add = "add "+joined(d.Add)+name, add
		lose.Name, lose.Drop = "remove "+joined(d.Remove)+name, drop
		gain.Count, lose.Count = s.Count/2, s.Count/2
		return c.migrations(d, gain, lose)
	case add&drop != 0:
		return nil, d.At.errorf("change: some components are added and removed, and others are not: write two changes")
	}
	s.Add, s.Drop = add, drop
	s.Name = strings.TrimSpace(strings.TrimSuffix("add "+joined(d.Add), "add ") + name)
	if drop != 0 {
		s.Name = strings.TrimSpace(strings.TrimSuffix("add "+joined(d.Add), "add ") + " remove " + joined(d.Remove) + name)
	}
	return c.migrations(d, s)
}

func (c *compiler) migrations(d Change, steps ...drive.Step) ([]drive.Step, error) {
	for i := range steps {
		s := &steps[i]
		s.Need, s.Lack = s.Drop, s.Add
		if len(d.Kind) == 0 {
			s.Kinds = c.optionalIn(s.Add | s.Drop)
		}
		if err := c.enough(s, d.Entities); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// optionalIn returns the kinds of which only a share has one of the components; if
// there is none, all kinds.
func (c *compiler) optionalIn(components uint64) (kinds uint64) {
	for k, kind := range c.Spec.Kinds {
		for _, some := range kind.Some {
			if components>>some.Component&1 != 0 {
				kinds |= 1 << k
			}
		}
	}
	if kinds == 0 {
		kinds = c.allKinds()
	}
	return kinds
}

// parents compiles relations.
func (c *compiler) parents(d Change) ([]drive.Step, error) {
	s := &c.Spec
	if s.Relations > 0 {
		return nil, d.At.errorf("parents: a world has one set of relations")
	}
	if d.Relations.Value == 0 {
		return nil, d.At.errorf("parents: want a number of children that have a parent, such as relations: 3_000")
	}
	visit, err := choice(d.Visit, "all", "none")
	if err != nil {
		return nil, err
	}
	per := 10
	if d.Children.Given {
		if per = d.Children.Value; per == 0 {
			return nil, d.Children.At.errorf("children 0: want at least 1 child per parent")
		}
	}
	if c.Via, err = c.via(d); err != nil {
		return nil, err
	}
	s.Relations = d.Relations.Value
	s.Parents = max(1, s.Relations/per)
	room := 0
	for k, kind := range s.Kinds {
		if kind.Has>>c.Via&1 != 0 {
			s.Family |= 1 << k
			room += kind.Count
		}
	}
	if s.Relations+s.Parents > room {
		return nil, d.Relations.At.errorf("parents: %d children and %d parents, and %d entities have %s: want at most %d relations", s.Relations, s.Parents, room, c.Components[c.Via].Name, room*per/(per+1))
	}
	if most := float64(s.Relations); d.Reparent.Value+d.Detach.Value > most {
		return nil, d.At.errorf("parents: %.6g of %d relations change per frame, want at most %d", d.Reparent.Value+d.Detach.Value, s.Relations, s.Relations)
	}
	var steps []drive.Step
	if d.Detach.Value > 0 {
		steps = append(steps, drive.Step{Name: "detach", Op: drive.Detach, Count: d.Detach.Value})
	}
	steps = append(steps, drive.Step{Name: "attach", Op: drive.Attach, Count: d.Reparent.Value})
	if visit == "all" {
		steps = append(steps, drive.Step{Name: "visit children", Op: drive.Visit, Need: 1 << c.Via})
	}
	return steps, nil
}

func (c *compiler) via(d Change) (int, error) {
	if d.Component.Value != "" {
		n, err := c.component(d.Component)
		if err == nil && c.Components[n].Bytes == 0 {
			err = d.Component.At.errorf("parents: %s has no data to read", d.Component.Value)
		}
		return n, err
	}
	n, found := c.commonest(c.allKinds())
	if !found {
		return 0, d.At.errorf("parents: no kind has a component with data")
	}
	return n, nil
}

// balance checks that the world neither dies out nor grows without end while it is
// measured.
func (c *compiler) balance() error {
	frames := float64(c.Spec.Frames + c.Spec.Warmup)
	change, spawned := 0.0, 0.0
	var destroys Position
	for _, d := range c.file.Tick {
		perFrame := d.Entities.Value / float64(max(1, every(d.Every)))
		switch d.Name.Value {
		case "spawn", "growth":
			if d.Until.Given {
				perFrame = min(perFrame, float64(d.Until.Value)/frames)
			}
			spawned += perFrame
			change += perFrame
		case "destroy":
			destroys = d.At
			change -= perFrame
		}
	}
	start := float64(c.Spec.Total())
	switch end := start + change*frames; {
	case change < 0 && end < start/2:
		return destroys.errorf("destroy: %.6g entities more are destroyed than spawned per frame, so that fewer than half are left after %d frames: spawn as many, or time fewer frames", -change, int(frames))
	case end > mostEntities:
		return c.file.At.errorf("%.6g entities after %d frames, want at most %d: set until or frames", end, int(frames), mostEntities)
	}
	return nil
}
