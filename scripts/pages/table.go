package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// agedAxis is the axis of fresh and aged worlds.
const agedAxis = "aged"

// agedAt is the place of the axis in a scenario, -1 if it has none.
func agedAt(s *report.Scenario) int {
	return slices.IndexFunc(s.Axes, func(a report.Axis) bool { return a.Name == agedAxis })
}

// isAged reports whether a row is of an aged world.
func isAged(s *report.Shape) bool {
	at := agedAt(s.Scenario)
	return at >= 0 && s.At[at] > 0
}

// sideBySide puts the fresh and the aged world of each row one after the other.
func sideBySide(b report.Block) []*report.Shape {
	aged := agedAt(b.Scenario)
	list := slices.Clone(b.Shapes)
	slices.SortStableFunc(list, func(x, y *report.Shape) int {
		order := 0
		for i := range b.Scenario.Axes {
			if i != aged {
				order = cmp.Or(order, cmp.Compare(x.At[i], y.At[i]))
			}
		}
		if aged >= 0 {
			order = cmp.Or(order, cmp.Compare(x.At[aged], y.At[aged]))
		}
		return order
	})
	return list
}

// table has a row for each world and a column for each implementation.
func (p *text) table(b report.Block) {
	role := p.roleOf(b)
	var columns []*report.Impl
	lacking := make(map[string][]string)
	for _, i := range p.report.Impls {
		has := slices.ContainsFunc(b.Shapes, func(s *report.Shape) bool { c := s.Find(i); return c != nil && !math.IsNaN(c.Main().Center) })
		shown := i.Shown() && (i.Role == role || i.Role == results.Reference)
		if has && shown {
			columns = append(columns, i)
		}
		for _, s := range b.Shapes {
			for _, e := range s.Without {
				why := strings.TrimPrefix(strings.TrimPrefix(e.Reason, i.Name+" "), i.Base+" ")
				if has && !slices.ContainsFunc(b.Shapes, func(o *report.Shape) bool { return !isAged(o) && o.Find(i) == nil }) {
					why = "in aged worlds: " + why
				}
				if e.Impl == i && shown && !slices.Contains(lacking[why], i.Label) {
					lacking[why] = append(lacking[why], i.Label)
				}
			}
		}
	}
	defer p.reasons(lacking)
	if len(columns) == 0 {
		return
	}
	axes := b.Axes()
	for _, a := range axes {
		p.printf("| %s ", title(b.Scenario.Axes[a]))
	}
	slices.SortStableFunc(columns, func(a, b *report.Impl) int { return int(a.Role) - int(b.Role) })
	for _, i := range columns {
		p.printf("| %s ", heading(i))
	}
	p.printf("|\n%s\n", strings.Repeat("|--:", len(axes)+len(columns))+"|")
	notes := report.NotesOn(b.Shapes)
	workers := workersAxis(b.Scenario)
	for _, s := range sideBySide(b) {
		for _, a := range axes {
			p.printf("| %s ", value(b.Scenario.Axes[a], s.At[a]))
		}
		for _, i := range columns {
			noted := notes
			if workers >= 0 && s.At[workers] <= 1 { // the notes are about the division of the work
				noted = nil
			}
			p.printf("| %s ", cell(s.Find(i), role, b.Scenario.Unit, noted))
		}
		p.printf("|\n")
	}
	p.printf("\n%s.\n", capital(report.Title(b.Scenario.Unit)))
	if words := breakEven(b, columns); words != "" {
		p.printf("%s\n", words)
	}
	p.printf("\n")
	for at, note := range notes {
		p.printf("- %s %s.\n", report.Raised(at+1), note)
	}
	if len(notes) > 0 && len(lacking) == 0 {
		p.printf("\n")
	}
}

// reasons lists the implementations without a number, by the reason.
func (p *text) reasons(lacking map[string][]string) {
	for _, reason := range slices.Sorted(maps.Keys(lacking)) {
		p.printf("- %s\n", strings.ReplaceAll(fmt.Sprintf("`%s`: %s.", strings.Join(lacking[reason], "`, `"), reason), "\n", " "))
	}
	if len(lacking) > 0 {
		p.printf("\n")
	}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// title is the heading of an axis, and value a place on it.
func title(a report.Axis) string {
	if a.Name == agedAxis {
		return "world"
	}
	return a.Title
}

func value(a report.Axis, at float64) string {
	switch {
	case math.IsNaN(at):
		return ""
	case a.Name != agedAxis:
		return report.Count(at)
	case at > 0:
		return "aged"
	}
	return "fresh"
}

// heading is the title of a column: the label of the implementation, with its version,
// or its role if it is a reference.
func heading(i *report.Impl) string {
	text := "`" + i.Label + "`"
	if i.Role == results.Reference {
		return text + " (reference)"
	}
	for _, line := range []string{i.Version, i.Released} {
		if line != "" {
			text += "<br><small>" + line + "</small>"
		}
	}
	return text
}

// wide is the precision from which on the ends of an interval are shown. Wide intervals are
// not symmetric.
const wide = 0.5

// mentioned is the width of intervals, relative to the median, above which they are printed.
const mentioned = 0.05

// cell shows a median, its interval if wider than 5%, its rank in the role and the
// number of its note.
func cell(c *report.Entry, role results.Role, unit string, notes report.Notes) string {
	if c == nil || math.IsNaN(c.Main().Center) {
		return ""
	}
	text := report.Format(c.Main().Center, unit) + report.Raised(notes.Number(c))
	switch half := c.Main().Precision(); {
	case math.IsInf(half, 1):
		text += " ±?"
	case half > wide:
		text += fmt.Sprintf(" (%s to %s)", report.Format(c.Main().Lo, unit), report.Format(c.Main().Hi, unit))
	case half > mentioned:
		text += fmt.Sprintf(" ±%.0f%%", 100*half)
	}
	switch {
	case c.Impl.Role != role:
	case c.IsBest() && c.Shape.Contested(role):
		return "**" + text + "**"
	case c.Tied:
		return "≈ " + text
	}
	return text
}
