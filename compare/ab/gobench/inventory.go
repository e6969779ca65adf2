package gobench

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/compare/ab"
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
func (s *Source) Inventory(ctx context.Context) (*ab.Inventory, error) {
	inv := &ab.Inventory{}
	for _, p := range s.packages {
		var found [2][]ab.Case
		for side := range found {
			cases, failed, err := s.list(ctx, p, ab.Side(side))
			if err != nil {
				return nil, err
			}
			found[side] = cases
			inv.Failed = append(inv.Failed, failed...)
		}
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
	if s.same {
		inv.Notes = append(inv.Notes, "base and head are the same programs, byte for byte")
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

// list runs the benchmarks of one binary for one iteration each. Every
// top-level benchmark has a process of its own, so that one which panics takes
// nothing with it but its own sub-benchmarks.
func (s *Source) list(ctx context.Context, importPath string, side ab.Side) (cases []ab.Case, failed []ab.Failure, err error) {
	b := s.binaries[importPath][side]
	if b.File == nil {
		return nil, nil, nil
	}
	patterns := []string{s.config.Pattern}
	if !strings.Contains(s.config.Pattern, "/") {
		if patterns, err = s.topLevel(ctx, importPath, b); err != nil {
			return nil, nil, fmt.Errorf("listing the benchmarks of %s at %s: %w", importPath, side, err)
		}
	}
	for _, pattern := range patterns {
		out, runErr := s.execute(ctx, b, 0, "-test.bench="+pattern, "-test.benchtime=1x")
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		results, r, config, err := parse(out, s.procs)
		if err != nil {
			return nil, nil, err
		}
		s.units.learn(side, r, config)
		for _, res := range results {
			if c := (ab.Case{Group: importPath, Name: res.name}); !slices.Contains(cases, c) {
				cases = append(cases, c)
			}
		}
		if runErr != nil {
			name := strings.TrimPrefix(strings.Trim(pattern, "^$"), "Benchmark")
			c := ab.Case{Group: importPath, Name: name}
			failed = append(failed, ab.Failure{Case: c, Side: side.String(), Reason: runErr.Error()})
			// What fails may have printed a result all the same, see execute.
			cases = slices.DeleteFunc(cases, func(listed ab.Case) bool { return listed == c })
		}
	}
	return cases, failed, nil
}

// topLevel returns a pattern for each top-level benchmark that matches.
func (s *Source) topLevel(ctx context.Context, importPath string, b binary) (patterns []string, err error) {
	match, err := regexp.Compile(s.config.Pattern)
	if err != nil {
		return nil, err
	}
	out, err := s.execute(ctx, b, 0, "-test.list=^Benchmark")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(out)) {
		name := strings.TrimSpace(line)
		if strings.HasPrefix(name, "Benchmark") && match.MatchString(name) {
			patterns = append(patterns, "^"+regexp.QuoteMeta(name)+"$")
		}
	}
	return patterns, nil
}
