package summary

import (
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// A Report is what a set of result files says.
type Report struct {
	Files       []*results.File
	Settings    []Setting
	Impls       []*Impl     // in the order of the registry, then unknown ones by name
	Scenarios   []*Scenario // in order of appearance
	Cases       []*Case     // by scenario, shape and implementation
	Failed      []Exception
	Unsupported []Exception
	Samples     int // lines of results

	without map[absence][]exception // made by exceptionAt
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
	Label string // the name, fit to be shown
	Base  string // without options
	Index int    // place in Report.Impls
	Place int    // place of Base in the registry, -1 if unknown
	Role  impls.Role
}

// Contends tells whether the implementation can be the best.
func (i *Impl) Contends() bool { return i.Role == impls.Contender }

// Ranked tells whether the implementation is in rankings at all.
func (i *Impl) Ranked() bool { return i.Role != impls.Null }

// A Scenario is what was done to a world.
type Scenario struct {
	Name   string
	Label  string   // the name, fit to be shown
	Unit   string   // main unit, by which it is ranked
	Units  []string // all its units, the main unit first
	Better int      // of the main unit: +1 if more is better, -1 if less is
	Shapes []*Shape // by setting, components, options and entities
}

// A Shape is a question: everything that a case's name and configuration say
// but for the implementation.
type Shape struct {
	Scenario   *Scenario
	Setting    int
	Components string  // "" if the scenario has no such key
	Options    string  // the other keys of the name, such as "decoys=10"
	Entities   float64 // NaN if the scenario has no such key
	Cases      []*Case // by implementation
	Best       *Case   // nil if no case has a number that can be ranked
}

// Label describes the shape within its scenario and setting.
func (s *Shape) Label() string {
	parts := make([]string, 0, 3)
	if line := s.Line(); line != "" {
		parts = append(parts, line)
	}
	if !math.IsNaN(s.Entities) {
		parts = append(parts, Count(s.Entities)+" entities")
	}
	return strings.Join(parts, ", ")
}

// Line describes the shape without the number of entities: what stays the same
// along a line of a chart.
func (s *Shape) Line() string {
	parts := make([]string, 0, 2)
	switch s.Components {
	case "":
	case "1":
		parts = append(parts, "1 component")
	default:
		parts = append(parts, Display(s.Components)+" components")
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

	Ratio float64 // how many times worse than the best of the shape, in the main unit; NaN if unknown
	P     float64 // of the difference from the best, corrected; 1 for the best itself
	Tied  bool    // not the best, but the test sees no difference from it
}

// Main is the statistic in the main unit of the scenario.
func (c *Case) Main() Stat {
	if s, ok := c.Stats[c.Shape.Scenario.Unit]; ok {
		return s
	}
	return newStat(nil)
}

// IsBest tells whether the case is the best of its shape.
func (c *Case) IsBest() bool { return c.Shape.Best == c }

// An Exception is a case without a number, and why.
type Exception struct {
	Case       string
	Reason     string
	Scenario   string
	Impl       string
	Components string
	Options    string
	Entities   float64
	Settings   []int // of the file it is in, ascending
}
