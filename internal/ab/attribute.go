package ab

import (
	"cmp"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/cause"
	"github.com/ecsbench/ecsbench/internal/instructions"
	"github.com/ecsbench/ecsbench/internal/verdict"
)

// An attribution is what was found about one comparison after the verdict.
type attribution struct {
	secondary []verdict.Witness
	causes    []cause.Cause
	notes     []string
}

// attributions are found by comparison: the index in judgement.comparisons.
type attributions map[int]attribution

// attributable reports whether there is anything to look for.
func (j *judgement) attributable() bool { return len(j.groups()) > 0 }

// A group is the comparisons of cases that probably have the same causes, worst
// first: those of one function of the tests.
type group []int

// worth orders comparisons: what fails a build first, then what was suspected.
func (j *judgement) worth(k *comparison) int {
	switch at := slices.Index([]verdict.Status{verdict.Regression, verdict.Suspect, verdict.Refuted}, k.Status); {
	case at >= 0:
		return at
	case j.o.Metric == ByBoth:
		return 3
	}
	return -1
}

// groups lists what to explain, the worst first. Where everything is to be counted
// each case is a group.
func (j *judgement) groups() (list []group) {
	at := map[source.Case]int{}
	var order []int
	for i := range j.comparisons {
		if j.worth(&j.comparisons[i]) >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		ka, kb := &j.comparisons[a], &j.comparisons[b]
		la, _, _ := ka.Worse()
		lb, _, _ := kb.Worse()
		return cmp.Or(cmp.Compare(j.worth(ka), j.worth(kb)), cmp.Compare(lb, la))
	})
	for _, i := range order {
		of := j.plan.Cases[j.comparisons[i].index].Case
		if j.o.Metric != ByBoth {
			of = topOf(of)
		}
		g, known := at[of]
		if !known {
			g = len(list)
			at[of] = g
			list = append(list, nil)
		}
		list[g] = append(list[g], i)
	}
	return list
}

// attribute explains the worst case of each group, and gives its causes to the
// others. It ends with its share of the budget; an interruption ends it too, since
// the verdict is known.
func (j *judgement) attribute() attributions {
	found, groups := attributions{}, j.groups()
	start := time.Now()
	_, _ = j.in(attributing, func() error {
		for n, g := range groups {
			j.o.Progress("attributing", n, len(groups), time.Duration(len(groups)-n)*time.Since(start)/time.Duration(max(1, n)))
			if err := j.explain(g, found); err != nil {
				return err
			}
		}
		return nil
	})
	for _, g := range groups {
		j.share(g, found)
	}
	return found
}

// explain finds the causes of all comparisons of the worst case of a group.
func (j *judgement) explain(g group, found attributions) error {
	worst := j.comparisons[g[0]].index
	c := j.plan.Cases[worst]
	counted, err := j.count(c)
	if err != nil {
		return err
	}
	for _, i := range g {
		k := &j.comparisons[i]
		if k.index != worst {
			continue
		}
		a := j.counted(k, counted)
		if err := j.sampled(k, c, counted, &a); err != nil {
			return err
		}
		found[i] = a
	}
	return nil
}

// share gives the causes that were found in a group to the cases that were not
// looked at.
func (j *judgement) share(g group, found attributions) {
	for _, i := range g {
		k := &j.comparisons[i]
		if _, done := found[i]; done || j.worth(k) > 1 {
			continue
		}
		from := slices.IndexFunc(g, func(o int) bool { return j.comparisons[o].unit == k.unit && len(found[o].causes) > 0 })
		if from < 0 {
			found[i] = attribution{notes: []string{"its share of the budget ended before its cause was found"}}
			continue
		}
		var a attribution
		for _, c := range found[g[from]].causes {
			c.Like = j.comparisons[g[from]].Case
			a.causes = append(a.causes, c)
		}
		found[i] = a
	}
}

// counted compares the instructions of a case.
func (j *judgement) counted(k *comparison, c Counted) (a attribution) {
	if c.Work == nil {
		return a
	}
	if k.unit == unitTime {
		a.secondary = append(a.secondary, verdict.Witness{
			Name: "counted", Unit: unitInstructions, Old: c.Work.Base, New: c.Work.Head, N: c.Work.Repetitions,
			Effect: effectOf(c.Work), Exact: c.Work.Steady(), Says: says(k.Status, c.Work.Finding),
		})
	}
	if slower := j.worth(k); slower >= 0 && slower <= 2 && c.Work.Finding == instructions.More {
		a.causes = j.causes(c.Work)
	}
	return a
}
