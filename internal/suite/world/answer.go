package world

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/results"
)

// An Answer is the report on a world.
type Answer struct {
	World       string              `json:"world"`
	Entities    int                 `json:"entities"`
	Changes     float64             `json:"changesPerFrame"`
	Budget      float64             `json:"budgetNs"`
	Percentile  float64             `json:"percentile"`         // of frames; compared with the budget
	Measured    string              `json:"measured,omitempty"` // steps that are timed on their own; "" for frames
	Verdict     string              `json:"verdict"`
	Libraries   []Row               `json:"libraries"` // best first
	Steps       []string            `json:"steps"`
	Flows       []Flow              `json:"memory"`
	Variants    []Variant           `json:"variants"`
	Unmeasured  []string            `json:"unmeasured"`
	Missed      []string            `json:"missedThresholds"`
	Cut         []string            `json:"cut"` // omitted because the budget was too short
	Notes       []string            `json:"notes"`
	Environment results.Environment `json:"environment"`
}

// An Estimate is a median over processes with its confidence interval.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
	Least float64 `json:"least"` // of the processes
	Most  float64 `json:"most"`
}

// A Row is a library.
type Row struct {
	Name        string         `json:"name"`
	Module      string         `json:"module"`
	Version     string         `json:"version"`
	Frames      int            `json:"framesPerProcess"`
	Layouts     int            `json:"layouts"` // programs that differ only in the order of their functions
	Mean        Estimate       `json:"meanNs"`  // ranks the libraries
	P50         Estimate       `json:"p50Ns"`
	P99         Estimate       `json:"p99Ns"`
	P999        Estimate       `json:"p999Ns"`
	Max         float64        `json:"maxNs"`
	At          Estimate       `json:"atPercentileNs"`
	Missed      float64        `json:"missedShare"`
	Disturbed   float64        `json:"disturbedShare"`
	Bytes       float64        `json:"bytesPerFrame"`
	Allocations float64        `json:"allocationsPerFrame"`
	Retained    float64        `json:"retainedBytes"`
	GC          float64        `json:"gcShare"`
	Steps       []float64      `json:"stepsNs"` // medians over processes
	Capacity    *play.Capacity `json:"capacity,omitempty"`
	Emulated    []string       `json:"emulated,omitempty"`
	Failure     string         `json:"failure,omitempty"`
	Unsupported bool           `json:"unsupported,omitempty"` // the library cannot have the world; Failure is the reason
	Late        bool           `json:"late,omitempty"`        // likewise: the budget was too short
	Variants    []float64      `json:"variantsMeanNs"`        // by Answer.Variants; 0 if not measured
	Measured    *Measured      `json:"measured,omitempty"`    // instead of frames
}

// A Variant is a changed world.
type Variant struct {
	Name  string   `json:"name"`
	Order []string `json:"order"` // of libraries, fastest first
}

// New computes the answer of an experiment.
//
// Flows are those of the systems, without the rates of libraries.
func New(s *play.Experiment, env results.Environment, flows []Flow) *Answer {
	w := s.World
	a := &Answer{World: w.Spec.Name, Entities: w.Spec.Total(), Changes: changes(&w.Spec), Budget: float64(w.Spec.Budget), Percentile: w.Percentile, Environment: env, Flows: slices.Clone(flows), Cut: s.Cut, Notes: slices.Clone(w.Warnings)}
	if w.Spec.Measured() {
		a.Measured = measuredNames(&w.Spec)
	}
	for _, step := range timed(&w.Spec) {
		a.Steps = append(a.Steps, step.Name)
	}
	for _, c := range s.Cases {
		a.Libraries = append(a.Libraries, row(s, c))
	}
	slices.SortStableFunc(a.Libraries, func(x, y Row) int { return cmp.Compare(x.rank(), y.rank()) })
	if a.Measured != "" {
		a.unmeasured()
		a.Verdict = a.verdictMeasured()
		return a
	}
	a.flow(w)
	a.vary(s)
	a.unmeasured()
	a.thresholds(s)
	a.Verdict = a.verdict()
	return a
}

// timed are the steps of a frame: all but the last ones, which happen once before.
func timed(s *drive.Spec) []drive.Step {
	n := slices.IndexFunc(s.Steps, func(step drive.Step) bool { return step.Bit > 0 })
	if n < 0 {
		return s.Steps
	}
	return s.Steps[:n]
}

// rank is lower for faster libraries, and infinite for failed ones.
func (r Row) rank() float64 {
	switch {
	case r.Failure != "":
		return math.Inf(1)
	case r.Measured != nil:
		return r.Measured.first().Value
	}
	return r.Mean.Value
}

// changes is the number of changing entities per frame.
func changes(s *drive.Spec) (n float64) {
	for _, step := range s.Steps {
		if slices.Contains(drive.Changing, step.Op) {
			n += step.Count / float64(step.Every)
		}
	}
	return n
}

func row(s *play.Experiment, c *play.Measurement) Row {
	l := c.Library
	r := Row{Name: l.Name, Module: l.Module, Version: l.Edition(), Emulated: l.Emulated(s.World), Capacity: c.Capacity, Layouts: min(len(c.Results), len(c.Paths))}
	if c.Err != nil {
		failure, failed := errors.AsType[*play.Failure](c.Err)
		_, r.Unsupported = errors.AsType[*play.Unsupported](c.Err)
		r.Failure, r.Late = c.Err.Error(), failed && failure.Late
		return r
	}
	if s.Spec.Measured() {
		r.Measured = measured(c)
		return r
	}
	frames, disturbed, missed := 0, 0, 0
	for _, result := range c.Results {
		times, others := play.Times(result)
		r.Frames, r.Max = len(times), max(r.Max, times[len(times)-1])
		frames, disturbed, missed = frames+len(times), disturbed+others, missed+over(times, s.Spec.Budget)
	}
	r.Missed, r.Disturbed = float64(missed)/float64(max(1, frames)), float64(disturbed)/float64(max(1, frames))
	at := func(share float64) Estimate { return estimate(play.Percentiles(c.Results, share)) }
	r.Mean, r.P50, r.P99, r.P999, r.At = estimate(lists.Map(c.Results, play.Mean)), at(0.5), at(0.99), at(0.999), at(s.World.Percentile)
	median := func(figure func(*drive.Result) float64) float64 {
		values := lists.Map(c.Results, func(result *drive.Result) float64 { return figure(result) })
		return estimate(values).Value
	}
	r.Bytes = median(func(r *drive.Result) float64 { return r.Bytes })
	r.Allocations = median(func(r *drive.Result) float64 { return r.Allocs })
	r.Retained = median(func(r *drive.Result) float64 { return float64(r.Retained) })
	r.GC = median(func(r *drive.Result) float64 { return r.GC })
	for step := range timed(&s.Spec) {
		r.Steps = append(r.Steps, median(func(r *drive.Result) float64 { return r.Steps[step] }))
	}
	return r
}

// over counts the frames that exceed the budget. Frames are sorted.
func over(frames []float64, budget int64) int {
	return len(frames) - sort.Search(len(frames), func(i int) bool { return frames[i] > float64(budget) })
}

// estimate returns the median with its confidence interval: 95%, or the level that few processes
// allow.
func estimate(values []float64) Estimate {
	if len(values) == 0 {
		return Estimate{}
	}
	m := statistics.MedianOf(values)
	if math.IsInf(m.Lo, 0) || math.IsInf(m.Hi, 0) {
		m.Lo, m.Hi = slices.Min(values), slices.Max(values)
	}
	return Estimate{m.Center, m.Lo, m.Hi, m.N, slices.Min(values), slices.Max(values)}
}

// vary ranks the libraries in each variant.
func (a *Answer) vary(s *play.Experiment) {
	for i, v := range play.Variants {
		measured := make(map[string]float64)
		for _, c := range s.Cases {
			if c.Err != nil || i >= len(c.Variants) || len(c.Variants[i]) == 0 {
				continue
			}
			measured[c.Library.Name] = estimate(lists.Map(c.Variants[i], play.Mean)).Value
		}
		if len(measured) == 0 {
			continue
		}
		variant := Variant{Name: v.Name}
		for k := range a.Libraries {
			a.Libraries[k].Variants = append(a.Libraries[k].Variants, measured[a.Libraries[k].Name])
			if measured[a.Libraries[k].Name] > 0 {
				variant.Order = append(variant.Order, a.Libraries[k].Name)
			}
		}
		slices.SortStableFunc(variant.Order, func(x, y string) int { return cmp.Compare(measured[x], measured[y]) })
		a.Variants = append(a.Variants, variant)
	}
}

// unmeasured lists the libraries without a number, and those that need an emulation.
func (a *Answer) unmeasured() {
	for _, r := range a.Libraries {
		if r.Failure != "" {
			a.Unmeasured = append(a.Unmeasured, fmt.Sprintf("%s: %s", r.Name, r.Failure))
		}
	}
	var disturbed []string
	for _, r := range a.Libraries {
		if r.Failure != "" {
			continue
		}
		for _, e := range r.Emulated {
			a.Unmeasured = append(a.Unmeasured, fmt.Sprintf("%s has no %s", r.Name, e))
		}
		if m := r.Measured; m != nil && m.Disturbed > 0 {
			a.Notes = append(a.Notes, fmt.Sprintf("%s: another program disturbed %d of %d samples: measure again when the machine is idle", r.Name, m.Disturbed, m.PerEntity.N))
		}
		if r.Disturbed > 0.2 {
			disturbed = append(disturbed, fmt.Sprintf("%s %.0f%%", r.Name, 100*r.Disturbed))
		}
	}
	if len(disturbed) > 0 {
		a.Notes = append(a.Notes, "other programs took the processor in many frames, which count by CPU time only: measure again when the machine is idle: "+strings.Join(disturbed, ", "))
	}
	if slices.ContainsFunc(a.Libraries, func(r Row) bool { return r.Capacity != nil }) {
		a.Notes = append(a.Notes, fmt.Sprintf("a capacity is the size at which %s of all frames equals the budget, at the speed that the machine had during the search, slow moments included", percentileName(a.Percentile)))
	}
	if len(a.Cut) > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("the budget was too short for all; raise --budget. Cut: %s", strings.Join(a.Cut, "; ")))
	}
}

// thresholds compares every library with the thresholds of the file.
func (a *Answer) thresholds(s *play.Experiment) {
	t := s.World.Thresholds
	for _, r := range a.Libraries {
		if r.Failure != "" {
			continue
		}
		check := func(given bool, what string, got, want float64, format func(float64) string) {
			if given && got > want {
				a.Missed = append(a.Missed, fmt.Sprintf("%s: %s is %s, the threshold is %s", r.Name, what, format(got), format(want)))
			}
		}
		check(t.P50.Given, "p50", r.P50.Value, float64(t.P50.Value), duration)
		check(t.P99.Given, "p99", r.P99.Value, float64(t.P99.Value), duration)
		check(t.P999.Given, "p99.9", r.P999.Value, float64(t.P999.Value), duration)
		check(t.Missed.Given, "the share of missed frames", r.Missed, t.Missed.Value, percent)
		check(t.Memory.Given, "memory", r.Retained, t.Memory.Value, size)
		check(t.Allocated.Given, "memory allocated per frame", r.Bytes, t.Allocated.Value, size)
		check(t.Allocations.Given, "allocations per frame", r.Allocations, t.Allocations.Value, allocations)
		switch c, want := r.Capacity, thousands(float64(t.Capacity.Value)); {
		case !t.Capacity.Given:
		case c == nil:
			a.Missed = append(a.Missed, fmt.Sprintf("%s: the capacity was not measured, the threshold is %s entities", r.Name, want))
		case c.Entities < t.Capacity.Value:
			a.Missed = append(a.Missed, fmt.Sprintf("%s: the capacity is %s entities, the threshold is %s", r.Name, thousands(float64(c.Entities)), want))
		}
	}
}

// duration prints nanoseconds with three digits.
func duration(ns float64) string { return results.UnitNamed("ns/op").Format(ns) }

func size(bytes float64) string { return results.UnitNamed("B/op").Format(bytes) }

func percent(share float64) string { return fmt.Sprintf("%.3g%%", 100*share) }

// allocations prints a number with three digits, and two below one. Large ones are whole.
func allocations(v float64) string {
	switch {
	case v < 1:
		return fmt.Sprintf("%.2g", v)
	case v >= 1000:
		return thousands(v)
	}
	return results.UnitNamed("allocs/op").Format(v)
}

// thousands groups the digits of a whole number.
func thousands(v float64) string { return display.Thousands(int64(math.RoundToEven(v))) }

// budgetText formats the budget of a frame.
func budgetText(ns float64) string {
	number, unit, _ := strings.Cut(duration(ns), " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number + " " + unit
}

// Failed returns how many libraries have failed, and how many had no time within the budget. A
// world that a library cannot have is no failure.
func (a *Answer) Failed() (failed, late int) {
	for _, r := range a.Libraries {
		switch {
		case r.Late:
			late++
		case r.Failure != "" && !r.Unsupported:
			failed++
		}
	}
	return failed, late
}
