package ab

import (
	"cmp"
	"context"
	"math"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// variation describes what head is built and run with and base is not, "" if there is nothing.
func variation(src Source) string {
	if v, ok := src.(Varied); ok {
		return child.Difference(v.Variants())
	}
	return ""
}

// price adds the purpose of such a change and its costs: size and building of the
// programs, memory, garbage collection.
func (j *judgement) price() error {
	j.verdict.Difference = variation(j.src)
	if j.verdict.Difference == "" || j.done[0] == 0 {
		return nil
	}
	for _, unit := range []struct{ name, unit string }{
		{"peak memory", results.UnitPeak}, {"garbage collection", results.UnitGC}, {"allocated", unitBytes}, {"allocations", unitAllocs},
	} {
		if cost, ok := j.costOf(unit.name, unit.unit); ok {
			j.verdict.Costs = append(j.verdict.Costs, cost)
		}
	}
	var size [2]float64
	var seconds [2][]float64
	_, err := j.building(func(ctx context.Context) (err error) {
		size, seconds, err = j.src.(Varied).Built(ctx)
		return err
	})
	if j.ctx.Err() != nil {
		return j.ctx.Err()
	}
	if size[Base] > 0 && size[Head] > 0 {
		log := math.Log(size[Head] / size[Base])
		j.verdict.Costs = append(j.verdict.Costs, verdict.Secondary{
			Name: "binary size", Unit: "B", Old: size[Base], New: size[Head], Exact: true, Effect: exactly(log), Meaning: "all test binaries"})
	}
	if err != nil {
		j.verdict.Notes = append(j.verdict.Notes, "the time of building was not measured: "+err.Error())
		return nil
	}
	if p, ok := paired(seconds[Base], seconds[Head], 0); ok {
		j.verdict.Costs = append(j.verdict.Costs, verdict.Secondary{
			Name: "build time", Unit: "sec", Old: statistics.Median(p.a), New: statistics.Median(p.b), N: len(p.a),
			Effect: meanEffect([]pairing{p}, j.o.Alpha), Meaning: "compiling and linking the tested packages"})
	}
	return nil
}

// exactly is an effect without an interval.
func exactly(log float64) verdict.Effect {
	return verdict.Effect{Shift: statistics.Shift{Log: log, Lo: log, Hi: log, P: math.NaN()}, PHolm: math.NaN()}
}

// paired pairs values in turns.
func paired(base, head []float64, least float64) (p pairing, ok bool) {
	for i := range min(len(base), len(head)) {
		p.add(base[i], head[i], least)
	}
	return p, len(p.d) > 1
}

// costOf compares a unit over all cases that report it: the mean of their changes.
func (j *judgement) costOf(name, unit string) (cost verdict.Secondary, ok bool) {
	var pairs []pairing
	cost = verdict.Secondary{Name: name, Unit: unit, Exact: true}
	for i := range j.series {
		var base, head []float64
		for _, r := range j.series[i].stage[0] {
			x, xok := r[Base][unit]
			y, yok := r[Head][unit]
			if xok && yok {
				base, head = append(base, x), append(head, y)
			}
		}
		p, ok := paired(base, head, cmp.Or(results.UnitNamed(unit).Least, 0))
		if !ok {
			continue
		}
		cost.Exact = cost.Exact && p.agree(unit)
		cost.Old, cost.New = cost.Old+statistics.Median(p.a), cost.New+statistics.Median(p.b)
		pairs = append(pairs, p)
	}
	if len(pairs) == 0 {
		return cost, false
	}
	n := float64(len(pairs))
	cost.Old, cost.New, cost.Effect = cost.Old/n, cost.New/n, meanEffect(pairs, j.o.Alpha)
	cost.Meaning = "mean of " + display.Count(len(pairs), "case")
	return cost, true
}

// meanEffect is the mean change of several cases, with the interval of Student's t. The degrees of
// freedom are those of all cases.
func meanEffect(pairs []pairing, alpha float64) verdict.Effect {
	mean, variance, freedom := 0.0, 0.0, 0.0
	for _, p := range pairs {
		n := float64(len(p.d))
		mean, variance, freedom = mean+stats.Mean(p.d), variance+stats.Variance(p.d)/n, freedom+n-1
	}
	k := float64(len(pairs))
	mean /= k
	half := statistics.StudentQuantile(freedom, 1-alpha/2) * math.Sqrt(variance) / k
	return verdict.Effect{Shift: statistics.Shift{Log: mean, Lo: mean - half, Hi: mean + half, P: math.NaN()}, PHolm: math.NaN()}
}
