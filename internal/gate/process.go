package gate

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/aclements/go-moremath/stats"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// Processes of one program differ: by the addresses that they get, by seeds that they
// draw, and by what the machine does meanwhile. The samples of one process share all of
// it and may agree within 1%. So a few processes establish no change that is smaller
// than what processes of one program differ by.
const (
	// fewestProcesses is how many of each side it takes to estimate what they differ by.
	fewestProcesses = 5

	// processSpread is the ratio that the best samples of two processes of one program
	// rarely exceed. Of 2,440 comparisons of equal programs (200 pairs of go test -count
	// 10 of google/btree, ark, fastjson, uniseg and go-runewidth, on two cores at a load
	// of 12), half differed by less than 1.3%, 90% by less than 1.2 times and 98% by less
	// than twice. Beside builds on both cores a process of btree was 2.1 times slower in its best
	// sample, ten of 110 ms. Larger ratios were in files whose samples scattered as much,
	// see spread.
	processSpread = 2.5

	// burst is how long a disturbance may last. It may be in all samples of a process that
	// take no longer. Beside builds that kept both cores busy for 10 s at a time, one process
	// of ark was 3.6 times slower in all ten samples of 50 ms.
	burst = time.Second

	// sharedCore is the share of samples taken beside something else from which on its effect
	// on the caches counts.
	sharedCore = 0.1

	// fewestIterations is how many iterations the samples need for the set-up and the first
	// iterations to be of no account. One process of fastjson's ObjectGet ran 40 iterations
	// of 1.3 ms in each sample. In another one a sample ended after 1 or 2 iterations of 60
	// ms, because each first iteration filled a pool.
	fewestIterations = 10

	// outlier is how many standard deviations from the others a case has to be where the
	// best samples of all cases scatter: the machine was overloaded.
	outlier = 5
)

// perProcess returns one value for each process, the median of its samples, if there are
// enough processes. Otherwise it returns the samples.
func (s *series) perProcess() *series {
	count := s.countProcesses()
	if count < fewestProcesses || count == len(s.values) {
		return s
	}
	reduced := &series{}
	for lo := 0; lo < len(s.values); {
		hi := lo
		for hi < len(s.values) && s.processes[hi] == s.processes[lo] {
			hi++
		}
		reduced.add(statistics.Median(s.values[lo:hi]), s.runs[lo], s.processes[lo])
		lo = hi
	}
	return reduced
}

// countProcesses returns the number of processes. Samples of one stand together.
func (s *series) countProcesses() int { return len(slices.Compact(slices.Clone(s.processes))) }

// moderate estimates the changes of cases in which each process is a sample. They are
// few, so the variance of a case is estimated with a prior from the other cases.
func moderate(pairs []pair, opts Options, tested int) {
	type class struct {
		speed   bool
		freedom float64
	}
	variances := make(map[class][]float64)
	var reduced []*pair
	classOf := func(p *pair) (class, float64) {
		variance, freedom := statistics.Pooled(p.oldL, p.newL)
		return class{results.UnitNamed(p.Unit).IsSpeed(), freedom}, variance
	}
	for i := range pairs {
		if p := &pairs[i]; p.Reduced && p.Kind == verdict.Tested && !p.hasZero() {
			of, variance := classOf(p)
			reduced, variances[of] = append(reduced, p), append(variances[of], variance)
		}
	}
	limit := math.Log1p(opts.MaxRegression)
	for _, p := range reduced {
		of, _ := classOf(p)
		m := statistics.PriorOf(variances[of], of.freedom).Moderate(p.oldL, p.newL)
		if !(m.SD > 0) {
			continue
		}
		half := m.Half(opts.Alpha)
		p.Effect = verdict.Effect{Log: m.Difference, Lo: m.Difference - half, Hi: m.Difference + half, P: m.P()}
		p.MDE = m.Detectable(opts.Alpha / float64(tested))
		p.Failing = math.Max(p.MDE, limit+m.Detectable(opts.Alpha))
		p.MinP, p.moderated = 0, true
	}
}

// few reports whether there are too few processes to estimate what they differ by.
func (c *Comparison) few() bool { return c.Processes < fewestProcesses }

// best returns the change of the best samples, on the logarithmic scale of Effect. What
// competes with a process for the machine makes its samples worse, but seldom all.
func (p *pair) best() float64 {
	best := func(sorted []float64) float64 {
		if p.Direction == verdict.HigherBetter {
			return sorted[len(sorted)-1]
		}
		return sorted[0]
	}
	return statistics.Unlog(best(p.newL) - best(p.oldL))
}

// spread is by how much the best samples of processes of one program differ, as
// logarithm: the usual ratio, or more if these files show that the machine was
// overloaded. Then the best samples of all cases scatter, or the samples of each.
func spread(pairs []pair) float64 {
	var changes, ranges []float64
	for i := range pairs {
		if p := &pairs[i]; p.testsSpeed() && p.few() && !p.hasZero() {
			changes = append(changes, math.Abs(p.Best))
			for _, side := range [][]float64{p.oldL, p.newL} {
				ranges = append(ranges, side[len(side)-1]-side[0])
			}
		}
	}
	usual := math.Log(processSpread)
	if len(changes) < fewestCases {
		return usual
	}
	slices.Sort(ranges)
	return max(usual, outlier*statistics.Median(changes)/stats.StdNormal.InvCDF(0.75), ranges[3*len(ranges)/4])
}

// beyondSpread reports whether the best samples of few processes changed by more than
// processes of one program differ by.
func (c *Comparison) beyondSpread() bool { return math.Abs(c.Best) > c.Spread }

// established returns the status of a significant change in view of the number of
// processes: with few of them a change within their spread is not established. Neither is
// a change of speed beside something else on the core, which takes caches and memory too, nor
// one that another load of the machine explains.
func (c *Comparison) established(status verdict.Status, limit float64) verdict.Status {
	_, lo, hi := c.Worse()
	shared := c.Shared && results.UnitNamed(c.Unit).IsSpeed()
	load := c.byLoad()
	loaded := load > 0 && (status == verdict.Regression && lo <= limit+load || status == verdict.Improved && hi >= -load)
	if !shared && !loaded && (!c.few() || c.beyondSpread() && c.Best*c.Effect.Log > 0) {
		return status
	}
	switch status {
	case verdict.Regression:
		return verdict.Suspect
	case verdict.Improved:
		return verdict.Unconfirmed
	}
	return status
}

// processNotes returns the note on samples that are processes.
func processNotes(comparisons []Comparison) []string {
	if !slices.ContainsFunc(comparisons, func(c Comparison) bool { return c.Reduced }) {
		return nil
	}
	return []string{"each process counts as one sample, the median of its values; variances are estimated from all cases (Smyth's moderated t); run the processes of OLD and NEW in turns"}
}

// unsettled is the problem of changes that few processes cannot establish.
func unsettled(comparisons []Comparison, base string) []verdict.Problem {
	var keys []results.Key
	var names []string
	most := 0.0
	for i := range comparisons {
		c := &comparisons[i]
		if c.Status == verdict.Suspect && c.few() && !slices.Contains(keys, c.Key) {
			keys, names, most = append(keys, c.Key), append(names, c.Case), max(most, c.Spread)
		}
	}
	if len(keys) == 0 {
		return otherLoad(comparisons)
	}
	unestablished := fmt.Sprintf("changes of less than %s times", results.Digits(math.Exp(most)))
	if math.IsInf(most, 1) {
		unestablished = fmt.Sprintf("changes of cases that were measured for less than %s, or with fewer than %d iterations,", burst, fewestIterations)
	}
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive, Cases: names,
		What: fmt.Sprintf("%s suspected of a regression: with fewer than %d processes of each side, %s are not established",
			display.CountAre(len(keys), "case"), fewestProcesses, unestablished),
		Remedy: fmt.Sprintf("run `%s`, or take %d or more runs of both sides in turns", settle(keys, base), fewestProcesses),
	}}
}

// otherLoad is the problem of changes that something else on the machine may have caused.
func otherLoad(comparisons []Comparison) []verdict.Problem {
	var names []string
	sign := "something else used the core while a file was measured"
	for i := range comparisons {
		c := &comparisons[i]
		if c.Status != verdict.Suspect || !c.Shared && c.byLoad() == 0 || slices.Contains(names, c.Case) {
			continue
		}
		if names = append(names, c.Case); !c.Shared {
			sign = fmt.Sprintf("the clocks of the core differ by %s, so the machine had another load", display.Percent(math.Expm1(c.ClockRatio)))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []verdict.Problem{{
		Outcome: verdict.Inconclusive, Cases: names,
		What:   fmt.Sprintf("%s suspected of a regression, but %s", display.CountAre(len(names), "case"), sign),
		Remedy: "measure again on a quieter machine, or use `ecsbench ab`",
	}}
}

// settle is the command that measures cases of two revisions in turns.
func settle(keys []results.Key, base string) string {
	var patterns, packages []string
	for _, key := range keys {
		name := strings.TrimSuffix(key.Name, "-"+results.ParseName(key.Name)["gomaxprocs"])
		top, _, _ := strings.Cut(name, "/")
		if len(keys) > 1 {
			name = top
		}
		if p := regexp.QuoteMeta(name); !slices.Contains(patterns, p) {
			patterns = append(patterns, p)
		}
		if key.Package != "" && !slices.Contains(packages, key.Package) {
			packages = append(packages, key.Package)
		}
	}
	pattern := strings.ReplaceAll(patterns[0], "/", "$/^")
	if len(patterns) > 1 {
		pattern = "(" + strings.Join(patterns, "|") + ")"
	}
	command := []string{"ecsbench", "ab", cmp.Or(base, "BASE"), ".", "--bench", quoted("^" + pattern + "$")}
	for _, p := range packages {
		command = append(command, quoted(p))
	}
	return strings.Join(command, " ")
}

// quoted is text as a word of the shell.
func quoted(text string) string {
	if regexp.MustCompile(`^[\w./@:=-]+$`).MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
