package format

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/kernel"
)

// A World is a checked world file in numbers.
type World struct {
	Spec       drive.Spec
	Axes       map[string]string // values of the axes of the file
	Components []ComponentType
	Systems    []Access
	Observed   uint64  // components whose addition calls observers, by bit
	Observers  int     // of each of them
	Detected   uint64  // components whose writes are detected, by bit
	Late       int     // component types that are defined late
	Fillers    int     // component types that are registered and that no entity has
	Idle       [][]int // queries of fillers that are made and never run
	Via        int     // component that children read from their parents, -1 without relations
	Find       bool    // the file asks for the number of entities
	Percentile float64 // of frames; compared with the budget
	Thresholds Thresholds
	Deferred   bool // changes were moved to the end of the frame
	Mode       Mode // access mode
	Ordered    bool // passes of the measured steps depend on each other
	Warnings   []string
}

// A ComponentType is the size and the pointers of a component.
type ComponentType struct {
	Name                             string
	Bytes, Strings, Slices, Pointers int
	Touch                            int  // bytes that a system reads and writes
	Kernel                           bool // a type of package kernel
}

// Access lists the components of the system of a step, by number.
type Access struct {
	Step                                 int
	Read, Write, With, Without, Optional []int
	Work                                 time.Duration // extra work per entity
	Handle, Once                         bool
	Kernel                               kernel.ID // what it calls; Idle for the usual work
	Copies                               int       // equal systems
	Visited                              float64   // entities, expected at the start
}

// The limits of a world.
const (
	mostBytesOfComponent = 4096
	mostTouched          = 256 // bytes
	cacheLine            = 64
	mostParameters       = 8  // of a system: some libraries have queries of at most so many
	mostPerKind          = 10 // components
	mostOptions          = 4  // optional components of a kind
	mostEntities         = 10_000_000
	mostCopies           = 1000
	mostWorkers          = 1024
	mostSubsets          = 12 // components of which a kind has all subsets
	mostLife             = 1_000_000
	mostLate             = 1000
	mostFillers          = 1000
	mostIdle             = 1000
	defaultEntities      = 10_000
	defaultFrames        = 600
)

// A compiler turns a file into a world. It panics with an [Error].
type compiler struct {
	*World
	file     *File
	declared map[string]Position // components and kinds by name, in lower case

	beginnings []drive.Step // changes before the first frame
	places     []Position   // of the systems and changes that the first steps come from
}

// place is where a step is in the file.
func (c *compiler) place(step int) Position {
	if step < len(c.places) {
		return c.places[step]
	}
	return c.file.At
}

// compile checks the file and turns it into numbers.
func (f *File) compile() *World {
	c := &compiler{World: &World{Via: -1, Thresholds: f.Thresholds}, file: f, declared: make(map[string]Position)}
	c.head()
	c.components()
	c.fillers()
	c.kinds()
	c.systems()
	c.changes()
	c.measure()
	c.Spec.Steps = append(c.Spec.Steps, c.beginnings...)
	c.detections()
	c.values()
	c.observers()
	c.copies()
	c.balance()
	return c.World
}

func (c *compiler) head() {
	f, s := c.file, &c.Spec
	f.At.rejectIf(f.Name.Value == "", "a world has a name: add a line such as name: colony")
	s.Name = f.Name.Value
	c.Axes = make(map[string]string)
	for _, a := range f.Axes {
		c.Axes[a.Name.Value] = a.Default.Value
	}
	s.Seed = uint64(f.Seed.or(1))
	c.Percentile = f.Budget.Percentile.or(0.99)
	s.Budget = int64(f.Budget.Tick.or(time.Duration(1e9 / f.Budget.Rate.or(60))))
	f.Budget.Tick.At.rejectIf(s.Budget == 0, "tick: a budget is more than 0s, such as 8ms")
	s.Rows = f.Rows.or(1)
	f.Rows.At.rejectIf(s.Rows < 1 || s.Rows > mostEntities,
		"rows %d: want 1 to %d", s.Rows, mostEntities)
	s.Frames = f.Frames.or(defaultFrames)
	f.Frames.At.rejectIf(s.Frames < 10 || s.Frames > 100_000,
		"frames %d: want 10 to 100_000", s.Frames)
	s.Warmup = f.Warmup.or(s.Frames / 5)
	f.Warmup.At.rejectIf(s.Warmup > 100_000, "warmup %d: want 0 to 100_000", s.Warmup)
}

func (c *compiler) declare(t Text, what string) {
	key := what + " " + strings.ToLower(t.Value)
	before, twice := c.declared[key]
	t.At.rejectIf(twice,
		"%s %s is declared already in %s:%d", what, t.Value, before.File, before.Line)
	c.declared[key] = t.At
}

func (c *compiler) components() {
	for _, d := range c.file.Components {
		c.declare(d.Name, "component")
		d.Name.At.rejectIf(c.ofKernel(d.Name.Value) >= 0,
			"component %s: a kernel of the file declares it: remove this line", d.Name.Value)
		d.Name.At.rejectIf(strings.Contains(d.Name.Value, "-"),
			"component %s: it becomes a type in Go, whose name has no '-'", d.Name.Value)
		d.Name.At.rejectIf(ofPrograms().MatchString(d.Name.Value),
			"component %s: programs have a type of this name: use another one", d.Name.Value)
		c.addComponent(d.layout(), d.At)
	}
}

// ofPrograms are the types of generated programs for relations, for entities without components and
// for types that are defined late.
var ofPrograms = display.Pattern(`^([Aa]ttachedTo|[Pp]resent|[Ll]ate[0-9]+)$`)

// addComponent returns the number of a new component.
func (c *compiler) addComponent(t ComponentType, at Position) int {
	c.Components = append(c.Components, t)
	at.rejectIf(len(c.Components) > drive.MaxComponents,
		"%d component types, want at most %d", len(c.Components), drive.MaxComponents)
	return len(c.Components) - 1
}

// layout checks that a component has room for its pointers.
func (d *Component) layout() ComponentType {
	t := ComponentType{Name: d.Name.Value, Bytes: d.Bytes.Value, Strings: d.Strings.Value, Slices: d.Slices.Value}
	at := d.At
	if d.Bytes.Given {
		at = d.Bytes.At
	}
	if d.Pointers.Value && t.Strings+t.Slices == 0 {
		switch {
		case t.Bytes >= 24:
			t.Slices = 1
		case t.Bytes >= 16:
			t.Strings = 1
		default:
			t.Pointers = 1
		}
	}
	needs := 16*t.Strings + 24*t.Slices + 8*t.Pointers
	at.rejectIf(t.Bytes > mostBytesOfComponent,
		"component %s: %d bytes, want at most %d", t.Name, t.Bytes, mostBytesOfComponent)
	d.At.rejectIf(t.Strings+t.Slices > 8,
		"component %s: %d strings and slices, want at most 8", t.Name, t.Strings+t.Slices)
	at.rejectIf(!d.Bytes.Given && needs == 0,
		"component %s has no size: write %[1]s: 8 for 8 bytes, or 0 for a tag", t.Name)
	if !d.Bytes.Given {
		t.Bytes = needs
	}
	at.rejectIf(needs > t.Bytes,
		"component %s: its pointers take %d bytes, and it has %d: want at least %[2]d", t.Name, needs, t.Bytes)
	t.Touch = d.Touch.or(min(t.Bytes, cacheLine))
	d.Touch.At.rejectIf(d.Touch.Given && (t.Touch < 1 || t.Touch > min(t.Bytes, mostTouched)),
		"component %s: systems touch %s, want 1 to %d", t.Name, display.Count(t.Touch, "byte"), min(t.Bytes, mostTouched))
	at.rejectIf(needs > 0 && t.Bytes%8 != 0,
		"component %s: %d bytes with pointers, want a multiple of 8 such as %d", t.Name, t.Bytes, (t.Bytes+7)/8*8)
	return t
}

// component returns the number of a component, possibly from the catalogue.
func (c *compiler) component(t Text) int {
	named := func(d ComponentType) bool { return d.Name == t.Value }
	if i := slices.IndexFunc(c.Components, named); i >= 0 {
		return i
	}
	if k := c.ofKernel(t.Value); k >= 0 {
		c.declare(t, "component")
		return c.addComponent(kernelType(k), t.At)
	}
	i := slices.IndexFunc(catalogue, named)
	if _, taken := c.declared["component "+strings.ToLower(t.Value)]; i < 0 || taken {
		var names []string
		for _, d := range slices.Concat(c.Components, c.kernelCatalogue(), catalogue) {
			if !slices.Contains(names, d.Name) {
				names = append(names, d.Name)
			}
		}
		panic(t.At.errorf("no component is named %s%s", quote(t.Value), display.DidYouMean(t.Value, names)))
	}
	c.declare(t, "component")
	d := catalogue[i]
	d.Touch = min(d.Bytes, cacheLine)
	return c.addComponent(d, t.At)
}

// list returns the numbers of different components.
func (c *compiler) list(list []Text) (numbers []int, mask uint64) {
	for _, t := range list {
		n := c.component(t)
		t.At.rejectIf(mask>>n&1 != 0, "component %s is there twice", t.Value)
		numbers, mask = append(numbers, n), mask|1<<n
	}
	return numbers, mask
}

// systems compiles the systems to steps.
func (c *compiler) systems() {
	names := make(map[string]bool)
	for i, d := range c.file.Systems {
		name, key := d.Name.Value, strings.ToLower(d.Name.Value)
		d.At.rejectIf(name == "", "a system has a name: add name: move")
		d.Name.At.rejectIf(names[key], "system %s is there twice", name)
		names[key] = true
		used := uint64(0)
		list := func(of []Text) ([]int, uint64) {
			numbers, mask := c.list(of)
			for _, n := range numbers {
				d.At.rejectIf(used>>n&1 != 0,
					"system %s has component %s in two lists: keep it in one", name, c.Components[n].Name)
			}
			used |= mask
			return numbers, mask
		}
		a := Access{Step: i, Work: d.Work.Value}
		if d.Kernel.Given {
			c.kernel(&d, &a)
		}
		s := drive.Step{Name: name, Op: drive.System, Kinds: ^uint64(0)}
		a.Read, _ = list(d.Read)
		a.Write, _ = list(d.Write)
		a.With, _ = list(d.With)
		s.Need = used
		a.Without, s.Lack = list(d.Without)
		a.Optional, _ = list(d.Optional)
		d.At.rejectIf(s.Need == 0,
			"system %s works on no component: add write: [%s]", name, c.Components[0].Name)
		n := len(a.Read) + len(a.Write) + len(a.Optional)
		d.At.rejectIf(n > mostParameters && a.Kernel == kernel.Idle,
			"system %s reads and writes %d components, want at most %d", name, n, mostParameters)
		s.Every = every(d.Every)
		a.Handle, a.Once = d.Handle.Value, d.Once.Value
		a.Copies = d.Copies.or(1)
		s.Copies = a.Copies
		d.Copies.At.rejectIf(a.Copies < 1 || a.Copies > mostCopies, "copies %d: want 1 to %d", a.Copies, mostCopies)
		if s.Workers = d.Workers.or(1); s.Workers != 1 {
			c.workers(s.Workers, d, a)
		}
		if d.Life.Given {
			c.life(&s, d, a)
		}
		c.Spec.Steps, c.places = append(c.Spec.Steps, s), append(c.places, d.At)
		a.Visited = c.matching(&s)
		c.Systems = append(c.Systems, a)
		if a.Visited == 0 && len(c.file.Measure) == 0 {
			c.warn("system %s visits no entity: no kind has all of its components", name)
		}
	}
}

// observers checks that observed changes occur.
func (c *compiler) observers() {
	numbers, mask := c.list(c.file.Observe)
	c.Observed, c.Observers = mask, c.file.Observers.or(1)
	c.file.Observers.At.rejectIf(c.Observers > mostCopies, "observers %d: want at most %d", c.Observers, mostCopies)
	c.file.Observers.At.rejectIf(c.file.Observers.Given && mask == 0, "observers: want components, such as observe: [Health]")
	added := uint64(0)
	for _, s := range c.Spec.Steps {
		added |= s.Add
	}
	for _, n := range numbers {
		if added>>n&1 == 0 {
			c.warn("observe: no change adds %s", c.Components[n].Name)
		}
	}
}

// every returns the period of a step in frames, 1 by default.
func every(w Whole) int {
	n := w.or(1)
	w.At.rejectIf(n == 0, "every 0: want a number from 1")
	return n
}

func (c *compiler) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// matching returns how many entities a step can select at the start.
func (c *compiler) matching(s *drive.Step) (total float64) {
	for k, kind := range c.Spec.Kinds {
		if s.Kinds>>k&1 == 0 || kind.Has&s.Lack != 0 {
			continue
		}
		n, missing := float64(kind.Count), s.Need&^kind.Has
		for _, some := range kind.Some {
			if missing>>some.Component&1 != 0 {
				n *= some.Share
				missing &^= 1 << some.Component
			}
			if s.Lack>>some.Component&1 != 0 {
				n *= 1 - some.Share
			}
		}
		if missing == 0 {
			total += n
		}
	}
	return total
}
