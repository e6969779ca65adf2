package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

type profileFlags struct {
	cases             caseFlags
	looks             map[profiler.Look]*bool
	duration, timeout time.Duration
	force             bool
	output            string
	operations        int
	bench             string
}

func newProfileCommand() *cobra.Command {
	f := profileFlags{looks: make(map[profiler.Look]*bool)}
	cmd := &cobra.Command{
		Use:   "profile [--bench REGEX [PACKAGE...]]",
		Short: "Show where implementations or Go benchmarks spend time and memory",
		Long: `Profile finds out where the time of a case goes, what it allocates, and what it misses in
the caches: of implementations in a scenario, side by side, or with --bench of the Go
benchmarks of the working tree. Instructions and cache misses need valgrind.`,
		Example: `  ecsbench profile --impl hashmap,dense --scenario physics
  ecsbench profile --impl dense --scenario physics --entities 1e4 --cache -o why
  ecsbench profile --bench Encode ./codec -o why`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.cases.register(cmd, "implementations to show side by side, separated by commas", "the scenario, with options as name:key=value",
		"the profile's: the largest world, the middle of other axes")
	for _, l := range []struct {
		look profiler.Look
		flag string
		doc  string
	}{
		{profiler.LookCPU, "cpu", "profile the CPU (default all profiles)"},
		{profiler.LookMemory, "mem", "profile allocations and retained memory"},
		{profiler.LookCache, "cache", "count memory references and cache misses; VALGRIND_OPTS=--LL=8388608,16,64 simulates another cache"},
	} {
		f.looks[l.look] = flags.Bool(l.flag, false, l.doc)
	}
	flags.IntVar(&f.operations, "operations", 0, "number of counted operations (default by size)")
	flags.DurationVar(&f.duration, "duration", profiler.DefaultDuration, "duration of the CPU profile")
	flags.DurationVar(&f.timeout, "timeout", profiler.DefaultTimeout, "a profile that takes longer fails")
	flags.StringVarP(&f.output, "output", "o", "", "`folder` for profiles, counts and findings")
	flags.BoolVar(&f.force, "force", false, "write into the folder even if it has other files, which are kept")
	flags.StringVar(&f.bench, "bench", "", "profile the Go benchmarks that match, as for go test -bench")
	completeValues(cmd, "bench", ".")
	environmentFlag(cmd)
	return cmd
}

func (f *profileFlags) selection(cmd *cobra.Command, args []string) (selection profiler.Selection, err error) {
	if cmd.Flags().Changed("bench") {
		selection, err = f.benchSelection(cmd)
	} else {
		selection, err = f.scenarioSelection(cmd, args)
	}
	if err != nil {
		return selection, err
	}
	selection.Duration, selection.Timeout, selection.Operations = f.duration, f.timeout, f.operations
	return selection, selection.Check()
}

func (f *profileFlags) scenarioSelection(cmd *cobra.Command, args []string) (profiler.Selection, error) {
	if err := exactly(0)(cmd, args); err != nil {
		return profiler.Selection{}, err
	}
	if !cmd.Flags().Changed("impl") || !cmd.Flags().Changed("scenario") {
		return profiler.Selection{}, errors.New("profile: name --impl and --scenario, or Go benchmarks with --bench")
	}
	profile, err := f.cases.load(nil)
	if err != nil {
		return profiler.Selection{}, err
	}
	for _, list := range append([]string{f.cases.entities, f.cases.components}, f.cases.others...) {
		if strings.Contains(list, ",") {
			return profiler.Selection{}, fmt.Errorf("%s: use one number, because profile measures one case", list)
		}
	}
	selection, err := profiler.NewSelection(profile, f.cases.scenario, f.cases.impl)
	selection.Seed = 1
	return selection, err
}

// benchSelection returns the selection for Go benchmarks.
func (f *profileFlags) benchSelection(cmd *cobra.Command) (profiler.Selection, error) {
	if name := given(cmd); name != "" {
		return profiler.Selection{}, fmt.Errorf("--%s is for scenarios and --bench for Go benchmarks: use one of them", name)
	}
	if f.bench == "" {
		return profiler.Selection{}, errors.New("--bench: give a pattern, as for go test -bench")
	}
	return profiler.Selection{Bench: f.bench}, nil
}

// chooseLooks sets the requested looks, or all that are available. missing is the reason for an
// unavailable one. If it is all that is requested, err is.
func (f *profileFlags) chooseLooks(cmd *cobra.Command, selection *profiler.Selection) (missing, err error) {
	selection.Looks = lists.Filter(profiler.Looks, func(l profiler.Look) bool { return *f.looks[l] })
	if len(selection.Looks) == 0 {
		selection.Looks = profiler.Looks
	}
	if !slices.Contains(selection.Looks, profiler.LookCache) {
		return nil, nil
	}
	if _, missing = instructions.FindValgrind(cmd.Context()); missing == nil {
		return nil, nil
	}
	if len(selection.Looks) == 1 {
		return nil, missing
	}
	selection.Looks = lists.Filter(selection.Looks, func(l profiler.Look) bool { return l != profiler.LookCache })
	return missing, nil
}

func (f *profileFlags) run(cmd *cobra.Command, args []string) error {
	selection, err := f.selection(cmd, args)
	if err != nil {
		return err
	}
	missing, err := f.chooseLooks(cmd, &selection)
	if err != nil {
		return err
	}
	if missing != nil {
		fmt.Fprintln(cmd.ErrOrStderr(), "without cache misses:", missing)
	}
	ctx := interruptible(cmd)
	var dir *outdir.Dir
	if f.output != "" {
		if dir, err = outdir.Create(f.output, profiler.Marker, f.force); err != nil {
			return fmt.Errorf("output folder: %w", err)
		}
		defer dir.Discard()
	}
	findings, err := f.look(ctx, selection, orAllPackages(args), func(what string) {
		if !quiet(cmd) {
			fmt.Fprintln(cmd.ErrOrStderr(), what)
		}
	})
	if err != nil {
		return stopped(cmd, err)
	}
	if err := findings.Text(cmd.OutOrStdout()); err != nil {
		return err
	}
	failures := findings.Failures()
	if missing != nil && *f.looks[profiler.LookCache] {
		failures = append(failures, fmt.Sprintf("%s: %v", profiler.LookCache, missing))
	}
	if dir != nil && (findings.Looks() > 0 || len(failures) == 0) {
		if err := findings.Save(dir.Path()); err != nil {
			return err
		}
		if err := dir.Commit(); err != nil {
			return fmt.Errorf("output folder: %w", err)
		}
		if !quiet(cmd) {
			fmt.Fprintln(cmd.ErrOrStderr(), "profiles in", f.output)
		}
	}
	switch n := len(failures); {
	case n > 0 && findings.Looks() == 0:
		return &exitError{ExitCaseFailed, fmt.Errorf("%s failed, and nothing was written; the first: %s", display.Count(n, "look"), failures[0])}
	case n > 0:
		return &exitError{ExitCaseFailed, fmt.Errorf("%s failed, %s succeeded; the first: %s", display.Count(n, "look"), display.Count(findings.Looks(), "other"), failures[0])}
	}
	return nil
}

func (f *profileFlags) look(ctx context.Context, selection profiler.Selection, packages []string, report func(what string)) (*profiler.Findings, error) {
	if selection.Bench != "" {
		return profiler.Benchmarks(ctx, "", selection, packages, report)
	}
	libraries, err := world.Libraries(selection.Impls)
	if err != nil {
		return nil, err
	}
	if libraries {
		return world.Profile(ctx, selection, report)
	}
	worker, err := measure.Self(profileWorkerVerb)
	if err != nil {
		return nil, err
	}
	return profiler.Run(ctx, selection, worker, report)
}
