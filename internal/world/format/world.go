package format

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// A World is a checked world file in numbers.
type World struct {
	Spec       drive.Spec
	Components []ComponentType
	Systems    []Access
	Work       []time.Duration // by step: extra work per entity
	Observed   uint64          // components whose addition calls an observer, by bit
	Detected   uint64          // components whose writes are detected, by bit
	Via        int             // component that children read from their parents, -1 without relations
	Find       bool            // the file asks for the number of entities
	Percentile float64         // of frames that is compared with the budget
	Thresholds Thresholds
	Deferred   []string // names of steps that were moved to the end of the frame
	Warnings   []string
}

// A ComponentType is a component type: its size and what it points to.
type ComponentType struct {
	Name                             string
	Bytes, Strings, Slices, Pointers int
	Touch                            int // bytes that a system reads and writes
}

// Access lists which components the system of a step works on, by number.
type Access struct {
	Step                                 int
	Read, Write, With, Without, Optional []int
	Visited                              float64 // entities, expected at the start
}

// The limits of a world.
const (
	mostBytesOfComponent = 4096
	mostTouched          = 256 // bytes
	cacheLine            = 64
	mostParameters       = 8  // of a system, since libraries have queries for so many
	mostPerKind          = 10 // components
	mostOptions          = 4  // components of a share of a kind
	mostEntities         = 10_000_000
	defaultEntities      = 10_000
	defaultFrames        = 600
)

// A compiler turns a file into a world.
type compiler struct {
	*World
	file     *File
	declared map[string]Position // components and kinds by name, in lower case
}

// Compile checks the file and turns it into numbers.
func (f *File) Compile() (*World, error) {
	c := &compiler{World: &World{Via: -1, Thresholds: f.Thresholds}, file: f, declared: make(map[string]Position)}
	for _, step := range []func() error{c.head, c.components, c.kinds, c.systems, c.changes, c.detections, c.observers, c.balance} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return c.World, nil
}

func (c *compiler) head() error {
	f := c.file
	if f.Name.Value == "" {
		return f.At.errorf("a world has a name: add a line such as name: colony")
	}
	s := &c.Spec
	s.Name, s.Seed = f.Name.Value, 1
	if f.Seed.Given {
		s.Seed = uint64(f.Seed.Value)
	}
	b := f.Budget
	c.Percentile = 0.99
	if b.Percentile.Given {
		c.Percentile = b.Percentile.Value
	}
	rate := 60.0
	if b.Rate.Given {
		rate = b.Rate.Hertz
	}
	s.Budget = int64(1e9 / rate)
	if b.Tick.Given {
		if s.Budget = int64(b.Tick.Value); s.Budget == 0 {
			return b.Tick.At.errorf("tick: a budget is more than 0s, such as 8ms")
		}
	}
	s.Rows = 1
	if f.Rows.Given {
		if s.Rows = f.Rows.Value; s.Rows < 1 || s.Rows > mostEntities {
			return f.Rows.At.errorf("rows %d: want 1 to %d", s.Rows, mostEntities)
		}
	}
	s.Frames = defaultFrames
	if f.Frames.Given {
		if s.Frames = f.Frames.Value; s.Frames < 10 || s.Frames > 100_000 {
			return f.Frames.At.errorf("frames %d: want 10 to 100_000", s.Frames)
		}
	}
	s.Warmup = s.Frames / 5
	if f.Warmup.Given {
		if s.Warmup = f.Warmup.Value; s.Warmup > 100_000 {
			return f.Warmup.At.errorf("warmup %d: want 0 to 100_000", s.Warmup)
		}
	}
	return nil
}

func (c *compiler) declare(t Text, what string) error {
	key := what + " " + strings.ToLower(t.Value)
	if before, twice := c.declared[key]; twice {
		return t.At.errorf("%s %s is declared already in %s:%d", what, t.Value, before.File, before.Line)
	}
	c.declared[key] = t.At
	return nil
}

func (c *compiler) components() error {
	for _, d := range c.file.Components {
		if err := c.declare(d.Name, "component"); err != nil {
			return err
		}
		if strings.Contains(d.Name.Value, "-") {
			return d.Name.At.errorf("component %s: it becomes a type in Go, whose name has no '-'", d.Name.Value)
		}
		t, err := d.layout()
		if err != nil {
			return err
		}
		c.Components = append(c.Components, t)
	}
	return nil
}

// layout checks that what a component points to has room in it.
func (d *Component) layout() (ComponentType, error) {
	t := ComponentType{Name: d.Name.Value, Bytes: d.Bytes.Value, Strings: d.Strings.Value, Slices: d.Slices.Value}
	at := d.At
	if d.Bytes.Given {
		at = d.Bytes.At
	}
	needs := 16*t.Strings + 24*t.Slices
	if d.Pointers.Value && needs == 0 {
		switch {
		case t.Bytes >= 24:
			t.Slices = 1
		case t.Bytes >= 16:
			t.Strings = 1
		default:
			t.Pointers = 1
		}
		needs = 16*t.Strings + 24*t.Slices + 8*t.Pointers
	}
	switch {
	case t.Bytes > mostBytesOfComponent:
		return t, at.errorf("component %s: %d bytes, want at most %d", t.Name, t.Bytes, mostBytesOfComponent)
	case t.Strings+t.Slices > 8:
		return t, d.At.errorf("component %s: %d strings and slices, want at most 8", t.Name, t.Strings+t.Slices)
	case !d.Bytes.Given && needs > 0:
		t.Bytes = needs
	case !d.Bytes.Given:
		return t, at.errorf("component %s has no size: write %s: 8 for 8 bytes, or 0 for a tag", t.Name, t.Name)
	case needs > t.Bytes:
		return t, at.errorf("component %s: its pointers take %d bytes, and it has %d: want at least %d", t.Name, needs, t.Bytes, needs)
	}
	t.Touch = min(t.Bytes, cacheLine)
	if d.Touch.Given {
		t.Touch = d.Touch.Value
	}
	if d.Touch.Given && (t.Touch < 1 || t.Touch > min(t.Bytes, mostTouched)) {
		return t, d.Touch.At.errorf("component %s: systems touch %d bytes, want 1 to %d", t.Name, t.Touch, min(t.Bytes, mostTouched))
	}
	if needs > 0 && t.Bytes%8 != 0 {
		return t, at.errorf("component %s: %d bytes with pointers, want a multiple of 8 such as %d", t.Name, t.Bytes, (t.Bytes+7)/8*8)
	}
	return t, nil
}

// component returns the number of a component, which may be in the catalogue.
func (c *compiler) component(t Text) (int, error) {
	names := make([]string, 0, len(c.Components))
	for i, d := range c.Components {
		if d.Name == t.Value {
			return i, nil
		}
		names = append(names, d.Name)
	}
	for _, d := range catalogue.components {
		if d.Name == t.Value {
			if _, taken := c.declared["component "+strings.ToLower(t.Value)]; !taken {
				return c.catalogued(d, t.At)
			}
		}
		if !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	return 0, t.At.errorf("no component is named %s%s", quote(t.Value), display.DidYouMean(t.Value, names))
}

func (c *compiler) catalogued(d ComponentType, at Position) (int, error) {
	c.declared["component "+strings.ToLower(d.Name)] = at
	d.Touch = min(d.Bytes, cacheLine)
	c.Components = append(c.Components, d)
	if len(c.Components) > drive.MaxComponents {
		return 0, at.errorf("%d component types, want at most %d", len(c.Components), drive.MaxComponents)
	}
	return len(c.Components) - 1, nil
}

// list returns the numbers of components, none of which is there twice.
func (c *compiler) list(list []Text) ([]int, uint64, error) {
	var numbers []int
	mask := uint64(0)
	for _, t := range list {
		n, err := c.component(t)
		if err != nil {
			return nil, 0, err
		}
		if mask>>n&1 != 0 {
			return nil, 0, t.At.errorf("component %s is there twice", t.Value)
		}
		numbers, mask = append(numbers, n), mask|1<<n
	}
	return numbers, mask, nil
}

// systems compiles the systems to steps.
func (c *compiler) systems() error {
	names := make(map[string]bool)
	for i, d := range c.file.Systems {
		switch {
		case d.Name.Value == "":
			return d.At.errorf("a system has a name: add name: move")
		case names[strings.ToLower(d.Name.Value)]:
			return d.Name.At.errorf("system %s is there twice", d.Name.Value)
		}
		names[strings.ToLower(d.Name.Value)] = true
		a := Access{Step: i}
		var masks [5]uint64
		var err error
		for k, part := range []struct {
			to   *[]int
			from []Text
		}{{&a.Read, d.Read}, {&a.Write, d.Write}, {&a.With, d.With}, {&a.Without, d.Without}, {&a.Optional, d.Optional}} {
			if *part.to, masks[k], err = c.list(part.from); err != nil {
				return err
			}
			for earlier := range k {
				if both := masks[earlier] & masks[k]; both != 0 {
					twice := c.Components[bits.TrailingZeros64(both)].Name
					return d.At.errorf("system %s has component %s in two lists: keep it in one", d.Name.Value, twice)
				}
			}
		}
		read, write, with, without := masks[0], masks[1], masks[2], masks[3]
		if n := len(a.Read) + len(a.Write) + len(a.With); n == 0 {
			return d.At.errorf("system %s works on no component: add write: [%s]", d.Name.Value, c.Components[0].Name)
		}
		if n := len(a.Read) + len(a.Write) + len(a.Optional); n > mostParameters {
			return d.At.errorf("system %s reads and writes %d components, want at most %d", d.Name.Value, n, mostParameters)
		}
		s := drive.Step{Name: d.Name.Value, Op: drive.System, Every: every(d.Every), Need: read | write | with, Lack: without}
		if s.Every == 0 {
			return d.Every.At.errorf("every 0: want a number from 1")
		}
		s.Kinds = ^uint64(0)
		c.add(s, d.Work.Value)
		a.Visited = c.matching(&s)
		c.Systems = append(c.Systems, a)
		if a.Visited == 0 {
			c.warn("system %s visits no entity: no kind has all of its components", d.Name.Value)
		}
	}
	return nil
}

// observers checks that what is observed happens.
func (c *compiler) observers() (err error) {
	if _, c.Observed, err = c.list(c.file.Observe); err != nil {
		return err
	}
	added := uint64(0)
	for _, s := range c.Spec.Steps {
		added |= s.Add
	}
	for _, t := range c.file.Observe {
		if n, err := c.component(t); err == nil && added>>n&1 == 0 {
			c.warn("observe: no change adds %s", t.Value)
		}
	}
	return nil
}

func (c *compiler) add(s drive.Step, work time.Duration) {
	c.Spec.Steps, c.Work = append(c.Spec.Steps, s), append(c.Work, work)
}

func every(w Whole) int {
	if !w.Given {
		return 1
	}
	return w.Value
}

func (c *compiler) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// matching returns how many entities a step can select at the start.
func (c *compiler) matching(s *drive.Step) float64 {
	total := 0.0
	for k, kind := range c.Spec.Kinds {
		if s.Kinds>>k&1 == 0 || kind.Has&s.Lack != 0 {
			continue
		}
		n := float64(kind.Count)
		for need := s.Need &^ kind.Has; need != 0; need &= need - 1 {
			n *= shareOf(kind, bits.TrailingZeros64(need))
		}
		for _, some := range kind.Some {
			if s.Lack>>some.Component&1 != 0 {
				n *= 1 - some.Share
			}
		}
		total += n
	}
	return total
}

// shareOf returns the share of a kind's entities that have an optional component.
func shareOf(k drive.Kind, component int) float64 {
	for _, some := range k.Some {
		if some.Component == component {
			return some.Share
		}
	}
	return 0
}
