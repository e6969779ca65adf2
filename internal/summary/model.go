package summary

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// A Report is what a set of result files says.
type Report struct {
	Files     []*results.File
	Settings  []Setting
	Impls     []*Impl     // in the order of the registry, then unknown ones by name
	Scenarios []*Scenario // in the order of the list, then unknown ones in order of appearance
	Cases     []*Case     // by scenario, shape and implementation
	Samples   int         // lines of results
}

// A Setting is a configuration under which cases were measured; cases of
// different settings are not compared.
type Setting struct {
	Label  string            // what tells it from the other settings; "" if there is only one
	Config map[string]string // configuration of its first case
}

// An Impl is an implementation that occurs in the files. Results of other
// people's benchmarks may have none; its name is empty then.
type Impl struct {
	Name  string // as in results, with options
	Label string // the name, fit to be shown, with a † if it failed anywhere or a ‡ if its work was wrong
	Base  string // without options
	Index int    // place in Report.Impls
	Place int    // place of Base in the registry, -1 if unknown
	Role  impls.Role
	Null  bool // does nothing, see impls.Implementation

	Version  string            // of a library, "" if unknown
	Released string            // the day of that version
	Wrong    string            // how its work differs from the model; "" if no check failed
	notes    map[string]string // see impls.Implementation
	failed   distinct          // the scenarios, by their labels
}

// Edition is the version and its day, "" if unknown.
func (i *Impl) Edition() string { return strings.TrimSpace(i.Version + " " + i.Released) }

// Doubt says why the numbers of an implementation are to be doubted, "" if
// nothing speaks against them: one that does other work than it must in one
// scenario may do so in others, where it is not noticed.
func (i *Impl) Doubt() string {
	switch {
	case i.Wrong != "":
		return fmt.Sprintf("%s did other work than the model, so it is not ranked: %s; all that it does wrong: ecsbench verify --impl %s", i.Label, DisplayLong(i.Wrong), Display(i.Name))
	case len(i.failed.list) > 0:
		return fmt.Sprintf("%s failed in %s, so doubt its other numbers too; what it does wrong: ecsbench verify --impl %s", i.Label, enumerate(limit(i.failed.list, 4)), Display(i.Base))
	}
	return ""
}

// roles lists the roles in the order in which they are shown; contestedRoles are
// those of which a report names the best.
var (
	roles          = []impls.Role{impls.Library, impls.Design, impls.Reference}
	contestedRoles = roles[:2]
)

// Shown reports whether tables show the implementation.
func (i *Impl) Shown() bool { return !i.Null }

// Ranked reports whether the implementation is ranked within its role.
func (i *Impl) Ranked() bool { return i.Shown() && i.Wrong == "" }

// A Scenario is what was done to a world, in one access mode. In another
// it is another scenario: the two are never ranked together.
type Scenario struct {
	Name   string
	Mode   impls.AccessMode // AnyMode where results do not state it
	Label  string           // name and access mode, fit to be shown
	Unit   string           // main unit, by which it is ranked; "" if no case has a number
	Units  []string         // all its units, the main unit first
	Better int              // of the main unit: +1 if more is better, -1 if less is
	Axes   []Axis           // what its shapes differ in
	Shapes []*Shape         // by setting, options and place on the axes
	along  int
}

// A Shape is a question: everything that a case's name and configuration say
// but for the implementation.
type Shape struct {
	Scenario *Scenario
	Setting  int
	At       []float64   // on each of the scenario's axes, NaN where it has no place
	Options  string      // the other keys of the name, such as "decoys=10"
	Cases    []*Case     // by implementation
	Without  []Exception // cases without a number, by implementation
	bests    [3]*Case    // by role; nil if no case of the role has a number that can be ranked
}

// Label describes the shape within its scenario and setting.
func (s *Shape) Label() string { return s.without(-1) }

// Line describes what stays the same along a line of a chart.
func (s *Shape) Line() string { return s.without(s.Scenario.along) }

// Row describes the shape without the size of the world.
func (s *Shape) Row() string { return s.without(s.Scenario.SizeAxis()) }

// without describes the shape without one of its axes.
func (s *Shape) without(axis int) string {
	parts := make([]string, 0, len(s.At)+1)
	for i, a := range s.Scenario.Axes {
		if said := a.Says(s.At[i]); said != "" && i != axis {
			parts = append(parts, said)
		}
	}
	if s.Options != "" {
		parts = append(parts, Display(s.Options))
	}
	return strings.Join(parts, ", ")
}

// A Case is one implementation at one shape.
type Case struct {
	Name  string // full name in the files
	Shape *Shape
	Impl  *Impl
	Stats map[string]Stat // by unit
	Order []int           // place of each sample in its file

	Disturbed int // samples that were taken again, since something else used the core

	Ratio float64 // how many times worse than the best of its role at the shape, in the main unit; NaN if unknown
	P     float64 // of the difference from the best, corrected; 1 for the best itself
	Tied  bool    // not the best, but with samples enough the test sees no difference from it
}

// best returns the best case of the same role and shape.
func (c *Case) best() *Case { return c.Shape.bests[c.Impl.Role] }

// Differs reports whether the case is significantly worse than the best of its
// role.
func (c *Case) Differs() bool { return c.P < Alpha }

// TieMeans explains the mark of ties, ≈.
const TieMeans = "statistically tied with the best (Mann-Whitney U test, Holm's correction, α = 0.05)"

// Main is the statistic in the main unit of the scenario.
func (c *Case) Main() Stat {
	if s, ok := c.Stats[c.Shape.Scenario.Unit]; ok {
		return s
	}
	return newStat(nil)
}

// IsBest reports whether the case is the best of its role at its shape.
func (c *Case) IsBest() bool { return c.best() == c }

// A State tells what is known of a case.
type State string

// The states of a case.
const (
	Measured    State = "measured"
	Missing     State = "missing"     // not part of the run
	Failed      State = "failed"      // crashed, hung or did the wrong work
	Unsupported State = "unsupported" // the implementation cannot do it
)

// An Exception is a case without a number, and why.
type Exception struct {
	Case   string
	Impl   *Impl
	State  State // Failed or Unsupported
	Reason string
	late   bool // the budget ended before the first sample, which says nothing of the implementation
}

// Key identifies a case of the report among those of other files.
func (r *Report) Key(c *Case) results.Key {
	config := r.Settings[c.Shape.Setting].Config
	return results.KeyOf(c.Name, func(key string) string { return config[key] })
}
