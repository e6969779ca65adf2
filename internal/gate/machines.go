package gate

import (
	"strings"

	"github.com/ecsbench/ecsbench/results"
	"golang.org/x/perf/benchfmt"
)

// machineOf tells machines apart by the configuration of a result.
func machineOf(res *benchfmt.Result) string {
	return strings.Trim(res.GetConfig("goos")+"/"+res.GetConfig("goarch")+" "+res.GetConfig("cpu"), "/ ")
}

// mixed tells whether a side was measured on machines of several kinds, as
// merged shards may be. Then each of its cases is that of one kind.
func (s *Side) mixed() bool { return len(s.machines) > 1 }

// apart keeps the machines of both sides apart where one of them is mixed and
// they have a machine in common. Other sides are compared whatever the machines
// are, with a word about it.
func apart(old, new *Side) bool {
	if old.mixed() || new.mixed() {
		for m := range old.machines {
			if new.machines[m] {
				return true
			}
		}
	}
	old.pool()
	new.pool()
	return false
}

// pool forgets which machine cases were measured on.
func (s *Side) pool() {
	cases := make(map[results.Key]*caseData, len(s.cases))
	var order []results.Key
	for _, key := range s.order {
		c := s.cases[key]
		key.Machine = ""
		if have := cases[key]; have != nil {
			have.append(c)
			continue
		}
		cases[key] = c
		order = append(order, key)
	}
	s.cases, s.order = cases, order
	s.countRuns()
}

func (c *caseData) append(more *caseData) {
	for _, unit := range more.order {
		u := c.in(unit)
		u.values = append(u.values, more.units[unit].values...)
		u.runs = append(u.runs, more.units[unit].runs...)
	}
}

// countRuns sets the number of runs to the most that a case has: the shards of
// one run are files of their own, with a case in one of them.
func (s *Side) countRuns() {
	for _, c := range s.cases {
		for _, u := range c.units {
			runs := make(map[int32]bool)
			for _, r := range u.runs {
				runs[r] = true
			}
			s.runs = max(s.runs, len(runs))
		}
	}
}
