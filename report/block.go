package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Block is the content of one table: a scenario with its options in one setting.
type Block struct {
	Scenario *Scenario
	Setting  *Setting
	Options  string
	Shapes   []*Shape
}

// Blocks lists the blocks of the report.
func (r *Report) Blocks() []Block {
	var list []Block
	for _, s := range r.Scenarios {
		for i, shape := range s.Shapes {
			if i == 0 || shape.Setting != s.Shapes[i-1].Setting || shape.Options != s.Shapes[i-1].Options {
				list = append(list, Block{s, &r.Settings[shape.Setting], shape.Options, nil})
			}
			b := &list[len(list)-1]
			b.Shapes = append(b.Shapes, shape)
		}
	}
	return list
}

// Title heads the block: "Create, entity by entity, reserve=yes, profile A".
func (b Block) Title() string {
	profile, label := Display(b.Setting.Config["profile"]), b.Setting.Label
	if label == profile {
		label = ""
	}
	if profile != "" {
		profile = "profile " + profile
	}
	return lists.Join(", ", b.Scenario.Label, Display(b.Options), profile, label)
}

// Axes returns the indices of the scenario's axes that have values in the block.
func (b Block) Axes() []int {
	var list []int
	for i := range b.Scenario.Axes {
		if slices.ContainsFunc(b.Shapes, func(s *Shape) bool { return !math.IsNaN(s.At[i]) }) {
			list = append(list, i)
		}
	}
	return list
}

// common describes the axes with one value for all shapes of the block, and returns the others.
func (b Block) common() (description []string, different []int) {
	for _, i := range b.Axes() {
		first := b.Shapes[0].At[i]
		if slices.ContainsFunc(b.Shapes, func(s *Shape) bool { return s.At[i] != first }) { // NaN differs
			different = append(different, i)
		} else if text := b.Scenario.Axes[i].Label(first); text != "" {
			description = append(description, text)
		}
	}
	return description, different
}

// Units returns the secondary units, without restated ones.
func (b Block) Units() []string {
	var list []string
	for _, name := range b.Scenario.Units {
		restated := slices.ContainsFunc(b.Scenario.Units, func(other string) bool { return results.UnitNamed(other).Restates == name })
		has := func(c *Entry) bool { return c.Stats[name].N > 0 && c.Impl.Shown() }
		if name != b.Scenario.Unit && !restated && b.any(has) {
			list = append(list, name)
		}
	}
	// Cycles follow the primary unit.
	slices.SortStableFunc(list, func(x, y string) int {
		beside := func(name string) int { return -strings.Compare(results.UnitNamed(name).Clocked, "") }
		return beside(x) - beside(y)
	})
	return list
}

// any reports whether any case of the block has a property.
func (b Block) any(property func(*Entry) bool) bool {
	return slices.ContainsFunc(b.Shapes, func(s *Shape) bool { return slices.ContainsFunc(s.Cases, property) })
}

// tried reports whether any case of the block has a sample or failed.
func (b Block) tried() bool {
	return slices.ContainsFunc(b.Shapes, func(s *Shape) bool {
		return len(s.Cases) > 0 || slices.ContainsFunc(s.Without, func(e Exception) bool { return e.State == Failed })
	})
}

// Reference returns the reference for all roles, nil if there is none.
func (b Block) Reference() *Impl {
	reference := b.Scenario.Reference()
	for _, s := range b.Shapes {
		if c := s.Find(reference); reference != nil && c != nil && !math.IsNaN(c.Ratio) {
			return reference
		}
	}
	return nil
}

// Roles lists the roles with a number in the block.
func (b Block) Roles() []results.Role {
	return lists.Filter(roles, func(role results.Role) bool {
		return slices.ContainsFunc(b.Shapes, func(s *Shape) bool { return s.Best(role) != nil })
	})
}

// Sentence names the fastest library and design in one row: of those with enough samples the
// largest world and the middle of the other axes, such as "Fastest design: `a`, 2.00 ± 0.01 times
// faster than `b` (1,000 entities)."
// It is empty without competitors.
func (b Block) Sentence() string {
	return lists.Join(" ", lists.Map(contestedRoles, b.SentenceOf)...)
}

// SentenceOf names the best implementation of a role, see Sentence.
func (b Block) SentenceOf(role results.Role) string {
	s := b.headline(role)
	if s == nil {
		return ""
	}
	ranked := s.ranked(role)
	lead, _ := strings.CutSuffix(s.Scenario.MainUnit().Words().Lead, " %s")
	if s.Scenario.known != nil { // other scenarios have no roles
		lead += " " + role.String()
	}
	text := fmt.Sprintf("%s: `%s`, %s", lead, ranked[0].Impl.Label, surpasses(ranked[1]))
	if len(ranked) > 2 {
		text += " and " + surpasses(ranked[len(ranked)-1])
	}
	if label := s.Label(); label != "" {
		text += " (" + label + ")"
	}
	if s.support(role) == fewSampled {
		text += "; too few samples to be sure"
	}
	return text + "."
}

// headline returns the configuration for the sentence, nil if the role has no competitors.
func (b Block) headline(role results.Role) *Shape {
	list := lists.Filter(b.Shapes, func(s *Shape) bool { return s.Contested(role) })
	if len(list) == 0 {
		return nil
	}
	most := slices.Max(lists.Map(list, func(s *Shape) int { return s.support(role) }))
	list = largest(lists.Filter(list, func(s *Shape) bool { return s.support(role) == most }))
	return list[len(list)/2]
}

// Levels of support for the order of a comparison group.
const (
	fewSampled  = iota
	leadSampled // the two best have enough samples for an interval, and no other may be as good
	allSampled
)

// support returns how well samples support the order of a role with competitors.
func (s *Shape) support(role results.Role) int {
	ranked := s.ranked(role)
	few := func(c *Entry) bool { return !c.Main().HasInterval() }
	switch {
	case !slices.ContainsFunc(ranked, few):
		return allSampled
	case !slices.ContainsFunc(ranked[:2], few) && !s.Unsure(role):
		return leadSampled
	}
	return fewSampled
}

// surpasses compares the best of a comparison group with another case, like hyperfine. The
// errors of the medians add up in squares.
func surpasses(than *Entry) string {
	words := than.Shape.Scenario.MainUnit().Words()
	name := "`" + than.Impl.Label + "`"
	times := excess(than)
	switch {
	case than.Tied:
		return fmt.Sprintf(words.Even+" (%s times)", name, times)
	case results.Digits(than.Ratio) == "1.00":
		return fmt.Sprintf(words.Even, name)
	case !than.Differs() && than.Main().HasInterval() && than.best().Main().HasInterval():
		return fmt.Sprintf(words.Than, times, name) + " by the medians alone"
	}
	return fmt.Sprintf(words.Than, times, name)
}

// excess writes the ratio of a case to the best of its group. It adds the error if the
// difference is larger than the error.
func excess(c *Entry) string {
	spread := c.Ratio * math.Hypot(c.best().Main().Within, c.Main().Within)
	if spread < c.Ratio-1 || c.Tied && spread < c.Ratio {
		return results.Digits(c.Ratio) + " ± " + plusMinus(c.Ratio, spread)
	}
	return "about " + results.Digits(c.Ratio)
}

// plusMinus writes a spread with the decimals of its value.
func plusMinus(value, spread float64) string {
	_, decimals, _ := strings.Cut(results.Digits(value), ".")
	return fmt.Sprintf("%.*f", len(decimals), spread)
}
