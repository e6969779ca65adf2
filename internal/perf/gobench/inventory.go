package gobench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/proof"
	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// checkPattern rejects the patterns that go test rejects.
func checkPattern(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil && !strings.Contains(pattern, "/") {
		return fmt.Errorf("--bench %q: %w", pattern, err)
	}
	return nil
}

// Inventory implements [ab.Source]: it runs every benchmark once.
func (s *Source) Inventory(ctx context.Context, each time.Duration) (*ab.Inventory, error) {
	inv, alone := &ab.Inventory{Notes: s.notes, Failed: slices.Clone(s.broken)}, map[ab.CaseID]bool{} // by function of the tests
	tests, err := s.tests(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	} else if err != nil && !s.single {
		inv.Notes = append(inv.Notes[:len(inv.Notes):len(inv.Notes)], fmt.Sprintf("unchanged benchmarks are measured too, because nothing can be proved: %v", err))
	}
	limit := engine.LimitEach(ctx, each)
	for _, p := range s.packages {
		l := lister{Source: s, importPath: p, limit: limit, slow: map[string]bool{}, proof: s.proofOf(tests[p]), proved: map[string]bool{}}
		for side := range s.sides() {
			if err := l.list(ctx, side); err != nil {
				return nil, err
			}
		}
		if err := l.runProved(ctx); err != nil {
			return nil, err
		}
		if s.single {
			l.found[ab.Base] = l.found[ab.Head]
		}
		found := l.found
		inv.Failed = append(inv.Failed, l.failed...)
		for _, name := range slices.Sorted(maps.Keys(l.proved)) {
			if l.proved[name] {
				inv.Proved = append(inv.Proved, ab.CaseID{Group: p, Name: strings.TrimPrefix(name, "Benchmark")})
			}
		}
		for _, c := range found[ab.Base] {
			if slices.Contains(found[ab.Head], c) {
				inv.Common = append(inv.Common, c)
				top := c.Top()
				if _, known := alone[top]; !known {
					alone[top] = s.Alone(ctx, c)
				}
				if alone[top] {
					inv.Alone = append(inv.Alone, c)
				}
			} else if !failedIn(inv.Failed, c) {
				inv.BaseOnly = append(inv.BaseOnly, c)
			}
		}
		inv.HeadOnly = append(inv.HeadOnly, lists.Filter(found[ab.Head], func(c ab.CaseID) bool {
			return !slices.Contains(found[ab.Base], c) && !failedIn(inv.Failed, c)
		})...)
	}
	if len(inv.Common)+len(inv.BaseOnly)+len(inv.HeadOnly)+len(inv.Failed)+len(inv.Proved) == 0 {
		if s.config.Pattern == "." {
			return nil, fmt.Errorf("no benchmarks in %s: there is nothing to measure", strings.Join(s.packages, " "))
		}
		return nil, fmt.Errorf("no benchmark matches %q in %s; --bench . selects all",
			s.config.Pattern, strings.Join(s.packages, " "))
	}
	return inv, nil
}

// proofOf returns what proves that benchmarks cannot have changed, nil if the sides have other
// settings.
func (s *Source) proofOf(tests *proof.Tests) *proof.Tests {
	if s.varied() {
		return nil
	}
	return tests
}

// failedIn reports whether the case belongs to a failed benchmark.
func failedIn(failed []ab.FailedCase, c ab.CaseID) bool {
	return slices.ContainsFunc(failed, func(f ab.FailedCase) bool {
		return f.Case.Group == c.Group && (f.Case.Name == c.Name || f.Case.Name == wholePackage || strings.HasPrefix(c.Name, f.Case.Name+"/"))
	})
}

// A lister finds the benchmarks of a package on both sides.
type lister struct {
	*Source
	importPath string
	limit      func() time.Duration // of each process
	slow       map[string]bool      // patterns of processes that exceeded it
	proof      *proof.Tests         // nil if nothing can be proved
	proved     map[string]bool      // functions that cannot have changed
	found      [2][]ab.CaseID
	failed     []ab.FailedCase
}

// list runs the benchmarks of one binary for one iteration each. Every top-level benchmark
// has its own process, so that a panic ends only its own sub-benchmarks.
func (l *lister) list(ctx context.Context, side ab.Side) error {
	b := l.binaries[l.importPath][side]
	if b.ProgramCopy == nil {
		return nil
	}
	patterns := []string{l.config.Pattern}
	if !strings.Contains(l.config.Pattern, "/") {
		var err error
		if patterns, err = l.topLevel(ctx, b); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			l.fail(ctx, side, wholePackage, err, nil)
		}
	}
	for _, pattern := range patterns {
		if l.slow[pattern] {
			continue // one side that is too slow is enough
		}
		out, log, runErr := l.benchLogged(ctx, b, l.limit(), pattern)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		results, r, config, err := parse(out, l.procsOf(side))
		if err != nil {
			return err
		}
		l.learn(side, r, config)
		l.skip(ctx, out, log, side)
		for _, res := range results {
			if _, timed := res.values[secPerOp]; !timed && runErr != nil {
				continue // it may have panicked, see bench
			}
			l.found[side] = lists.Add(l.found[side], ab.CaseID{Group: l.importPath, Name: res.name})
		}
		if runErr != nil {
			l.slow[pattern] = errors.Is(runErr, child.ErrTime)
			l.fail(ctx, side, strings.TrimPrefix(strings.Trim(pattern, "^$"), "Benchmark"), runErr, log)
		}
	}
	return nil
}

// runProved runs the proved benchmarks once: those that fail on both sides do not pass. The sides
// do the same, so head suffices, and all have one process unless it fails. Benchmarks for which
// there is no time are assumed not to fail.
func (l *lister) runProved(ctx context.Context) error {
	names := lists.Filter(slices.Sorted(maps.Keys(l.proved)), func(name string) bool { return l.proved[name] })
	if len(names) == 0 {
		return nil
	}
	b, end := l.binaries[l.importPath][ab.Head], time.Now().Add(l.limit())
	out, err := l.bench(ctx, b, time.Until(end), 0, 1, "-test.bench=^("+strings.Join(lists.Map(names, regexp.QuoteMeta), "|")+")$")
	if err == nil {
		l.skip(ctx, out, nil, ab.Base, ab.Head)
	}
	if ctx.Err() != nil || err == nil || errors.Is(err, child.ErrTime) {
		return ctx.Err()
	}
	for _, name := range names {
		left := time.Until(end)
		if left <= 0 {
			break
		}
		out, log, err := l.benchLogged(ctx, b, left, "^"+regexp.QuoteMeta(name)+"$")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			l.skip(ctx, out, log, ab.Base, ab.Head)
		} else if !errors.Is(err, child.ErrTime) {
			for _, side := range []ab.Side{ab.Base, ab.Head} {
				l.fail(ctx, side, strings.TrimPrefix(name, "Benchmark"), err, log)
			}
			l.proved[name] = false
		}
	}
	return nil
}

// skipLine is printed for a benchmark that is skipped, after its message.
var skipLine = display.Pattern(`(?m)^(?:    (\S+\.go:\d+: .*)\n)?--- SKIP: Benchmark(\S+)$`)

// skip records the skipped benchmarks in an output as failures, because they have no result.
func (l *lister) skip(ctx context.Context, out, log []byte, sides ...ab.Side) {
	for _, m := range skipLine().FindAllSubmatch(out, -1) {
		name := ab.CaseNamed("", string(m[2]), l.procs).Name
		for _, side := range sides {
			l.fail(ctx, side, name, fmt.Errorf("it is skipped%s", message(string(m[1]))), log)
		}
		l.proved["Benchmark"+name] = false
	}
}

// fail records a failure, given the log of its process, if it has one. The case may have printed a
// result, see bench.
func (l *lister) fail(ctx context.Context, side ab.Side, name string, err error, log []byte) {
	c := ab.CaseID{Group: l.importPath, Name: name}
	reason := err.Error()
	if missing := l.unversioned(ctx, side, reason, log); len(missing) > 0 {
		reason += fmt.Sprintf(" (it needs %s)", ignoredFiles(missing))
	}
	l.failed = append(l.failed, ab.FailedCase{Case: c, Side: side.String(), Reason: reason})
	l.found[side] = slices.DeleteFunc(l.found[side], func(listed ab.CaseID) bool { return listed == c })
}

// topLevel returns a pattern for each matching top-level benchmark that may have changed.
func (l *lister) topLevel(ctx context.Context, b binary) (patterns []string, err error) {
	names, err := l.matching(ctx, b, l.limit())
	var fresh []string // proofs
	for _, name := range names {
		if _, known := l.proved[name]; !known && !l.single && l.proof != nil {
			if l.proved[name] = l.proof.Difference(name) == nil; l.proved[name] {
				fresh = append(fresh, name)
			}
		}
	}
	reading, failed := l.reading(ctx, fresh)
	if failed != nil {
		return nil, failed
	}
	for _, name := range reading {
		l.proved[name] = false
	}
	for _, name := range names {
		if !l.proved[name] {
			patterns = append(patterns, "^"+regexp.QuoteMeta(name)+"$")
		}
	}
	if err == nil && len(names) == 0 {
		// There are none, or the process ends before it lists them.
		_, err = l.bench(ctx, b, l.limit(), 0, 1, "-test.bench=^$")
	}
	return patterns, err
}

// matching lists the benchmark functions of a test binary that the pattern selects.
func (s *Source) matching(ctx context.Context, b binary, each time.Duration) (names []string, err error) {
	pattern, _, _ := strings.Cut(s.config.Pattern, "/")
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	out, _, err := s.execute(ctx, b, each, 0, "-test.list=^Benchmark")
	for line := range strings.Lines(string(out)) {
		if name := strings.TrimSpace(line); err == nil && strings.HasPrefix(name, "Benchmark") && match.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, err
}
