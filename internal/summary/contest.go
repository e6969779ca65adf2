package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/results"
)

// A group is a comparison group: the shapes in which implementations of one role
// compete, in units of one kind and one access mode. Every sentence about several
// shapes is about one group. An implementation may lead when entities are created
// one by one and not when they are created in batches, and no time is less than a
// number of bytes.
type group struct {
	words  results.Words
	role   impls.Role
	mode   impls.AccessMode
	prefix string // names the role and the access mode: "Libraries, by chunks: "
	shapes []*Shape
	impls  []*Impl
}

// groups lists the comparison groups: those of speed first, libraries before
// designs.
func (r *Report) groups() []*group {
	var list []*group
	for _, s := range r.Scenarios {
		words := s.MainUnit().Words()
		for _, shape := range s.Shapes {
			for _, role := range contestedRoles {
				if !shape.Contested(role) {
					continue
				}
				at := slices.IndexFunc(list, func(g *group) bool { return g.role == role && g.mode == s.Mode && g.words == words })
				if at < 0 {
					at = len(list)
					list = append(list, &group{words: words, role: role, mode: s.Mode, impls: r.Impls})
				}
				list[at].shapes = append(list[at].shapes, shape)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.speed(), a.speed()), int(a.role)-int(b.role))
	})
	for _, g := range list {
		g.prefix = capital(g.role.Plural())
		if slices.ContainsFunc(list, func(o *group) bool { return o.mode != g.mode }) {
			g.prefix += ", " + cmp.Or(g.mode.Words(), "where there is one access mode")
		}
		g.prefix += ": "
	}
	return list
}

func (g *group) speed() int {
	if g.shapes[0].Scenario.MainUnit().IsSpeed() {
		return 1
	}
	return 0
}

// Contested reports whether an implementation of the role has a competitor.
func (s *Shape) Contested(role impls.Role) bool {
	measured := 0
	for _, c := range s.Cases {
		if c.Impl.Role == role && !math.IsNaN(c.Ratio) {
			measured++
		}
	}
	return measured >= 2
}

// clear reports whether all others of the role are significantly worse than the
// best.
func (s *Shape) clear(role impls.Role) bool {
	return !slices.ContainsFunc(s.Cases, func(c *Case) bool {
		return c.Impl.Role == role && !c.IsBest() && !math.IsNaN(c.Ratio) && !c.Differs()
	})
}

// unsure reports whether another of the role may be as good as the best, because
// there are too few samples.
func (s *Shape) unsure(role impls.Role) bool {
	return slices.ContainsFunc(s.Cases, func(c *Case) bool {
		return c.Impl.Role == role && !c.IsBest() && !math.IsNaN(c.Ratio) && !c.Differs() && !c.Tied
	})
}

// A standing is the position of an implementation in a group.
type standing struct {
	impl   *Impl
	wins   int     // shapes in which it has the best median: clear, even or unsure
	clear  int     // of them, those in which all others are worse
	even   int     // of them, those in which another is tied with it
	unsure int     // of them, those with too few samples to decide
	ties   int     // shapes in which it is tied with the best
	of     int     // shapes in which it was measured
	ratio  float64 // geometric mean of its ratio to the best over the common shapes; NaN if it is not in them all
}

// standings ranks the implementations of the group, the best average first.
func (g *group) standings() []standing {
	list := make([]standing, len(g.impls))
	for _, shape := range g.shapes {
		for _, k := range shape.Cases {
			if math.IsNaN(k.Ratio) || k.Impl.Role != g.role {
				continue
			}
			s := &list[k.Impl.Index]
			s.of++
			switch {
			case k.Tied:
				s.ties++
			case !k.IsBest():
			case shape.clear(g.role):
				s.wins++
				s.clear++
			case shape.unsure(g.role):
				s.wins++
				s.unsure++
			default:
				s.wins++
				s.even++
			}
		}
	}
	averages, _ := Averages(g.shapes, g.members())
	for i := range list {
		list[i].impl, list[i].ratio = g.impls[i], math.NaN()
		if ratio, ok := averages[g.impls[i]]; ok {
			list[i].ratio = ratio
		}
	}
	list = slices.DeleteFunc(list, func(s standing) bool { return s.of == 0 || s.impl.Role != g.role })
	slices.SortStableFunc(list, func(a, b standing) int { return byRatio(a.ratio, b.ratio) })
	return list
}

// members lists the implementations of the group's role.
func (g *group) members() []*Impl {
	return slices.DeleteFunc(slices.Clone(g.impls), func(i *Impl) bool { return i.Role != g.role })
}

// byRatio compares ratios; NaN comes last.
func byRatio(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return cmp.Compare(b, a) // NaN is the least
	}
	return cmp.Compare(a, b)
}

// Averages returns the geometric mean of the ratio to the best, for
// implementations of one role. It uses only the common shapes, of which all of
// them have a number. If there are no common shapes, the implementation with
// the fewest numbers gets no average, and so on until there are.
func Averages(shapes []*Shape, members []*Impl) (averages map[*Impl]float64, common []*Shape) {
	measured := make(map[*Impl]int)
	for _, s := range shapes {
		for _, i := range members {
			if s.has(i) {
				measured[i]++
			}
		}
	}
	members = slices.DeleteFunc(slices.Clone(members), func(i *Impl) bool { return measured[i] == 0 })
	slices.SortStableFunc(members, func(a, b *Impl) int { return measured[b] - measured[a] })
	averages = make(map[*Impl]float64)
	for ; len(members) > 0; members = members[:len(members)-1] {
		for _, s := range shapes {
			if !slices.ContainsFunc(members, func(i *Impl) bool { return !s.has(i) }) {
				common = append(common, s)
			}
		}
		if len(common) > 0 {
			break
		}
	}
	for _, i := range members {
		ratios := make([]float64, len(common))
		for at, s := range common {
			ratios[at] = s.Find(i).Ratio
		}
		averages[i] = stats.GeoMean(ratios)
	}
	return averages, common
}

func (g *group) winner() string {
	standings := g.standings()
	first := standings[0]
	for _, s := range standings[1:] {
		if cmp.Or(s.clear-first.clear, s.wins-first.wins) > 0 {
			first = s
		}
	}
	even := fmt.Sprintf(g.words.Even, "another "+g.role.String())
	var text string
	if first.clear > 0 {
		text = fmt.Sprintf("%s%s %s in %s", g.prefix, first.impl.Label, g.words.Best, outOf(first.clear, first.of))
	} else {
		text = fmt.Sprintf("%sNone %s for certain. %s has the best median in %s", g.prefix, g.words.Best, first.impl.Label, outOf(first.wins, first.of))
		switch {
		case first.unsure == 0:
		case first.wins == 1:
			text += ", with too few samples to be sure"
		case first.unsure == first.wins:
			text += ", always with too few samples to be sure"
		default:
			text += fmt.Sprintf(", with too few samples to be sure in %d", first.unsure)
		}
	}
	if n := first.even + first.ties; n > 0 {
		text += fmt.Sprintf("; in %d it is %s", n, even)
	}
	if first.unsure > 0 && first.clear > 0 {
		text += fmt.Sprintf("; in %d more its median is the best, of too few samples to be sure", first.unsure)
	}
	text += "."
	if first.clear == 0 {
		text += " Measure longer to tell them apart."
	}
	var others []string
	for _, s := range standings {
		if s.impl != first.impl && s.clear > 0 {
			others = append(others, fmt.Sprintf("%s in %d", s.impl.Label, s.clear))
		}
	}
	if len(others) > 0 {
		text += " Elsewhere it is " + enumerate(limit(others, mostNames)) + "."
	}
	if closest := standings[0]; closest.impl != first.impl && !math.IsNaN(closest.ratio) {
		text += fmt.Sprintf(" On average %s comes closest to the best.", closest.impl.Label)
	}
	return text
}

func (g *group) distance() string {
	_, common := Averages(g.shapes, g.members())
	var averaged, without []string
	for _, s := range g.standings() {
		if math.IsNaN(s.ratio) {
			without = append(without, fmt.Sprintf("%s (%d)", s.impl.Label, s.of))
			continue
		}
		averaged = append(averaged, fmt.Sprintf("%s %s", s.impl.Label, Ratio(s.ratio)))
	}
	what := strings.ToLower(g.words.What[:1]) + g.words.What[1:]
	of := fmt.Sprintf("the %s that all of them have", counted(len(common), "configuration", "configurations"))
	text := fmt.Sprintf("%s%s compared with the best %s of each configuration, which is 1.00x; geometric mean over %s: %s.", g.prefix, Display(what), g.role, of, enumerate(limit(averaged, mostNames)))
	if len(without) > 0 {
		text += " Without an average, because they have none of these in common with the others: " + enumerate(limit(without, mostNames)) + "."
	}
	return text
}

func (g *group) byScenario() string {
	type tally struct {
		scenario *Scenario
		wins     []int
		of       int
	}
	var tallies []*tally
	for _, shape := range g.shapes {
		if n := len(tallies); n == 0 || tallies[n-1].scenario != shape.Scenario {
			tallies = append(tallies, &tally{scenario: shape.Scenario, wins: make([]int, len(g.impls))})
		}
		t := tallies[len(tallies)-1]
		t.wins[shape.Best(g.role).Impl.Index]++
		t.of++
	}
	if len(tallies) < 2 {
		return ""
	}
	var parts []string
	for _, t := range tallies {
		best := 0
		for i, wins := range t.wins {
			if wins > t.wins[best] {
				best = i
			}
		}
		parts = append(parts, fmt.Sprintf("%s: %s (%d of %d)", Display(t.scenario.Name), g.impls[best].Label, t.wins[best], t.of))
	}
	return g.prefix + "best median most often: " + strings.Join(limit(parts, 12), "; ") + "."
}
