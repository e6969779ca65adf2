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

// A contest is the shapes in which contenders have rivals, in units of one kind
// and called in one way. What is said of several shapes together is said of a
// contest: a design may win when entities are created one by one and lose when
// they come in batches, and no time is less than a number of bytes.
type contest struct {
	words  results.Words
	mode   impls.AccessMode
	prefix string // says the access mode, if others were measured too
	shapes []*Shape
	impls  []*Impl
}

// contests lists the contests, those of speed first.
func (r *Report) contests() []*contest {
	var list []*contest
	for _, s := range r.Scenarios {
		words := s.MainUnit().Words()
		for _, shape := range s.Shapes {
			if !shape.contested() {
				continue
			}
			at := slices.IndexFunc(list, func(c *contest) bool { return c.mode == s.Mode && c.words == words })
			if at < 0 {
				at = len(list)
				list = append(list, &contest{words: words, mode: s.Mode, impls: r.Impls})
			}
			list[at].shapes = append(list[at].shapes, shape)
		}
	}
	slices.SortStableFunc(list, func(a, b *contest) int { return cmp.Compare(b.speed(), a.speed()) })
	for _, c := range list {
		if slices.ContainsFunc(list, func(o *contest) bool { return o.mode != c.mode }) {
			c.prefix = capital(cmp.Or(c.mode.Words(), "where there is but one access mode")) + ": "
		}
	}
	return list
}

func (c *contest) speed() int {
	if c.shapes[0].Scenario.MainUnit().IsSpeed() {
		return 1
	}
	return 0
}

// contested tells whether contenders have a rival.
func (s *Shape) contested() bool {
	contenders := 0
	for _, c := range s.Cases {
		if c.Impl.Contends() && !math.IsNaN(c.Ratio) {
			contenders++
		}
	}
	return contenders >= 2
}

// clear tells whether all other contenders are significantly worse than the best.
func (s *Shape) clear() bool {
	return !slices.ContainsFunc(s.Cases, func(c *Case) bool {
		return c.Impl.Contends() && !c.IsBest() && !math.IsNaN(c.Ratio) && !c.Differs()
	})
}

// unsure tells whether a contender may be as good as the best, for all that so
// few samples say.
func (s *Shape) unsure() bool {
	return slices.ContainsFunc(s.Cases, func(c *Case) bool {
		return c.Impl.Contends() && !c.IsBest() && !math.IsNaN(c.Ratio) && !c.Differs() && !c.Tied
	})
}

// A standing is how an implementation stands over the shapes of a contest.
type standing struct {
	impl   *Impl
	wins   int     // shapes in which it has the best median: clear, even or unsure
	clear  int     // of them, those in which every other contender is worse
	even   int     // of them, those in which another contender is tied with it
	unsure int     // of them, those in which samples are too few to tell
	ties   int     // shapes in which it is tied with the best
	of     int     // shapes in which it was measured
	ratio  float64 // geometric mean of its ratio to the best over those
}

// standings ranks the implementations: contenders first, the best on top, then
// the references.
func (c *contest) standings() []standing {
	ratios := make([][]float64, len(c.impls))
	list := make([]standing, len(c.impls))
	for _, shape := range c.shapes {
		for _, k := range shape.Cases {
			if math.IsNaN(k.Ratio) {
				continue
			}
			s := &list[k.Impl.Index]
			s.of++
			ratios[k.Impl.Index] = append(ratios[k.Impl.Index], k.Ratio)
			if k.IsBest() {
				s.wins++
				switch {
				case shape.clear():
					s.clear++
				case shape.unsure():
					s.unsure++
				default:
					s.even++
				}
			} else if k.Tied {
				s.ties++
			}
		}
	}
	for i := range list {
		list[i].impl, list[i].ratio = c.impls[i], stats.GeoMean(ratios[i])
	}
	list = slices.DeleteFunc(list, func(s standing) bool { return s.of == 0 || !s.impl.Ranked() })
	slices.SortStableFunc(list, func(a, b standing) int {
		return cmp.Or(int(a.impl.Role)/int(impls.Reference)-int(b.impl.Role)/int(impls.Reference), cmp.Compare(a.ratio, b.ratio))
	})
	return list
}

func (c *contest) sayWinner() string {
	standings := c.standings()
	first := standings[0]
	for _, s := range standings[1:] {
		if s.impl.Contends() && cmp.Or(s.clear-first.clear, s.wins-first.wins) > 0 {
			first = s
		}
	}
	even := fmt.Sprintf(c.words.Even, "another")
	var text string
	if first.clear > 0 {
		text = fmt.Sprintf("%s%s %s in %s", c.prefix, first.impl.Label, c.words.Best, outOf(first.clear, first.of))
	} else {
		text = fmt.Sprintf("%sNone %s for certain. %s has the best median in %s", c.prefix, c.words.Best, first.impl.Label, outOf(first.wins, first.of))
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
		if s.impl != first.impl && s.impl.Contends() && s.clear > 0 {
			others = append(others, fmt.Sprintf("%s in %d", s.impl.Label, s.clear))
		}
	}
	if len(others) > 0 {
		text += " Elsewhere it is " + enumerate(limit(others, mostNames)) + "."
	}
	if closest := standings[0]; closest.impl != first.impl && closest.impl.Contends() {
		text += fmt.Sprintf(" Over all shapes together %s comes closest to the best.", closest.impl.Label)
	}
	return text
}

func (c *contest) sayDistance() string {
	var contenders, references []string
	for _, s := range c.standings() {
		text := fmt.Sprintf("%s %s", s.impl.Label, Ratio(s.ratio))
		switch {
		case s.impl.Contends():
			contenders = append(contenders, text)
		default:
			references = append(references, text)
		}
	}
	what := Display(c.words.What)
	if c.prefix != "" {
		what = strings.ToLower(what[:1]) + what[1:]
	}
	text := fmt.Sprintf("%s%s compared with the best ECS of each shape of world, which is 1.00x; geometric mean over all shapes: %s.", c.prefix, what, enumerate(limit(contenders, mostNames)))
	if len(references) > 0 {
		text += " For comparison: " + enumerate(limit(references, mostNames)) + "."
	}
	return text
}

func (c *contest) sayScenarios() string {
	type tally struct {
		scenario *Scenario
		wins     []int
		of       int
	}
	var tallies []*tally
	for _, shape := range c.shapes {
		if n := len(tallies); n == 0 || tallies[n-1].scenario != shape.Scenario {
			tallies = append(tallies, &tally{scenario: shape.Scenario, wins: make([]int, len(c.impls))})
		}
		if t := tallies[len(tallies)-1]; shape.Best.Impl.Contends() {
			t.wins[shape.Best.Impl.Index]++
			t.of++
		}
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
		parts = append(parts, fmt.Sprintf("%s: %s (%d of %d)", Display(t.scenario.Name), c.impls[best].Label, t.wins[best], t.of))
	}
	text := "Who has the best median most often: "
	if c.prefix != "" {
		text = c.prefix + "who has the best median most often: "
	}
	return text + strings.Join(limit(parts, 12), "; ") + "."
}
