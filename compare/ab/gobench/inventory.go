package gobench

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/ab/child"
)

// checkPattern refuses patterns that go test would refuse.
func checkPattern(pattern string) error {
	for part := range strings.SplitSeq(pattern, "/") {
		if _, err := regexp.Compile(part); err != nil && !strings.Contains(pattern, "/") {
			return fmt.Errorf("--bench %q: %w", pattern, err)
		}
	}
	return nil
}

// Inventory implements [ab.Source]: it runs everything once.
func (s *Source) Inventory(ctx context.Context, each time.Duration) (*ab.Inventory, error) {
	inv := &ab.Inventory{Notes: s.notes}
	for _, p := range s.packages {
		l := lister{Source: s, importPath: p, each: each, slow: map[string]bool{}}
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			if err := l.list(ctx, side); err != nil {
				return nil, err
			}
		}
		found := l.found
		inv.Failed = append(inv.Failed, l.failed...)
		for _, c := range found[ab.Base] {
			if slices.Contains(found[ab.Head], c) {
				inv.Common = append(inv.Common, c)
			} else if !failedIn(inv.Failed, c) {
				inv.BaseOnly = append(inv.BaseOnly, c)
			}
		}
		for _, c := range found[ab.Head] {
			if !slices.Contains(found[ab.Base], c) && !failedIn(inv.Failed, c) {
				inv.HeadOnly = append(inv.HeadOnly, c)
			}
		}
	}
	if len(inv.Common)+len(inv.BaseOnly)+len(inv.HeadOnly)+len(inv.Failed) == 0 {
		return nil, fmt.Errorf("no benchmark matches %q in %s; --bench . takes them all",
			s.config.Pattern, strings.Join(s.packages, " "))
	}
	return inv, nil
}

// failedIn tells whether the case belongs to a benchmark that failed.
func failedIn(failed []ab.Failure, c ab.Case) bool {
	return slices.ContainsFunc(failed, func(f ab.Failure) bool {
		return f.Case.Group == c.Group && (f.Case.Name == c.Name || strings.HasPrefix(c.Name, f.Case.Name+"/"))
	})
}

// A lister finds the benchmarks of a package on both sides.
type lister struct {
	*Source
	importPath string
	each       time.Duration   // for each process
	slow       map[string]bool // patterns that took longer
	found      [2][]ab.Case
	failed     []ab.Failure
}

// list runs the benchmarks of one binary for one iteration each. Every
// top-level benchmark has a process of its own, so that one which panics takes
// nothing with it but its own sub-benchmarks.
func (l *lister) list(ctx context.Context, side ab.Side) error {
	b := l.binaries[l.importPath][side]
	if b.File == nil {
		return nil
	}
	patterns := []string{l.config.Pattern}
	if !strings.Contains(l.config.Pattern, "/") {
		var err error
		if patterns, err = l.topLevel(ctx, b); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			l.fail(side, "TestMain", err)
		}
	}
	for _, pattern := range patterns {
		if l.slow[pattern] {
			continue // one side is enough to wait for
		}
		out, runErr := l.bench(ctx, b, l.each, 0, "-test.bench="+pattern, "-test.benchtime=1x")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		results, r, config, err := parse(out, l.procs)
		if err != nil {
			return err
		}
		l.units.learn(side, r, config)
		for _, res := range results {
			if c := (ab.Case{Group: l.importPath, Name: res.name}); !slices.Contains(l.found[side], c) {
				l.found[side] = append(l.found[side], c)
			}
		}
		if runErr != nil {
			l.slow[pattern] = errors.Is(runErr, child.ErrTime)
			l.fail(side, strings.TrimPrefix(strings.Trim(pattern, "^$"), "Benchmark"), runErr)
		}
	}
	return nil
}

// fail notes what failed. It may have printed a result all the same, see bench.
func (l *lister) fail(side ab.Side, name string, err error) {
	c := ab.Case{Group: l.importPath, Name: name}
	l.failed = append(l.failed, ab.Failure{Case: c, Side: side.String(), Reason: err.Error()})
	l.found[side] = slices.DeleteFunc(l.found[side], func(listed ab.Case) bool { return listed == c })
}

// topLevel returns a pattern for each top-level benchmark that matches.
func (l *lister) topLevel(ctx context.Context, b binary) (patterns []string, err error) {
	match, err := regexp.Compile(l.config.Pattern)
	if err != nil {
		return nil, err
	}
	out, _, err := l.execute(ctx, b, l.each, 0, "-test.list=^Benchmark")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		name := strings.TrimSpace(line)
		if strings.HasPrefix(name, "Benchmark") && match.MatchString(name) {
			patterns = append(patterns, "^"+regexp.QuoteMeta(name)+"$")
		}
	}
	if len(patterns) == 0 {
		// Nothing there, or a process that ends before it looks.
		_, err = l.bench(ctx, b, l.each, 0, "-test.bench=^$")
	}
	return patterns, err
}
