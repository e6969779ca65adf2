package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// rules are the names of all rules in the order of the table.
var rules = []string{
	"benchstat, p < 0.05 and 5%", "github-action-benchmark, 150%", "github-action-benchmark, 110%", "mean, 5%", "Bencher, t_test 0.99", "ecsbench gate", "ecsbench ab", byInstructions,
}

const byInstructions = "ecsbench ab --metric instructions"

// plain judges the values of plain runs by the rules of other tools.
func plain(base, head []float64) map[string]bool {
	mean := func(x []float64) float64 { return stats.Mean(x) }
	ratio := head[0] / base[0] // github-action-benchmark compares one value with the previous one
	c := benchmath.AssumeNothing.Compare(benchmath.NewSample(base, &benchmath.DefaultThresholds), benchmath.NewSample(head, &benchmath.DefaultThresholds))
	return map[string]bool{
		"benchstat, p < 0.05 and 5%":    c.P < 0.05 && stats.Sample{Xs: head}.Quantile(0.5)/stats.Sample{Xs: base}.Quantile(0.5) > 1.05,
		"github-action-benchmark, 150%": ratio > 1.5,
		"github-action-benchmark, 110%": ratio > 1.1,
		"mean, 5%":                      mean(head)/mean(base) > 1.05,
		"Bencher, t_test 0.99":          head[0] > upperBoundary(base, 0.99),
	}
}

// upperBoundary is Bencher's limit for a new value: the quantile of Student's distribution with
// the location and scale of the earlier values (bencher.dev, Thresholds & Alerts).
func upperBoundary(history []float64, boundary float64) float64 {
	t := stats.TDist{V: float64(len(history) - 1)}
	lo, hi := 0.0, 1e3
	for range 100 {
		if middle := (lo + hi) / 2; t.CDF(middle) < boundary {
			lo = middle
		} else {
			hi = middle
		}
	}
	return stats.Mean(history) + lo*math.Sqrt(stats.Variance(history))
}

// slower has the benchmarks that a verdict of ecsbench calls regressions. An inconclusive verdict
// without any is no alarm.
func (s *series) slower(m *module, args ...string) map[string]bool {
	var v struct {
		Comparisons []struct{ Name, Status string }
	}
	s.decode(m.dir, &v, args...)
	regressions := map[string]bool{}
	for _, c := range v.Comparisons {
		at := slices.IndexFunc(m.benchmarks, func(b string) bool { return strings.HasPrefix(c.Name+"-", b+"-") })
		if at < 0 {
			program.Check(fmt.Errorf("ecsbench %s compares %q, which is no benchmark of %s", args[0], c.Name, m.path))
		}
		if c.Status == "regression" {
			regressions[m.benchmarks[at]] = true
		}
	}
	return regressions
}
