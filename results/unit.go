package results

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// A Unit is a unit of measurement. To add one, add it to the list.
type Unit struct {
	Name     string
	Title    string  // for display: "time per entity"
	Better   int     // +1 if more is better, -1 if less is, 0 if unknown
	Restates string  // the primary unit that has the same information
	Counted  int     // number of equal values that make a count exact; 0 if it is timed
	Wanders  float64 // share by which a count varies between processes; 0 if it is constant
	Least    float64 // differences from 0 below this are ignored
	Clocked  string  // the unit of time that it expresses in cycles
	Machine  bool    // describes the machine, not the work
	Process  bool    // describes a whole process, and is compared on request
}

// Units of the core clock. Cycles are time multiplied by the clock. If a core slows down, time
// changes and cycles do not, except for work that waits for memory: its time stays and its
// cycles fall.
const (
	UnitCycles = "cycles/entity"
	UnitClock  = "clock-GHz"
	UnitProbe  = "probe-cycles" // of a step of the noise probe, see internal/suite/measure
	UnitWaited = "waited-share" // of the timed part, for a processor
)

// Units of a whole process. Those of work are per operation of a benchmark.
const (
	UnitPeak    = "peak-RSS-bytes" // of memory
	UnitGC      = "GC-share"       // of the processor time that the timed part had available
	UnitCPU     = "cpu-sec/op"     // cpu-ns/op in the form of x/perf
	UnitSyscall = "syscalls/op"
)

var units = []Unit{
	{Name: "ns/op", Title: "time per operation", Better: -1},
	{Name: "ns/entity", Title: "time per entity", Better: -1, Restates: "ns/op"},
	{Name: "entities/s", Title: "entities per second", Better: +1, Restates: "ns/op"},
	{Name: UnitCycles, Title: "cycles per entity", Better: -1, Clocked: "ns/entity"},
	{Name: UnitClock, Title: "clock of the core", Machine: true},
	{Name: UnitProbe, Title: "noise probe", Machine: true},
	{Name: UnitWaited, Title: "wait for a processor", Machine: true},
	{Name: UnitPeak, Title: "peak memory", Better: -1, Process: true},
	{Name: UnitGC, Title: "share of garbage collection", Better: -1, Least: 0.001, Process: true},
	{Name: UnitCPU, Title: "processor time per operation", Better: -1, Process: true},
	{Name: UnitSyscall, Title: "system calls per operation", Better: -1, Least: 0.01, Process: true},
	// A short run may include a stray allocation of the runtime. Three equal runs exclude it.
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

// byName finds a unit by its name or the name that x/perf converts it to.
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

// UnitNamed returns a unit by its name, also in x/perf's form (sec/op for ns/op). The direction
// of an unknown unit follows from its name: rates are better when higher; time, bytes and
// allocations when lower.
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

// Direction is the better direction of a unit: what the metadata declare, or else the usual one.
func Direction(declared benchfmt.UnitMetadataMap, unit string) int {
	if declared.Get(unit, "better") != nil {
		return declared.GetBetter(unit)
	}
	return UnitNamed(unit).Better
}

// fixedDirection is the better direction of a unit of ecsbench or package testing; 0 if a file
// may declare any.
func fixedDirection(name string) int {
	if u, ok := byName[name]; ok {
		return u.Better
	}
	if name == "MB/s" || name == "B/s" {
		return +1
	}
	return 0
}

func (u Unit) numerator() string {
	numerator, _, _ := strings.Cut(u.Name, "/")
	return numerator
}

// Tail is the share of values below a quantile in the tail: 0.99 for p99-ns; 0 for other units.
func (u Unit) Tail() float64 {
	name, _, _ := strings.Cut(u.numerator(), "-")
	percent, err := strconv.ParseFloat(strings.TrimPrefix(name, "p"), 64)
	if err != nil || !strings.HasPrefix(name, "p") || !u.IsTime() {
		return 0
	}
	for percent >= 100 { // p999
		percent /= 10
	}
	if percent <= 50 {
		return 0
	}
	return percent / 100
}

// IsSpeed reports whether the unit measures speed: a time or a rate.
func (u Unit) IsSpeed() bool {
	return u.IsRate() || u.IsTime() || hasWord(u.numerator(), "cycles")
}

// IsTime reports whether the unit is a time.
func (u Unit) IsTime() bool {
	return u.second() != 0
}

// second returns the number of units in a second; 0 if the unit is not a time.
func (u Unit) second() float64 {
	for _, t := range times {
		if hasWord(u.numerator(), t.word) {
			return t.second
		}
	}
	return 0
}

var times = []struct {
	word   string
	second float64
}{{"ns", 1e9}, {"us", 1e6}, {"µs", 1e6}, {"μs", 1e6}, {"ms", 1e3}, {"s", 1}, {"sec", 1}}

// IsRate reports whether the unit is a rate per second.
func (u Unit) IsRate() bool {
	return strings.HasSuffix(u.Name, "/s") || strings.HasSuffix(u.Name, "/sec")
}

// IsMemory reports whether the unit counts bytes.
func (u Unit) IsMemory() bool {
	return !u.IsRate() && (hasWord(u.numerator(), "B") || hasWord(u.numerator(), "bytes"))
}

// PerEntity reports whether the unit is per entity.
func (u Unit) PerEntity() bool { return strings.HasSuffix(u.Name, "/entity") }

// Heading returns the title as a column heading: "time/entity".
func (u Unit) Heading() string { return strings.Replace(u.Title, " per ", "/", 1) }

// Words has phrases for a ranking by a unit, with %s for numbers and names.
type Words struct {
	Lead string // Fastest library
	Than string // 2 times faster than another
	Even string // about as fast as another
}

// Words returns the phrases for the unit.
func (u Unit) Words() Words {
	switch {
	case u.IsSpeed():
		return Words{"Fastest %s", "%s times faster than %s", "about as fast as %s"}
	case u.IsMemory():
		return Words{"Most compact %s", "%s times less memory than %s", "about as much memory as %s"}
	}
	return Words{"Best %s", "%s times better than %s", "about as good as %s"}
}

// hasWord reports whether s is word, or has it before or after a hyphen, as in p99-sec.
func hasWord(s, word string) bool {
	return s == word || strings.HasPrefix(s, word+"-") || strings.HasSuffix(s, "-"+word)
}

// metadata returns the line with the unit's direction, "" for standard units.
func (u Unit) metadata() string {
	if u.Better == 0 || u.Name == "ns/op" || u.Name == "B/op" || u.Name == "allocs/op" {
		return ""
	}
	return "Unit " + u.Name + " better=" + BetterWord(u.Better) + "\n"
}

// BetterWord writes the better direction of a unit, "" if it is unknown.
func BetterWord(direction int) string {
	return map[int]string{+1: "higher", -1: "lower"}[direction]
}

// A Prefix is a unit for values of at least Size: 1.5e-6 s is written as 1.50 µs.
type Prefix struct {
	Size   float64 // in the unit of the values
	Suffix string
	Whole  bool // without decimals: 24 B, not 24.0 B
}

var (
	seconds = []Prefix{{1, " s", false}, {1e-3, " ms", false}, {1e-6, " µs", false}, {1e-9, " ns", false}}
	memory  = []Prefix{{1 << 30, " GiB", false}, {1 << 20, " MiB", false}, {1 << 10, " KiB", false}, {1, " B", true}}
	rates   = []Prefix{{1e9, " G/s", false}, {1e6, " M/s", false}, {1e3, " k/s", false}, {1, " /s", false}}
	numbers = []Prefix{{1e9, " G", false}, {1e6, " M", false}, {1e3, " k", false}, {1, "", true}}
)

// Prefixes returns the units for writing values, largest first. The last also applies to smaller
// values.
func (u Unit) Prefixes() []Prefix {
	factor, _ := benchunit.Tidy(1, u.Name) // a nanosecond is 1e-9 seconds
	steps := numbers
	switch {
	case u.IsRate():
		steps = rates
	case u.IsTime():
		steps, factor = seconds, 1/u.second()
	case u.IsMemory():
		steps = memory
	}
	own := make([]Prefix, len(steps))
	for i, s := range steps {
		own[i] = Prefix{s.Size / factor, s.Suffix, s.Whole}
	}
	return own
}

// Format writes a value with three significant digits and a fitting prefix, such as "1.72 ns",
// "581 M/s" or "24 B".
func (u Unit) Format(value float64) string {
	if math.IsNaN(value) {
		return "no value"
	}
	steps := u.Prefixes()
	at := steps[len(steps)-1]
	for _, s := range steps {
		if math.Abs(value) >= s.Size*0.9995 {
			at = s
			break
		}
	}
	if at.Whole && value == math.Trunc(value) && math.Abs(value) < 1e6 {
		return strconv.FormatFloat(value, 'f', 0, 64) + at.Suffix
	}
	return Digits(value/at.Size) + at.Suffix
}

// Digits writes a number with three significant digits, without an exponent if it stays
// readable.
func Digits(v float64) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case a >= 1e6:
		return strconv.FormatFloat(v, 'g', 3, 64)
	case a >= 99.95:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case a >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case a >= 0.9995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case a >= 0.0995:
		return strconv.FormatFloat(v, 'f', 3, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// Scaled writes a value with the prefix of scale, or as a power of ten if no prefix is large
// enough.
func Scaled(scale benchunit.Scaler, value float64) string {
	if text := scale.Format(value); len(text) <= 20 {
		return text
	}
	return strconv.FormatFloat(value, 'g', 4, 64)
}
