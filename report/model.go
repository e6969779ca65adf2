package report

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Report is the evaluation of result files.
type Report struct {
	Files     []*results.File
	Settings  []Setting
	Impls     []*Impl     // in the order of the catalogue, then unknown ones by name
	Scenarios []*Scenario // in the order of the catalogue, then unknown ones in order of appearance
	Cases     []*Entry    // by scenario, shape and implementation
	Samples   int         // of all cases; see [SamplesMean]
	Unused    int         // samples beyond the first of each program, in cases of several programs
	Lines     int         // of results in all files; the places of [Case.Order]
}

// A Setting is a configuration of the file. Cases of different settings are not compared.
type Setting struct {
	Label  string            // differences from other settings; "" if there is only one
	Config map[string]string // configuration of its first case
}

// An Impl is an implementation in the files. Its name is empty for benchmarks of other programs.
type Impl struct {
	Name  string // in results, with options
	Label string // for display, with † if it failed anywhere or ‡ if its work was wrong
	Base  string // without options
	Index int    // index in Report.Impls
	Place int    // index of Base in the catalogue, -1 if unknown
	Role  results.Role
	Null  bool // does no work, see [KnownImpl]

	Version  string            // of a library, "" if unknown
	Released string            // the day of that version
	Wrong    string            // how its work differs from the model; "" if all checks passed
	program  bool              // measured by a program of its own, whose samples are verified one by one
	notes    map[string]string // see [KnownImpl]
	failed   []string          // the scenarios, by their labels
	orders   int               // of functions, over which its samples take turns; 0 for one program
}

// Edition is the version and its day, "" if unknown.
func (i *Impl) Edition() string { return strings.TrimSpace(i.Version + " " + i.Released) }

// Doubt states why the numbers of an implementation are doubtful, "" if they are not. Wrong
// work in one scenario may be undetected in others.
func (i *Impl) Doubt() string {
	switch {
	case i.Wrong != "" && i.program:
		return fmt.Sprintf("%s did different work than the model and is not ranked: %s", i.Label, DisplayLong(i.Wrong))
	case i.Wrong != "":
		return fmt.Sprintf("%s did different work than the model and is not ranked: %s; all differences: ecsbench run --verify --impl %s", i.Label, DisplayLong(i.Wrong), Display(i.Name))
	case len(i.failed) > 0 && i.program:
		return fmt.Sprintf("%s failed in %s; its other numbers are doubtful", i.Label, enumerate(limit(i.failed, 4)))
	case len(i.failed) > 0:
		return fmt.Sprintf("%s failed in %s; its other numbers are doubtful; differences: ecsbench run --verify --impl %s", i.Label, enumerate(limit(i.failed, 4)), Display(i.Base))
	}
	return ""
}

// roles has the roles in display order; contestedRoles are those with a ranking.
var (
	roles          = []results.Role{results.Library, results.Design, results.Reference}
	contestedRoles = roles[:2]
)

// Shown reports whether tables show the implementation.
func (i *Impl) Shown() bool { return !i.Null }

// Ranked reports whether the implementation is ranked within its role.
func (i *Impl) Ranked() bool { return i.Shown() && i.Wrong == "" }

// A Scenario is the work on a world in one access mode. Access modes are never ranked together.
type Scenario struct {
	Name   string
	Mode   results.AccessMode // AnyMode if unknown
	Label  string             // name and access mode, for display
	Unit   string             // primary unit; "" if no case has a number
	Units  []string           // all units, the primary unit first
	Better int                // of the primary unit: +1 if more is better, -1 if less is
	Axes   []Axis             // of its configurations
	Shapes []*Shape           // by setting, options and axis values
	Along  int                // index of the axis for charts, -1 if there is none
	known  *KnownScenario     // nil if the catalogue lacks it
}

// A Shape is a configuration: the identity of cases without the implementation.
type Shape struct {
	Scenario *Scenario
	Setting  int
	At       []float64   // values on the scenario's axes, NaN if it has none
	Options  string      // the other parts of the name, such as "decoys=10"
	Cases    []*Entry    // by implementation
	Without  []Exception // cases without a number, by implementation
	bests    [3]*Entry   // by role; nil without a rankable case
	place    axisPlace
}

// Label describes the shape within its scenario and setting.
func (s *Shape) Label() string { return s.without(-1) }

// Line describes a line of a chart.
func (s *Shape) Line() string { return s.without(s.Scenario.Along) }

// Row describes the shape without the size of the world.
func (s *Shape) Row() string { return s.without(s.Scenario.SizeAxis()) }

// without describes the shape without one of its axes.
func (s *Shape) without(axis int) string {
	parts := make([]string, 0, len(s.At)+1)
	for i, a := range s.Scenario.Axes {
		if i != axis {
			parts = append(parts, a.Label(s.At[i]))
		}
	}
	return lists.Join(", ", append(parts, Display(s.Options))...)
}

// An Entry is one implementation in one configuration.
type Entry struct {
	results.Key
	Shape *Shape
	Impl  *Impl
	Stats map[string]Stat // by unit
	Order []int           // index of each sample in its file

	Disturbed int // samples taken again because the core was busy

	Ratio float64 // to the best of its role, in the primary unit, > 1 is worse; NaN if unknown
	P     float64 // of the difference from the best, corrected; 1 for the best
	Tied  bool    // about as good as the best, and not significantly different from it

	turns  []float64            // sorted medians by order of functions, in the primary unit; nil for one program
	parts  []part               // until they are pooled
	values map[string][]float64 // of all files, by unit; until they are evaluated
}

// best returns the best case of the same role and shape.
func (c *Entry) best() *Entry { return c.Shape.bests[c.Impl.Role] }

// Differs reports whether the case is significantly worse than the best of its role.
func (c *Entry) Differs() bool { return c.P < Alpha }

// TieMeans explains the mark of ties, ≈.
const TieMeans = "statistically tied with the best (Mann-Whitney U test, Holm's correction, α = 0.05)"

// UnclearMeans explains the mark of [Entry.Unclear], ? behind a ratio.
const UnclearMeans = "the samples scatter too much to tell the case from the best"

// Main returns the statistic of the primary unit.
func (c *Entry) Main() Stat {
	if s, ok := c.Stats[c.Shape.Scenario.Unit]; ok {
		return s
	}
	return newStat(nil)
}

// IsBest reports whether the case is the best of its role in its configuration.
func (c *Entry) IsBest() bool { return c.best() == c }

// A State is the state of a case.
type State string

// States of a case.
const (
	Measured    State = "measured"
	Missing     State = "missing"               // not part of the run
	Failed      State = results.KindFailed      // crashed, hung or did wrong work
	Unsupported State = results.KindUnsupported // the implementation cannot do it
	Unmeasured  State = "not measured"          // the budget ended before the first sample
)

// An Exception is a case without a number.
type Exception struct {
	Case   string
	Impl   *Impl
	State  State // Failed, Unsupported or Unmeasured
	Reason string
}
