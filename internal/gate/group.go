package gate

import (
	"maps"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// A grouping defines which samples of a file are one case.
type grouping struct {
	machines bool     // cases of different machines are different
	keys     []string // and so are those that differ in these configuration keys
}

// groupingOf separates cases by the configuration keys that differ within a file. It
// separates machines if a side was measured on several kinds of them, as merged shards
// may be, and both sides have one in common. Other machines are compared with a
// warning.
func groupingOf(old, new *Side) grouping {
	var g grouping
	if len(old.machines) > 1 || len(new.machines) > 1 {
		for m := range old.machines {
			g.machines = g.machines || new.machines[m]
		}
	}
	for _, s := range []*Side{old, new} {
		for key, values := range s.configs {
			if len(values) > 1 && !slices.Contains(g.keys, key) {
				g.keys = append(g.keys, key)
			}
		}
	}
	slices.Sort(g.keys)
	return g
}

// by returns the side with its samples grouped into cases.
func (s *Side) by(g grouping) *Side {
	grouped := *s
	grouped.cases, grouped.order = make(map[results.Key]*caseData), nil
	for _, c := range s.read {
		key := g.key(c)
		have := grouped.cases[key]
		if have == nil {
			have = &caseData{key: key, units: make(map[string]*series)}
			grouped.cases[key], grouped.order = have, append(grouped.order, key)
		}
		have.append(c)
	}
	grouped.runs = grouped.mostRuns()
	return &grouped
}

// key returns the identity of a case.
func (g grouping) key(c *caseData) results.Key {
	key := c.key
	if !g.machines {
		key.Machine = ""
	}
	var config []string
	for _, k := range g.keys {
		if value, ok := c.config[k]; ok {
			config = append(config, k+"="+value)
		}
	}
	key.Config = strings.Join(config, " ")
	return key
}

func (c *caseData) append(more *caseData) {
	c.spent += more.spent
	c.iterations.add(more.iterations)
	c.counted.add(more.counted)
	for _, unit := range more.order {
		u := c.in(unit)
		s := more.units[unit]
		u.values, u.runs, u.processes = append(u.values, s.values...), append(u.runs, s.runs...), append(u.processes, s.processes...)
	}
}

// mostRuns returns the largest number of runs of a case. Shards of one run have different cases.
func (s *Side) mostRuns() (most int) {
	for _, c := range s.cases {
		for _, u := range c.units {
			runs := make(map[int32]bool)
			for _, r := range u.runs {
				runs[r] = true
			}
			most = max(most, len(runs))
		}
	}
	return most
}

// values lists the members of a set in order.
func values(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
