package summary

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// RoleTitle names the implementations of a role.
func RoleTitle(role impls.Role) string {
	name := role.Plural()
	return strings.ToUpper(name[:1]) + name[1:]
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

// A Figure is a number that a reader looks for first.
type Figure struct{ Title, Value, Note string }

// Figures returns how much was measured, how precisely, and where.
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
	precision := Figure{Title: "Precision of the median case", Value: "unknown"}
	if len(precisions) > 0 {
		slices.Sort(precisions)
		precision.Value = "±" + results.Digits(100*precisions[len(precisions)/2]) + "%"
		precision.Note = "95% confidence interval"
	}
	if few > 0 {
		precision.Note = fmt.Sprintf("%s with fewer than 6 samples", Cases(few))
	}
	machine := Figure{Title: "Machine", Value: strings.Join(limit(r.cpus(), 2), ", ")}
	if machine.Value == "" {
		machine.Value = "unknown"
	}
	for _, f := range r.Files {
		for _, e := range f.Environments {
			machine.Note = Display(strings.TrimSpace(fmt.Sprintf("%d CPUs, %s", e.CPUs, e.GoVersion)))
		}
	}
	return []Figure{
		{"Samples", Count(float64(r.Samples)), "of " + Cases(len(r.Cases))},
		precision,
		machine,
	}
}

// Headlines returns a line per role that has competition: its best implementation
// in the largest worlds of the first setting, by the average over common rows.
func (r *Report) Headlines() (lines []string) {
	largest := Largest(r.Heats())
	if len(largest) == 0 {
		return nil
	}
	heat := largest[0]
	for _, role := range roles {
		members := slices.DeleteFunc(slices.Clone(heat.Impls), func(i *Impl) bool { return i.Role != role })
		averages, common := Averages(heat.Shapes, members)
		if role == impls.Reference || len(averages) < 2 {
			continue
		}
		slices.SortStableFunc(members, func(a, b *Impl) int { return byRatio(averages[a], averages[b]) })
		members = slices.DeleteFunc(members, func(i *Impl) bool { _, ok := averages[i]; return !ok })
		line := fmt.Sprintf("Fastest %s: %s. Next: %s, %s as long", role, members[0].Label, members[1].Label, Ratio(averages[members[1]]/averages[members[0]]))
		if len(common) > 1 {
			line += fmt.Sprintf(" on average over %d rows", len(common))
		}
		lines = append(lines, line+fmt.Sprintf(" (%s).", heat.Label))
	}
	return lines
}
