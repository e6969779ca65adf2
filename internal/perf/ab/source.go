package ab

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// A Side is one of the programs that take turns.
type Side uint8

// The sides. Control and Injected test the experiment itself and run in a few cases.
const (
	Base     Side = iota // the reference
	Head                 // the side that is judged
	Control              // a second copy of base, must not differ from it
	Injected             // base with a known amount of extra work, which must be detected
)

func (s Side) String() string { return sideNames[s] }

var sideNames = [...]string{"base", "head", "control", "injected"}

// A CaseID is one benchmark.
type CaseID struct {
	Group string `json:"group,omitempty"` // the import path; benchstat calls it pkg
	Name  string `json:"name"`            // without "Benchmark", with all sub-benchmarks, without the number of CPUs
}

func (c CaseID) String() string { return lists.Join(" ", c.Group, c.Name) }

// CaseNamed returns the case with this name in result files of so many processors.
func CaseNamed(group, name string, procs int) CaseID {
	if procs > 1 {
		name = strings.TrimSuffix(name, "-"+strconv.Itoa(procs))
	}
	return CaseID{group, name}
}

// Named is the name of a case in result files of so many processors.
func (c CaseID) Named(procs int) string {
	if procs > 1 {
		return c.Name + "-" + strconv.Itoa(procs)
	}
	return c.Name
}

// Top is the function of the tests of a case.
func (c CaseID) Top() CaseID {
	c.Name, _, _ = strings.Cut(c.Name, "/")
	return c
}

// CountedOperations returns how many operations to count if one takes perOp seconds. They
// outweigh the additions of the runtime to a count.
func CountedOperations(perOp float64) int {
	const seconds = 0.01
	return powerOfTwo(seconds / max(1e-9, perOp))
}

// An Inventory lists the cases of base and head.
type Inventory struct {
	Common   []CaseID
	Alone    []CaseID // sequential ones of Common, which can be measured on one processor
	BaseOnly []CaseID
	HeadOnly []CaseID
	Proved   []CaseID     // benchmarks that cannot have changed, with all their cases: neither listed nor measured
	Failed   []FailedCase // cases that failed while they were listed
	Notes    []string     // for readers of the verdict
}

// A FailedCase is a case that could not be measured.
type FailedCase struct {
	Case   CaseID `json:"case"`
	Side   string `json:"side"`
	Reason string `json:"reason"`
}

// A Trial is the work of a fresh process: Blocks times Operations operations of one case.
type Trial struct {
	Case       CaseID
	Side       Side
	Operations int
	Blocks     int
	Procs      int     // that the process may use; 0 for as many as there are
	Share      float64 // for the side Injected: extra work, 0.06 for 6%
	Extra      float64 // the same in seconds per operation

	Process []string // units of the whole process to report too, see results.Unit
}

// A Source runs trials.
type Source interface {
	// Sides returns labels of base and head, such as "main (1a2b3c4)".
	Sides() (base, head string)
	// Programs is a hash of the programs of base and head. Sources with equal hashes measure the
	// same.
	Programs() string
	// GoVersion is the version that built the programs of a side, "" if unknown.
	GoVersion(s Side) string
	// Same reports whether base and head are the same programs, byte for byte, and read
	// the same files.
	Same() bool
	// Inventory lists the cases; each limits the time of a process. An error means that
	// there is nothing to measure.
	Inventory(ctx context.Context, each time.Duration) (*Inventory, error)
	// Better is the better direction of a unit: +1 higher, -1 lower, 0 unknown.
	Better(unit string) int
	// Inject prepares the side Injected for these cases, for use from the next
	// Refresh on.
	Inject(ctx context.Context, cases []CaseID) error
	// Shuffle links base and head of these cases again, each with its functions in random
	// order, for use from the next Refresh on. If the source cannot do this, the error
	// wraps errors.ErrUnsupported.
	Shuffle(ctx context.Context, cases []CaseID, rng *rand.Rand) error
	// Refresh is called before every round: each side gets a fresh copy of its
	// program, made in random order.
	Refresh(ctx context.Context, rng *rand.Rand) error
	// Run runs one trial in a fresh process and returns one Block per block. Its error is
	// that of the case, unless the context ended.
	Run(ctx context.Context, t Trial) ([]Block, error)
	// Procs is the number of processors that the trials may use.
	Procs() int
	// Header holds the configuration lines of a result file of that side,
	// such as goos, goarch and cpu, in order.
	Header(s Side) [][2]string
	// Place is where a case is in head, the zero value if it is unknown.
	Place(c CaseID) results.Place
	// Close removes everything temporary.
	Close() error
}

// An Identified source identifies head.
type Identified interface {
	// Commit returns the commit of head, its time (RFC 3339), and whether there are
	// uncommitted changes.
	Commit(ctx context.Context) (commit, when string, dirty bool, err error)
	// Code returns a hash of all code and data that each function of the tests can
	// reach; "" if unknown.
	Code(ctx context.Context) map[CaseID]string
}

// A Varied is a Source whose sides may be built and run with different settings.
type Varied interface {
	Variants() (base, head child.Variant)
	// Built returns the size of all programs of a side in bytes, and the times in seconds that
	// building them took, in turns. There are none if both sides are built with the same settings.
	Built(ctx context.Context) (size [2]float64, seconds [2][]float64, err error)
}

// A Counter is a Source that can count instructions.
type Counter interface {
	// Count is an [instructions.Count] of a case. Several may run at the same time.
	Count(ctx context.Context, c CaseID, side Side, operations int) (*instructions.Counts, error)
	// Explain adds the places in the source and the commits to functions that grew, the
	// largest share first. Growth outside of the module is charged to the callers, if
	// there are any.
	Explain(ctx context.Context, grown, callers []instructions.GrownFunction) []results.Cause
}

// A CodeComparer is a Source that compares what a case executes.
type CodeComparer interface {
	// SameCode returns nil if the functions that a case executed, by their symbols, and all data
	// that they refer to are the same in base and head, except for their addresses. Otherwise it
	// returns the first difference, or why there is none to be found.
	SameCode(ctx context.Context, c CaseID, functions []string) error
}

// An Allocator is a Source that can list what the operations of a case allocate.
type Allocator interface {
	Counter
	// Allocations runs operations of a case in a fresh process. It returns the objects and
	// bytes that each line of the module allocates, with its callees elsewhere and set-up.
	Allocations(ctx context.Context, c CaseID, side Side, operations int) (objects, bytes map[instructions.SourceLine]int64, err error)
}

// A Sampler is a Source with a profiler.
type Sampler interface {
	Counter // which explains what grew
	// Sample runs operations of a case in a fresh process, or for the duration lasting. It
	// returns the nanoseconds of processor time of each line, from samples that are period
	// apart.
	Sample(ctx context.Context, c CaseID, side Side, operations int, lasting time.Duration) (lines map[instructions.SourceLine]int64, period time.Duration, err error)
}

// A Block holds the values of one block by unit, in the units that
// benchfmt tidies them to: sec/op, B/op, allocs/op, B/s and any other.
type Block map[string]float64

// AddUsage adds the requested units of the process of a trial: its system calls per operation and its
// processor time in seconds. It removes the units of a process that were not requested.
func (b Block) AddUsage(t Trial, calls, seconds float64) {
	b[results.UnitCPU] = seconds / float64(t.Operations*t.Blocks)
	b[results.UnitSyscall] = calls
	maps.DeleteFunc(b, func(unit string, _ float64) bool {
		return results.UnitNamed(unit).Process && !slices.Contains(t.Process, unit)
	})
}

// unitOrder is the order of columns and rows; other units follow by name.
var unitOrder = []string{unitTime, "B/s", unitBytes, unitAllocs}

func compareUnits(a, b string) int {
	place := func(u string) int {
		if i := slices.Index(unitOrder, u); i >= 0 {
			return i
		}
		return len(unitOrder)
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}

// judged lists the units of a case that are compared.
func (c *PlannedCase) judged() []string {
	if len(c.Only) > 0 {
		return c.Only
	}
	return c.Units
}

// RestatesTime reports whether a unit is a multiple of the time per operation in all blocks, such
// as ns/entity, or of its inverse, such as MB/s.
func RestatesTime(unit string, sides ...[]Block) bool {
	const rounding, bytesRounding = 0.002, 1e4 // of what package testing prints: 0.01 MB/s
	known, lo, hi, least := results.UnitNamed(unit), math.Inf(1), 0.0, math.Inf(1)
	for _, b := range slices.Concat(sides...) {
		ratio := b[unit] / b[unitTime]
		if known.IsRate() {
			ratio = b[unit] * b[unitTime]
		}
		lo, hi, least = min(lo, ratio), max(hi, ratio), min(least, b[unit])
	}
	same := 1 + rounding
	if unit == "B/s" {
		same += bytesRounding / least
	}
	return unit != unitTime && (known.IsTime() || known.IsRate()) && hi > 0 && !math.IsInf(hi, 1) && hi <= lo*same
}

// reduce returns one value per unit from the blocks of a trial. It is the best block if a
// direction is known, because disturbances are never improvements, and the median for memory,
// where the runtime rarely adds allocations.
func reduce(blocks []Block, better func(unit string) int) Block {
	value := Block{}
	for unit := range blocks[0] {
		all := make([]float64, 0, len(blocks))
		for _, b := range blocks {
			if v, ok := b[unit]; ok {
				all = append(all, v)
			}
		}
		direction, known := better(unit), results.UnitNamed(unit)
		if known.Counted > 0 {
			direction = 0
		}
		switch {
		case unit == results.UnitPeak:
			value[unit] = slices.Max(all)
		case known.Process:
			value[unit] = stats.Mean(all)
		case known.Tail() > 0: // the best block would have the shortest tail by chance
			value[unit] = statistics.Median(all)
		case direction == -1:
			value[unit] = slices.Min(all)
		case direction == +1:
			value[unit] = slices.Max(all)
		default:
			value[unit] = statistics.Median(all)
		}
	}
	return value
}

// asPrinted turns a tidied value back into what Go prints.
func asPrinted(value float64, unit string) (float64, string) {
	switch unit {
	case unitTime:
		return value * 1e9, "ns/op"
	case "B/s":
		return value / 1e6, "MB/s"
	}
	return value, unit
}
