package report

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// cpus lists the processors of the results, sorted and for display.
func (r *Report) cpus() (names []string) {
	for _, f := range r.Files {
		for _, e := range f.Environments {
			names = addName(names, Display(e.CPU))
		}
	}
	for _, s := range r.Settings {
		names = addName(names, Display(s.Config["cpu"]))
	}
	slices.Sort(names)
	return names
}

// Warnings returns warnings about the results as a whole, each with a fix.
func (r *Report) Warnings() []string {
	var lines []string
	warn := func(format string, args ...any) { lines = lists.Add(lines, fmt.Sprintf(format, args...)) }
	if cpus := r.cpus(); len(cpus) > 1 {
		warn("Results of %d machines are mixed (%s). They are shown separately and not compared; measure on one machine to compare.", len(cpus), enumerate(limit(cpus, 4)))
	}
	commits, dirty := make(map[string]bool), false
	for _, f := range r.Files {
		if n := len(f.Damaged); n > 0 {
			warn("Lines of %s could not be read and are skipped (%d); the first is %s.", Display(filepath.Base(f.Path)), n, DisplayLong(f.Damaged[0].Error()))
		}
		for _, e := range f.Environments {
			commits[e.Commit] = true
			dirty = dirty || e.Dirty
		}
		for i, e := range f.Ends {
			for _, c := range e.Conditions {
				if c.Remedy != "" {
					warn("%s: %s; %s.", Display(c.Name), DisplayLong(c.State), strings.TrimRight(DisplayLong(c.Remedy), "."))
				}
			}
			if e.Reason != "complete" && i == len(f.Ends)-1 { // unless it was continued
				warn("%s is a run that ended early (%s): continue it with --resume of the command that wrote it.", Display(filepath.Base(f.Path)), DisplayLong(e.Reason))
			}
		}
	}
	for _, i := range r.Impls {
		if doubt := i.Doubt(); doubt != "" {
			warn("%s.", doubt)
		}
	}
	if len(commits) > 1 {
		warn("Samples of %d commits are pooled within one file; their differences look like noise. Measure each commit into its own file.", len(commits))
	}
	if dirty {
		warn("The code had uncommitted changes, so the run cannot be repeated. Commit first.")
	}
	return limit(lines, mostWarnings)
}

// mostWarnings limits the warnings of a report.
const mostWarnings = 40

// wideInterval is the precision above which a report warns: with it, differences of 10% between
// implementations are doubtful. Runs aim at a smaller one, and most of their cases come close.
const wideInterval = 0.05

// Warnings returns warnings about the cases of a scenario.
func (s *Scenario) Warnings() []string {
	few, wide, drifting, nothing := 0, 0, 0, 0
	for _, shape := range s.Shapes {
		for _, c := range shape.Cases {
			m := c.Main()
			precision, _ := c.Precision()
			switch {
			case m.N == 0 || !positive(m.Center):
				nothing++
				continue
			case !m.HasInterval():
				few++
			case precision > wideInterval:
				wide++
			}
			if m.drifts() {
				drifting++
			}
		}
	}
	var list []string
	if nothing > 0 {
		list = append(list, fmt.Sprintf("%s no value above zero in %s, which ratios and charts with a logarithmic scale leave out.", have(nothing), s.Unit))
	}
	if few > 0 {
		list = append(list, fmt.Sprintf("%s fewer than 6 samples and no interval: measure with --rounds 10.", have(few)))
	}
	if wide > 0 {
		list = append(list, fmt.Sprintf("%s less precise than ±%.0f%%, above which a report warns; the table of a run marks cases above its --precision: measure longer (--budget), or on a quieter machine.",
			counted(wide, "case is", "cases are"), 100*wideInterval))
	}
	if drifting > 0 {
		list = append(list, fmt.Sprintf("%s a trend over the run (p < 0.001): the machine changed during the run. The chart of the samples shows when.", have(drifting)))
	}
	return list
}

// mostCompared limits the values that are tested for a trend.
const mostCompared = 200

// drifts tests at least 10 samples for a trend by the rank correlation of Mann (1945) and Kendall
// (1975) between value and time, at p < 0.001 because every case is tested.
func (s Stat) drifts() bool {
	values := s.Values
	if len(values) > mostCompared {
		values = values[:mostCompared]
	}
	n := len(values)
	if n < 10 {
		return false
	}
	sum := 0
	for i := range values {
		for _, later := range values[i+1:] {
			switch {
			case later > values[i]:
				sum++
			case later < values[i]:
				sum--
			}
		}
	}
	variance := float64(n*(n-1)*(2*n+5)) / 18
	return math.Abs(float64(sum)) > 1+3.29*math.Sqrt(variance)
}
