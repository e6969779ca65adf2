package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// Winners are the best implementations of one role in the largest worlds of one setting.
type Winners struct {
	Role  results.Role
	Label string // of the setting and the size: "profile A, 100,000 entities"
	Rows  []Winner
}

// A Winner is the best implementation of a role in common rows of one scenario, or of all that
// measure speed.
type Winner struct {
	Scenario string  // label; "average of 12 rows" for several scenarios
	Best     []*Impl // the best average and those tied with it
	Next     *Impl   // the best of the others; nil if there are none
	Times    float64 // ratio of Next to the best; NaN without one
	Error    float64 // of Times, half of its 95% interval
	Few      bool    // too few samples to compare
	Unclear  bool    // noise hides which of Best is the best
	rows     int     // averaged
	lead     string  // format of a role, such as "Fastest %s"
}

// fewRows is the permitted share of rows without an interval.
const fewRows = 0.25

// Winners lists the winners of each setting, libraries before designs. Roles without
// competition have none.
func (r *Report) Winners() (list []Winners) {
	for setting := range r.Settings {
		worlds, label := r.largestWorlds(setting)
		for _, role := range contestedRoles {
			members := lists.Filter(r.Impls, func(i *Impl) bool { return i.Role == role && i.Ranked() })
			w := Winners{Role: role, Label: label}
			var speed []*Shape
			for _, shapes := range worlds {
				name := shapes[0].Scenario.Label
				if size := shapes[0].sizeText(); size != "" && !strings.HasSuffix(label, size) {
					name += ", " + size
				}
				if row, ok := winner(name, shapes, members); ok {
					w.Rows = append(w.Rows, row)
				}
				if shapes[0].Scenario.MainUnit().IsSpeed() {
					speed = append(speed, shapes...)
				}
			}
			if average, ok := winner("", speed, members); ok && len(w.Rows) > 1 {
				average.Scenario = "average of " + counted(average.rows, "row", "rows")
				w.Rows = append(w.Rows, average)
			}
			if len(w.Rows) > 0 {
				list = append(list, w)
			}
		}
	}
	return list
}

// largest returns the shapes with the largest world, or without a size.
func largest(shapes []*Shape) (list []*Shape) {
	for _, s := range shapes {
		if len(list) > 0 && s.Size() > list[0].Size() {
			list = nil
		}
		if len(list) == 0 || !(s.Size() < list[0].Size()) {
			list = append(list, s)
		}
	}
	return list
}

// largestWorlds returns the largest worlds of each scenario in a setting, and a label with the
// size if there is only one.
func (r *Report) largestWorlds(setting int) (scenarios [][]*Shape, label string) {
	var sizes []string
	for _, s := range r.Scenarios {
		list := largest(lists.Filter(s.Shapes, func(shape *Shape) bool { return shape.Setting == setting }))
		if len(list) > 0 {
			scenarios = append(scenarios, list)
			sizes = addName(sizes, list[0].sizeText())
		}
	}
	label = r.Settings[setting].Label
	if profile := r.Settings[setting].Config["profile"]; label == "" && profile != "" {
		label = "profile " + Display(profile)
	}
	if len(sizes) == 1 {
		label = lists.Join(", ", label, sizes[0])
	}
	return scenarios, label
}

// sizeText returns the size of the world, such as "100,000 entities"; "" without one.
func (s *Shape) sizeText() string {
	if math.IsNaN(s.Size()) {
		return ""
	}
	return s.Scenario.Axes[s.Scenario.SizeAxis()].Label(s.Size())
}

// winner compares members over common rows. ok is false if fewer than two have a number.
func winner(label string, shapes []*Shape, members []*Impl) (w Winner, ok bool) {
	averages, common := Averages(shapes, members)
	if len(averages) < 2 {
		return w, false
	}
	ranked := lists.Filter(members, func(i *Impl) bool { _, has := averages[i]; return has })
	slices.SortStableFunc(ranked, func(a, b *Impl) int { return byRatio(averages[a], averages[b]) })
	best := ranked[0]
	w = Winner{Scenario: label, Best: ranked[:1:1], Times: math.NaN(), rows: len(common), lead: common[0].Scenario.MainUnit().Words().Lead}
	for _, i := range ranked[1:] {
		times := averages[i] / averages[best]
		spread := spread(common, i, best)
		worse := math.Log(times) > spread
		if c := common[0].Find(i); len(common) == 1 && c.Main().HasInterval() { // as in the tables
			worse = c.Differs()
		}
		if worse {
			w.Next, w.Times, w.Error = i, times, times*spread
			break
		}
		w.Best = append(w.Best, i)
		w.Unclear = w.Unclear || times >= mostTied
	}
	w.Few = few(common, append(slices.Clone(w.Best), w.Next))
	return w, true
}

// spread returns the error of the logarithm of an average ratio. Errors of medians add up
// in squares.
func spread(shapes []*Shape, a, b *Impl) float64 {
	squares := 0.0
	for _, s := range shapes {
		e := math.Hypot(s.Find(a).roughly(), s.Find(b).roughly())
		squares += e * e
	}
	return math.Sqrt(squares) / float64(len(shapes))
}

// roughly returns the precision of the median. Without an interval it is a factor of two, so large
// differences remain significant.
func (c *Entry) roughly() float64 {
	if !c.Main().HasInterval() {
		return math.Ln2
	}
	return c.Main().Within
}

// few reports whether too many rows lack an interval of one of the implementations.
func few(shapes []*Shape, impls []*Impl) bool {
	n := lists.Count(shapes, func(s *Shape) bool {
		return slices.ContainsFunc(impls, func(i *Impl) bool { return i != nil && !s.Find(i).Main().HasInterval() })
	})
	return float64(n) > fewRows*float64(len(shapes))
}

// BestText names the best; several are statistically tied, unless samples are too few or scatter.
func (w Winner) BestText() string {
	text := w.names()
	switch {
	case w.Few || w.Unclear:
		text += " ?"
	case len(w.Best) > 1:
		text = "≈ " + text
	}
	return text
}

func (w Winner) names() string {
	return strings.Join(limit(lists.Map(w.Best, func(i *Impl) string { return i.Label }), 4), ", ")
}

// sentence is BestText in words.
func (w Winner) sentence() string {
	switch {
	case w.Few && len(w.Best) > 1:
		return w.names() + " (too few samples to tell them apart)"
	case w.Few:
		return w.names() + " (too few samples to be sure)"
	case w.Unclear:
		return w.names() + " (too noisy to tell them apart)"
	case len(w.Best) > 1:
		return w.names() + " (statistically tied)"
	}
	return w.names()
}

// NextText names the next best with its ratio.
func (w Winner) NextText() string {
	if w.Next == nil {
		return ""
	}
	text := w.Next.Label + " " + Ratio(w.Times)
	if spread := plusMinus(w.Times, w.Error); w.Error < w.Times-1 && strings.Trim(spread, "0.") != "" {
		text += " ± " + spread
	}
	return text
}

// A Headline is the verdict on a role.
type Headline struct {
	Verdict string // "Fastest library: ecs. Next: ark 2.00x ± 0.03."
	Scope   string // its configurations, "" without a ranking
}

func (h Headline) String() string { return lists.Join(" ", h.Verdict, h.Scope) }

// Headlines returns one headline per role with competition in the first setting: the best
// implementation of its largest worlds, and the next. Without competition it states why.
func (r *Report) Headlines() (list []Headline) {
	all := r.Winners()
	if len(all) == 0 {
		return []Headline{{Verdict: r.unranked()}}
	}
	for _, w := range all {
		if w.Label != all[0].Label {
			break
		}
		row := w.Rows[len(w.Rows)-1]
		h := Headline{fmt.Sprintf(row.lead, w.Role) + ": " + row.sentence() + ".", lists.Join("; ", capital(row.Scenario), w.Label) + "."}
		if row.Next != nil {
			h.Verdict += " Next: " + row.NextText() + "."
		}
		list = append(list, h)
	}
	return list
}

// unranked states why there is no ranking.
func (r *Report) unranked() string {
	named := lists.Filter(r.Impls, func(i *Impl) bool { return i.Name != "" })
	switch len(named) {
	case 0:
		return "No ranking: the results name no implementations."
	case 1:
		return fmt.Sprintf("No ranking: %s was measured alone.", named[0].Label)
	}
	return "No ranking: no two libraries and no two designs were measured in the same configuration."
}

// OnlyLibrary names the library if exactly one was measured beside designs, else it is "".
func (r *Report) OnlyLibrary() string {
	named := func(role results.Role) []*Impl {
		return lists.Filter(r.Impls, func(i *Impl) bool { return i.Name != "" && i.Role == role })
	}
	libraries := named(results.Library)
	if len(libraries) != 1 || len(named(results.Design)) == 0 {
		return ""
	}
	return fmt.Sprintf("One library was measured: %s. Designs show what a storage layout costs; games cannot import them.", libraries[0].Label)
}

// standard are the scenarios in which storage layouts differ: title and --scenario name.
var standard = []struct{ title, name string }{
	{"Create", "create"}, {"Iterate", "iterate"}, {"Fragments", "fragments"}, {"Lookup", "lookup"}, {"Exchange", "exchange"},
	{"Destroy", "destroy"}, {"Churn", "churn"}, {"Crowd", "crowd"}, {"Mixed", "mixed"}, {"Parallel", "parallel"}, {"FreeList", "freelist"},
}

// Unmeasured lists the standard scenarios without a result; "" if all or none have one.
func (r *Report) Unmeasured() string {
	var missing []string
	for _, s := range standard {
		if !slices.ContainsFunc(r.Scenarios, func(has *Scenario) bool { return has.Name == s.title }) {
			missing = append(missing, s.name)
		}
	}
	if len(missing) == 0 || len(missing) == len(standard) {
		return ""
	}
	return "Standard scenarios without a result: " + strings.Join(missing, ", ")
}
