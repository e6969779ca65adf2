package verdict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A change is one case in the summary.
type change struct {
	main *Comparison   // the worst, of time if that is as bad
	also []*Comparison // what else changed in the case
}

// A causeGroup is the changes that one function causes.
type causeGroup struct {
	cause   *results.Cause // nil where no cause is known
	unknown string         // the reason, of cases that became worse
	changes []change
}

// changes lists the cases that changed, worst first.
func (v *Verdict) changes() []change {
	var cases lists.Groups[results.Key, change]
	for _, c := range v.Changed() {
		k, fresh := cases.Of(c.Key)
		if fresh {
			k.main = c
			continue
		}
		if c.Status == k.main.Status && results.UnitNamed(c.Unit).IsSpeed() && !results.UnitNamed(k.main.Unit).IsSpeed() {
			c, k.main = k.main, c
		}
		k.also = append(k.also, c)
	}
	return cases.List
}

// causes returns those of a slower case, the largest first.
func (k *change) causes() []results.Cause {
	for _, c := range append([]*Comparison{k.main}, k.also...) {
		if (c.Status == Regression || c.Status == Suspect) && len(c.Causes) > 0 && c.Causes[0].Function != "" {
			return c.Causes
		}
	}
	return nil
}

// noCause is the reason why no cause of a regression is known, "" for other changes.
func (k *change) noCause() string {
	for _, c := range append([]*Comparison{k.main}, k.also...) {
		if c.Status == Regression && c.NoCause != "" {
			return c.NoCause
		}
	}
	return ""
}

// Unexplain sets the reason why no cause of a regression is known, where none is set.
func (v *Verdict) Unexplain(reason string) {
	for i := range v.Comparisons {
		if c := &v.Comparisons[i]; c.Status == Regression && len(c.Causes) == 0 {
			c.NoCause = cmp.Or(c.NoCause, reason)
		}
	}
}

// byCause groups the changed cases by their main causing function. Cases without a known
// cause come last, by the reason. Observed verdicts have no causes.
func (v *Verdict) byCause() []causeGroup {
	if v.Outcome == Observed {
		return nil
	}
	var groups lists.Groups[string, causeGroup]
	var unknown lists.Groups[string, causeGroup]
	var rest causeGroup
	for _, k := range v.changes() {
		list := k.causes()
		if reason := k.noCause(); list == nil && reason != "" {
			g, _ := unknown.Of(reason)
			g.unknown, g.changes = reason, append(g.changes, k)
			continue
		}
		if list == nil {
			rest.changes = append(rest.changes, k)
			continue
		}
		g, fresh := groups.Of(list[0].Function)
		if fresh {
			g.cause = &list[0]
		}
		g.changes = append(g.changes, k)
	}
	groups.List = append(groups.List, unknown.List...)
	if len(rest.changes) > 0 {
		return append(groups.List, rest)
	}
	return groups.List
}

// causes summarises the regressions: "3 functions cause 22 regressions in 115 cases".
func (v *Verdict) causes() string {
	functions, explained := 0, 0
	for _, g := range v.byCause() {
		of := lists.Count(g.changes, func(k change) bool {
			return k.main.Status == Regression && g.cause != nil
		})
		if of > 0 {
			functions, explained = functions+1, explained+of
		}
	}
	cases := display.Count(v.Total(), "case")
	if explained == 0 {
		return fmt.Sprintf("%d of %s", v.Worse, cases)
	}
	cause, regressions := "cause", display.Count(v.Worse, "regression")
	if functions == 1 {
		cause = "causes"
	}
	if explained < v.Worse {
		regressions = fmt.Sprintf("%d of %s", explained, regressions)
	}
	return fmt.Sprintf("%s %s %s in %s", display.Count(functions, "function"), cause, regressions, cases)
}

// improved returns the part of a headline that counts faster cases.
func (v *Verdict) improved() string {
	n := lists.Count(v.changes(), func(k change) bool { return k.main.Status == Improved })
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d improved", n)
}

// summary returns the rows of changes below the names of their columns.
func (v *Verdict) summary(changes []change) (rows []row) {
	rows = []row{{"verdict", "change", Confidence(v.Alpha) + " interval", v.Old.Name, v.New.Name, "unit", "share", "case"}}
	for _, k := range changes {
		full := k.main.rows()[0]
		share, name := "", k.main.Case
		if list := k.causes(); list != nil {
			share = sharesOf(list)
		}
		also := lists.Map(k.also, (*Comparison).short)
		if len(also) > 0 {
			name += " (also " + strings.Join(also, ", ") + ")"
		}
		rows = append(rows, row{full[0], full[1], full[2], full[3], full[4], full[5], share, name})
	}
	return withoutEmpty(rows)
}

// sharesOf prints the share of the cause that the group is named after.
func sharesOf(list []results.Cause) string {
	if list[0].Like != "" {
		return "as " + list[0].Like
	}
	return shareOf(list[0])
}

// withoutEmpty drops empty columns.
func withoutEmpty(rows []row) []row {
	for at := len(rows[0]) - 1; at >= 0; at-- {
		if !slices.ContainsFunc(rows[1:], func(r row) bool { return r[at] != "" }) {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], at, at+1)
			}
		}
	}
	return rows
}

// short returns a comparison for the row of another.
func (c *Comparison) short() string {
	before, after := values(c.Old, c.New, c.Unit)
	text := c.Unit + " " + c.Effect.Change()
	if before != "" {
		text = fmt.Sprintf("%s %s → %s", c.Unit, before, after)
	}
	return text
}

// title names the function of a group, its position and its commit.
func (g *causeGroup) title() string {
	if g.unknown != "" {
		return "cause unknown: " + g.unknown
	}
	if g.cause == nil {
		return ""
	}
	return lists.Join(" ", g.cause.Function, g.cause.Place.String(), g.cause.CommitText())
}
