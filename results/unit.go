package results

import (
	"strings"

	"golang.org/x/perf/benchunit"
)

// A Unit is what a measurement is in. To add one, add it to the list.
type Unit struct {
	Name     string
	Title    string  // for people: "time per entity"
	Better   int     // +1 if more is better, -1 if less is, 0 if that is not known
	Restates string  // the unit that it says the same as in other words
	Counted  int     // so many equal values make it certain, since it is counted and not timed; 0 if none do
	Wanders  float64 // share by which it differs from process to process although it is counted; 0 where it is not, or does not
	Least    float64 // what counts as next to nothing where another value is 0
	Clocked  string  // the unit of time that it says the same as in cycles of the core
	Machine  bool    // says something of the machine, and nothing of the work
}

// The units of what a sample knows of the clock of its core. Cycles are time
// multiplied by the clock, so a core that runs slower for a while changes time
// and not cycles, but for work that waits for memory or for others: that
// takes its time, and fewer cycles of a slower core.
const (
	UnitCycles = "cycles/entity"
	UnitClock  = "clock-GHz"
	UnitProbe  = "probe-cycles" // of a step of the noise probe, see internal/measure/spin
)

var units = []Unit{
	{Name: "ns/op", Title: "time per operation", Better: -1},
	{Name: "ns/entity", Title: "time per entity", Better: -1, Restates: "ns/op"},
	{Name: "entities/s", Title: "entities per second", Better: +1, Restates: "ns/op"},
	{Name: UnitCycles, Title: "cycles per entity", Better: -1, Clocked: "ns/entity"},
	{Name: UnitClock, Title: "clock of the core", Machine: true},
	{Name: UnitProbe, Title: "noise probe", Machine: true},
	// The bytes of a short run may hold a stray allocation of the run-time;
	// three equal runs rule that out.
	{Name: "B/op", Title: "memory allocated per operation", Better: -1, Counted: 3, Least: 16},
	{Name: "allocs/op", Title: "allocations per operation", Better: -1, Counted: 1, Least: 1},
	{Name: "instructions/op", Title: "instructions per operation", Better: -1, Wanders: 0.001},
	{Name: "instructions/entity", Title: "instructions per entity", Better: -1, Restates: "instructions/op"},
	{Name: "D-refs/entity", Title: "data references per entity", Better: -1},
	{Name: "D1-misses/entity", Title: "first-level cache misses per entity", Better: -1},
	{Name: "LLd-misses/entity", Title: "last-level cache misses per entity", Better: -1},
	{Name: "retained-B/entity", Title: "memory retained per entity", Better: -1},
	{Name: "peak-B/entity", Title: "memory needed at once per entity", Better: -1},
	{Name: "destroyed-B/entity", Title: "memory retained per destroyed entity", Better: -1},
	{Name: "grown-B/entity", Title: "memory lost per entity", Better: -1, Least: 0.5},
	{Name: "left-goroutines/world", Title: "goroutines that outlive their world", Better: -1, Least: 0.5},
	{Name: "retained-B/archetype", Title: "memory retained per archetype", Better: -1},
	{Name: "p99.9-ns/change", Title: "the slowest of 1,000 changes", Better: -1},
	{Name: "p50-ns/change", Title: "a change in the middle", Better: -1},
	{Name: "p99-ns/change", Title: "the slowest of 100 changes", Better: -1},
	{Name: "max-ns/change", Title: "the slowest change", Better: -1},
	{Name: "ns/frame", Title: "time per frame", Better: -1},
	{Name: "p50-ns/frame", Title: "a frame in the middle", Better: -1},
	{Name: "p99-ns/frame", Title: "the slowest of 100 frames", Better: -1},
	{Name: "p99.9-ns/frame", Title: "the slowest of 1,000 frames", Better: -1},
	{Name: "missed-frames", Title: "frames longer than 16.7 ms", Better: -1, Least: 1},
	{Name: "ns/world", Title: "time to open a world", Better: -1},
	{Name: "retained-B/world", Title: "memory of an empty world", Better: -1},
	{Name: "GC-ns", Title: "time of a garbage collection", Better: -1},
	{Name: "scannable-B", Title: "heap that the garbage collector scans", Better: -1},
}

// byName finds a unit by its name, and by what x/perf makes of it.
var byName = func() map[string]Unit {
	found := make(map[string]Unit)
	for _, u := range units {
		tidied := u
		_, tidied.Name = benchunit.Tidy(1, u.Name)
		_, tidied.Restates = benchunit.Tidy(1, u.Restates)
		found[tidied.Name], found[u.Name] = tidied, u
	}
	return found
}()

// Units lists the units of ecsbench's own results.
func Units() []Unit { return units }

// UnitNamed returns a unit by its name, which may also be what x/perf makes of
// it (sec/op of ns/op). One that is not ecsbench's own has only a name and, if
// the name tells, a direction: rates per second are better when higher; time,
// bytes and allocations when lower.
func UnitNamed(name string) Unit {
	if u, ok := byName[name]; ok {
		return u
	}
	u := Unit{Name: name, Title: name}
	switch {
	case u.IsRate():
		u.Better = +1
	case u.IsSpeed(), u.IsMemory(), hasWord(u.numerator(), "allocs"):
		u.Better = -1
	}
	return u
}

func (u Unit) numerator() string {
	numerator, _, _ := strings.Cut(u.Name, "/")
	return numerator
}

// IsSpeed tells whether the unit says how fast something is.
func (u Unit) IsSpeed() bool {
	return u.IsRate() || u.IsTime() || hasWord(u.numerator(), "cycles")
}

// IsTime tells whether the unit is a length of time.
func (u Unit) IsTime() bool {
	return hasWord(u.numerator(), "ns") || hasWord(u.numerator(), "sec")
}

// IsRate tells whether the unit is so many of something in a second.
func (u Unit) IsRate() bool {
	return strings.HasSuffix(u.Name, "/s") || strings.HasSuffix(u.Name, "/sec")
}

// IsMemory tells whether the unit is a number of bytes.
func (u Unit) IsMemory() bool {
	return !u.IsRate() && (hasWord(u.numerator(), "B") || hasWord(u.numerator(), "bytes"))
}

// PerEntity tells whether the unit is of one entity, whatever the size of the
// world.
func (u Unit) PerEntity() bool { return strings.HasSuffix(u.Name, "/entity") }

// PerOperation tells whether the unit is of one operation.
func (u Unit) PerOperation() bool { return strings.HasSuffix(u.Name, "/op") }

// Heading is the title as it heads a column: "time/entity".
func (u Unit) Heading() string { return strings.Replace(u.Title, " per ", "/", 1) }

// Words say who is better in a unit, with %s for a number and a name.
type Words struct {
	What string // Time, relative to that of the best
	Lead string // the one that is best, of a kind: Fastest library
	Best string // what the best does
	Than string // is so many times better than another
	Even string // is as good as another
}

// Words returns how to speak of values in the unit.
func (u Unit) Words() Words {
	switch {
	case u.IsSpeed():
		return Words{"Time", "Fastest %s", "is the fastest", "%s times faster than %s", "about as fast as %s"}
	case u.IsMemory():
		return Words{"Memory", "Most compact %s", "needs the least memory", "in %s times less memory than %s", "in about as much memory as %s"}
	}
	return Words{u.Title, "Best %s", "is the best", "%s times better than %s", "about as good as %s"}
}

// hasWord tells whether s is word, or has it before or after a hyphen, as in
// p99-sec.
func hasWord(s, word string) bool {
	return s == word || strings.HasPrefix(s, word+"-") || strings.HasSuffix(s, "-"+word)
}

// metadata is the line that tells readers which way the unit is better; of the
// usual ones every reader knows it.
func (u Unit) metadata() string {
	if u.Better == 0 || u.Name == "ns/op" || u.Name == "B/op" || u.Name == "allocs/op" {
		return ""
	}
	which := "lower"
	if u.Better > 0 {
		which = "higher"
	}
	return "Unit " + u.Name + " better=" + which + "\n"
}
