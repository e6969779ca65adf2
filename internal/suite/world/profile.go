package world

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// Libraries reports whether programs measure all of the implementations, or none. Otherwise the
// error names two that differ.
func Libraries(impls []string) (all bool, err error) {
	for _, impl := range impls {
		if play.IsLibrary(impl) != play.IsLibrary(impls[0]) {
			return false, fmt.Errorf("%s is measured in another way than %s: profile them one after the other", impl, impls[0])
		}
	}
	return play.IsLibrary(impls[0]), nil
}

// Profile profiles libraries in a scenario: the benchmark of the operation, in a copy of the program
// of its question.
func Profile(ctx context.Context, selection profiler.Selection, report func(stage string)) (*profiler.Findings, error) {
	cases, err := measure.Plan{Profile: selection.Profile, Scenarios: []string{selection.Scenario}, Impls: selection.Impls, Seed: selection.Seed, GOMAXPROCS: 1}.Cases()
	if err != nil {
		return nil, err
	}
	scratch, err := outdir.NewScratch("profile")
	if err != nil {
		return nil, fmt.Errorf("making a folder for programs: %w", err)
	}
	defer scratch.Remove()
	start, list := time.Now(), []*profiler.Subject(nil)
	for _, c := range cases {
		w, source, err := standalone(c.Request, nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Impl, err)
		}
		if w.Spec.Quantity != "" {
			return nil, fmt.Errorf("scenario %s measures a quantity, and profile looks at operations: choose another scenario", selection.Scenario)
		}
		folder := filepath.Join(scratch.Path, c.Impl)
		if err := source.Write(folder); err != nil {
			return nil, err
		}
		if err := commit(ctx, folder); err != nil {
			return nil, err
		}
		selection.Bench = "^Benchmark" + play.Operation(w) + "$"
		findings, err := profiler.Benchmarks(ctx, folder, selection, nil, report)
		if err != nil {
			return nil, err
		}
		for _, s := range findings.Subjects {
			s.Case, s.Impl = c.Name, c.Impl
		}
		list = append(list, findings.Subjects...)
	}
	return profiler.OfBenchmarks(fmt.Sprintf("%s of libraries", selection.Scenario), start, measure.Environment(), selection.Looks, list), nil
}

// commit makes a repository of a program, as of any module with benchmarks.
func commit(ctx context.Context, folder string) error {
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "."},
		{"-c", "user.name=ecsbench", "-c", "user.email=ecsbench@localhost", "commit", "--quiet", "--no-verify", "--message=program"},
	} {
		if out, err := exec.CommandContext(ctx, "git", append([]string{"-C", folder}, args...)...).CombinedOutput(); err != nil {
			return fmt.Errorf("making a repository of the program: %w: %s", err, strings.TrimSpace(string(out)))
		}
	}
	return nil
}
