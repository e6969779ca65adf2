package world

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/play"
	"github.com/ecsbench/ecsbench/results"
)

// Measured is the time of steps that were timed on their own, of a library.
type Measured struct {
	PerEntity   Estimate `json:"nsPerEntity"` // ranks the libraries
	Cycles      Estimate `json:"cyclesPerEntity"`
	Bytes       float64  `json:"bytesPerPass"`
	Allocations float64  `json:"allocationsPerPass"`
	Entities    int      `json:"entitiesPerPass"`
	Disturbed   int      `json:"disturbedSamples"`
}

// measured summarises the samples of a library.
func measured(c *play.Case) *Measured {
	m := new(Measured)
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
	text := fmt.Sprintf("%s takes %s per entity", best.Name, duration(best.Measured.PerEntity.Value))
	var equal []string
	for _, r := range good[1:] {
		if r.Measured.PerEntity.Low <= best.Measured.PerEntity.High {
			equal = append(equal, r.Name)
		}
	}
	switch {
	case len(good) == 1:
		return text
	case len(equal) > 0:
		return text + ", and is as fast as " + strings.Join(equal, " and ")
	}
	next := good[1]
	return fmt.Sprintf("%s, %s %s", text, next.Name, duration(next.Measured.PerEntity.Value))
}

// measuredNames lists the names of the measured steps.
func measuredNames(s *drive.Spec) string {
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
	return results.Sample{Case: name, Iterations: r.Sample.Operations, Values: measure.Values(*r.Sample, r.PerOp)}
}
