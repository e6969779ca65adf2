package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/scenarios"
)

// Sentence says who wins a scenario: at the largest size, and at two
// components where the scenario has them. It is empty if fewer than two ECS
// designs were measured there.
func (r Ranking) Sentence() string {
	g := r.headline()
	ranked := g.contenders()
	if len(ranked) < 2 {
		return ""
	}
	best, second, last := ranked[0], ranked[1], ranked[len(ranked)-1]
	text := fmt.Sprintf("`%s` %s %s %s", best.Impl, r.verb(), g.subject(), faster(best, second))
	if len(ranked) > 2 {
		text += " and " + faster(best, last)
	}
	return text + "."
}

// headline returns the group that stands for the scenario.
func (r Ranking) headline() Group {
	var chosen Group
	for _, g := range r.Groups {
		if len(g.contenders()) >= 2 && (g.Entities > chosen.Entities || g.Entities == chosen.Entities && g.Components == 2) {
			chosen = g
		}
	}
	return chosen
}

// contenders returns the ECS designs that have a number, fastest first.
func (g Group) contenders() []Row {
	var rows []Row
	for _, row := range g.Rows {
		if row.measured() && row.role == impls.Contender {
			rows = append(rows, row)
		}
	}
	return rows
}

func (r Ranking) verb() string {
	for _, s := range scenarios.All() {
		if s.Title == r.Scenario {
			return s.Verb
		}
	}
	return "runs " + r.Scenario + " over"
}

func (g Group) subject() string {
	text := count(g.Entities) + " entities"
	switch {
	case g.Components == 1:
		text += " with 1 component"
	case g.Components > 1:
		text += fmt.Sprintf(" with %d components", g.Components)
	}
	if g.Options != "" {
		text += " (" + g.Options + ")"
	}
	return text
}

// faster compares two rows in the manner of hyperfine. The errors of the two
// medians add up in squares.
func faster(a, b Row) string {
	ratio := b.Nanoseconds / a.Nanoseconds
	spread := ratio * math.Hypot(a.Precision(), b.Precision())
	switch {
	case math.IsInf(spread, 0) || math.IsNaN(spread):
		return fmt.Sprintf("about %s times faster than `%s`", plain(ratio), b.Impl)
	case ratio-spread <= 1:
		return fmt.Sprintf("about as fast as `%s` (%s times)", b.Impl, plusMinus(ratio, spread))
	}
	return fmt.Sprintf("%s times faster than `%s`", plusMinus(ratio, spread), b.Impl)
}

func plusMinus(v, spread float64) string {
	return plain(v) + " ± " + fmt.Sprintf("%.*f", decimals(v), spread)
}

func plain(v float64) string { return fmt.Sprintf("%.*f", decimals(v), v) }

// decimals are as many as give about three significant digits.
func decimals(v float64) int {
	switch {
	case v >= 100:
		return 0
	case v >= 10:
		return 1
	}
	return 2
}

// count writes a number with thousands separated.
func count(n int) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
