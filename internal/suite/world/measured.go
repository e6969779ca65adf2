package world

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/results"
)

// Measured is the time of steps that were timed on their own, of a library, or a quantity.
type Measured struct {
	Values      []UnitEstimate `json:"values,omitempty"` // of a quantity; the first one ranks the libraries
	PerEntity   Estimate       `json:"nsPerEntity"`      // ranks the libraries otherwise
	Cycles      Estimate       `json:"cyclesPerEntity"`
	Bytes       float64        `json:"bytesPerPass"`
	Allocations float64        `json:"allocationsPerPass"`
	Entities    int            `json:"entitiesPerPass"`
	Disturbed   int            `json:"disturbedSamples"`
}

// measured summarises the samples of a library.
func measured(c *play.Measurement) *Measured {
	m := new(Measured)
	if c.Results[0].Sample == nil {
		for i, v := range c.Results[0].Values {
			m.Values = append(m.Values, UnitEstimate{v.Unit, estimate(lists.Map(c.Results, func(r *drive.Result) float64 { return r.Values[i].Value }))})
		}
		return m
	}
	var times, cycles, bytes, allocs []float64
	for _, r := range c.Results {
		s, n := r.Sample, float64(r.PerOp)
		times, bytes, allocs = append(times, s.Time/n), append(bytes, s.Bytes), append(allocs, s.Allocs)
		if s.Clock > 0 {
			cycles = append(cycles, s.Time/n*s.Clock)
		}
		m.Entities = r.PerOp
		if s.Disturbed {
			m.Disturbed++
		}
	}
	m.PerEntity, m.Cycles = estimate(times), estimate(cycles)
	m.Bytes, m.Allocations = estimate(bytes).Value, estimate(allocs).Value
	return m
}

// A UnitEstimate is an estimate with its unit.
type UnitEstimate struct {
	Unit string `json:"unit"`
	Estimate
}

// String is the value with its interval.
func (v UnitEstimate) String() string { return v.in(results.UnitNamed(v.Unit).Format) }

// first ranks the libraries.
func (m *Measured) first() UnitEstimate {
	if len(m.Values) > 0 {
		return m.Values[0]
	}
	return UnitEstimate{"ns/entity", m.PerEntity}
}

// measuredTable is the table of measured steps or of a quantity.
func (a *Answer) measuredTable() Table {
	for _, r := range a.Libraries {
		if r.Failure == "" && len(r.Measured.Values) > 0 {
			return a.quantities(r)
		}
	}
	return a.perEntity()
}

// quantities is the table of a quantity, with the units of a library.
func (a *Answer) quantities(of Row) Table {
	columns := []string{"library"}
	for _, v := range of.Measured.Values {
		columns = append(columns, ">"+results.UnitNamed(v.Unit).Title)
	}
	t := Table{Title: fmt.Sprintf("%s: %s", a.Measured, display.Count(of.Measured.first().N, "sample")), Table: display.NewTable(columns...)}
	for _, r := range a.Libraries {
		cells := make([]string, len(columns))
		if cells[0] = r.Name; r.Failure != "" {
			cells[1] = r.failure()
		} else {
			for i, v := range r.Measured.Values {
				cells[i+1] = v.String()
			}
		}
		t.Row(cells...)
	}
	t.Legend = legend(t.Rows, [][2]string{{"±", "95% confidence interval of the median over processes"}})
	return t
}

// perEntity is the table of measured steps.
func (a *Answer) perEntity() Table {
	t := Table{Title: "Time per entity of " + a.Measured, Table: display.NewTable("library", ">per entity", ">fastest", ">slowest", ">cycles", ">allocated", ">allocs")}
	for _, r := range a.Libraries {
		if r.Failure != "" {
			t.Row(r.Name, r.failure(), "", "", "", "", "")
			continue
		}
		if m := r.Measured; m.PerEntity.N > 0 {
			t.Title = fmt.Sprintf("Time per entity of %s, %s per pass; %s, with functions in %s", a.Measured, display.Count(m.Entities, "entity"), display.Count(m.PerEntity.N, "sample"), display.Count(r.Layouts, "order"))
			t.Row(r.Name, m.PerEntity.String(), duration(m.PerEntity.Least), duration(m.PerEntity.Most), fmt.Sprintf("%.2f", m.Cycles.Value), size(m.Bytes), allocations(m.Allocations))
		}
	}
	t.Legend = legend(t.Rows, [][2]string{{"±", "95% confidence interval of the median over processes"}})
	return t
}

// verdictMeasured is one line: the fastest library, and those whose interval overlaps with it.
func (a *Answer) verdictMeasured() string {
	good := lists.Filter(a.Libraries, func(r Row) bool { return r.Failure == "" })
	if len(good) == 0 {
		return "no library was measured: see what could not be measured"
	}
	best := good[0]
	first := best.Measured.first()
	unit := results.UnitNamed(first.Unit)
	text := fmt.Sprintf("%s takes %s per entity", best.Name, duration(first.Value))
	as := "fast"
	if len(best.Measured.Values) > 0 {
		text, as = fmt.Sprintf("%s is best by %s: %s", best.Name, unit.Title, unit.Format(first.Value)), "good"
	}
	var equal []string
	for _, r := range good[1:] {
		if r.Measured.first().Low <= first.High {
			equal = append(equal, r.Name)
		}
	}
	switch {
	case len(good) == 1:
		return text
	case len(equal) > 0:
		return text + ", and is as " + as + " as " + strings.Join(equal, " and ")
	}
	next := good[1]
	return fmt.Sprintf("%s, %s %s", text, next.Name, unit.Format(next.Measured.first().Value))
}

// measuredNames lists the names of the measured steps, or the quantity.
func measuredNames(s *drive.Spec) string {
	if s.Quantity != "" {
		return string(s.Quantity)
	}
	var names []string
	for _, step := range s.Steps {
		if step.Measured && !slices.Contains(names, step.Name) {
			names = append(names, step.Name)
		}
	}
	return strings.Join(names, ", ")
}

// measuredSample returns a sample of measured steps as a line of the benchmark format.
func measuredSample(name string, r *drive.Result) results.Sample {
	if r.Sample == nil {
		return results.Sample{Case: name, Iterations: 1, Values: lists.Map(r.Values, func(v drive.Value) results.Value { return results.Value(v) })}
	}
	return results.Sample{Case: name, Iterations: r.Sample.Operations, Values: measure.Values(*r.Sample, r.PerOp)}
}
