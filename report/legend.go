package report

import (
	"fmt"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A legend explains the marks of all tables once, below the last of them.
type legend struct {
	cases, imprecise, few, cycles, ties, unclear int

	roles   []results.Role // that were compared
	within  bool           // a table compares several roles
	doubts  []string       // about implementations
	dropped []string       // headings of columns without room
}

// add counts the marks in the table of a block.
func (l *legend) add(b Block, precision float64, dropped []string) {
	for _, heading := range dropped {
		l.dropped = lists.Add(l.dropped, heading)
	}
	roles := b.Roles()
	l.within = l.within || len(roles) > 1
	for _, role := range roles {
		l.roles = lists.Add(l.roles, role)
	}
	for _, s := range b.Shapes {
		for _, c := range s.Ranking() {
			l.cases++
			l.doubts = addName(l.doubts, c.Impl.Doubt())
			if !c.Main().HasInterval() {
				l.few++
			} else if c.Within() > precision {
				l.imprecise++
			}
			if _, unit := c.Precision(); unit == results.UnitCycles {
				l.cycles++
			}
			if c.Tied {
				l.ties++
			}
			if c.Unclear() {
				l.unclear++
			}
		}
	}
}

// lines are the explanations for tables of this width (0 is unlimited).
func (l *legend) lines(precision float64, width int) (list []string) {
	switch {
	case l.within || len(l.roles) > 1:
		list = append(list, "vs best compares within a role")
	case len(l.roles) == 1:
		list = append(list, "vs best compares with the best "+l.roles[0].String())
	}
	if l.imprecise > 0 {
		list = append(list, fmt.Sprintf("! %s less precise than ±%.3g%%; use a larger --budget", areOf(l.imprecise, l.cases, "median"), 100*precision))
	}
	if l.few > 0 {
		list = append(list, "? median of fewer than 6 samples, so its precision is unknown; --rounds 10 takes enough")
	}
	if l.cycles > 0 {
		list = append(list, "c is the interval of the cycles, which are less noisy than the time")
	}
	if l.ties > 0 {
		list = append(list, "≈ "+TieMeans)
	}
	if l.unclear > 0 {
		list = append(list, "? behind a ratio: "+UnclearMeans)
	}
	list = append(list, l.doubts...)
	if len(l.dropped) > 0 {
		list = append(list, fmt.Sprintf("Not shown in %d columns: %s; --format csv has all.", width, strings.Join(l.dropped, ", ")))
	}
	return list
}
