package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// RoleTitle names the implementations of a role.
func RoleTitle(role results.Role) string {
	return capital(role.Plural())
}

// Title names the machines of the report and the date of its latest file.
func (r *Report) Title() string {
	var latest time.Time
	for _, f := range r.Files {
		if f.Header != nil && f.Header.Start.After(latest) {
			latest = f.Header.Start
		}
	}
	parts := limit(r.cpus(), 2)
	if !latest.IsZero() {
		parts = append(parts, latest.Format(time.DateOnly))
	}
	if len(parts) == 0 {
		return "ecsbench report"
	}
	return "ecsbench report: " + strings.Join(parts, ", ")
}

// A Figure is a number at the top of the page.
type Figure struct {
	Title, Value, Note string
	More               string // how it is counted, "" if that is clear
}

// SamplesMean explains the numbers of samples in tables and pages.
const SamplesMean = "All samples count, except disturbed ones that were measured again and those of failed cases."

// Figures returns the number of samples, the precision and the machine.
func (r *Report) Figures() []Figure {
	var precisions []float64
	few := 0
	for _, c := range r.Cases {
		if p, _ := c.Precision(); c.Main().HasInterval() {
			precisions = append(precisions, p)
		} else {
			few++
		}
	}
	samples := Figure{"Samples", Count(float64(r.Samples)), "of " + Cases(len(r.Cases)), lists.Join(" ", SamplesMean, r.Balance())}
	precision := Figure{Title: "Precision of the median case", Value: "unknown"}
	if len(precisions) > few { // else the median case has no interval
		slices.Sort(precisions)
		precision.Value = "±" + results.Digits(100*precisions[len(precisions)/2]) + "%"
		precision.Note = "95% confidence interval"
	}
	if few > 0 {
		precision.Note = fmt.Sprintf("%s with fewer than 6 samples", Cases(few))
	}
	cpus := strings.Join(limit(r.cpus(), 2), ", ")
	machine := Figure{Title: "Machine", Value: cmp.Or(cpus, "unknown")}
	for _, f := range r.Files {
		for _, e := range f.Environments {
			machine.Note = Display(strings.TrimSpace(display.Count(e.CPUs, "CPU") + ", " + e.GoVersion))
		}
	}
	return []Figure{
		samples,
		precision,
		machine,
	}
}

// Measured describes the amount and the conditions of the measurements.
func (r *Report) Measured() string {
	var cpus, gos, commits []string
	for _, f := range r.Files {
		for _, e := range f.Environments {
			cpus = addName(cpus, processors(e))
			gos = addName(gos, Display(e.GoVersion))
			commits = addName(commits, Display(e.Commit[:min(10, len(e.Commit))]))
		}
		for _, c := range f.Cases {
			if name := Display(c.Config["cpu"]); !slices.ContainsFunc(cpus, func(cpu string) bool { return strings.HasPrefix(cpu, name) }) {
				cpus = addName(cpus, name)
			}
		}
	}
	text := fmt.Sprintf("%s of %s", counted(r.Samples, "sample", "samples"), Cases(len(r.Cases)))
	if len(cpus) > 0 {
		text += " on " + enumerate(limit(cpus, 4))
	}
	if len(gos) > 0 {
		text += " with " + enumerate(limit(gos, 4))
	}
	if len(commits) > 0 {
		text += " at commit " + enumerate(limit(commits, 4))
	}
	return text + "."
}

// processors describes a machine, such as "Imaginary 3000 (2 processors)".
func processors(e results.Environment) string {
	if e.CPU == "" || e.CPUs < 1 {
		return Display(e.CPU)
	}
	return fmt.Sprintf("%s (%s)", Display(e.CPU), counted(e.CPUs, "processor", "processors"))
}

// longestCommand is longer than the commands of the scripts: a cut one cannot be repeated.
const longestCommand = 1000

// Commands lists the commands that the files record.
func (r *Report) Commands() (list []string) {
	for _, f := range r.Files {
		if f.Header != nil {
			list = addName(list, display.Cut(f.Header.Command, longestCommand))
		}
	}
	return list
}
