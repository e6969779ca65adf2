package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// sourceFlags choose the subject of ab and doctor: Go benchmarks or scenarios.
type sourceFlags struct {
	bench string
	world string
	cases caseFlags // excluded by bench
}

func (f *sourceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.bench, "bench", "", "Go benchmarks that match, as in go test -bench")
	completeValues(cmd, "bench", ".")
	environmentFlag(cmd)
	f.cases.register(cmd, "implementations, separated by commas (default all)",
		"scenarios, separated by commas, or all (default without those on request)", "the profile's smallest")
}

// assume selects all Go benchmarks if nothing else is selected and either packages are named or
// this folder is not in the module of ecsbench. taken describes the selection.
func (f *sourceFlags) assume(cmd *cobra.Command, args []string) (_ []string, taken string) {
	if given(cmd, "bench", "world") != "" {
		return args, ""
	}
	for _, side := range args[:2] {
		if info, err := os.Stat(side); err == nil && info.Mode().IsRegular() {
			return args, ""
		}
	}
	if len(args) == 2 {
		if patterns := host.WorkspacePatterns("."); len(patterns) > 0 {
			args = append(args, patterns...)
		} else if module := host.CurrentModule(); strings.HasPrefix(module+"/", host.ModulePath+"/") {
			return args, ""
		} else {
			args = append(args, "./...")
		}
	}
	if cmd.Flags().Set("bench", ".") != nil { // accepts any text
		return args, ""
	}
	return args, "measuring all Go benchmarks: --bench . " + strings.Join(args[2:], " ")
}

// open builds the selected source, each side with its variant.
func (f *sourceFlags) open(ctx context.Context, cmd *cobra.Command, base, head string, variants [2]child.Variant, packages []string, o ab.Options, building ab.Progress) (ab.Source, error) {
	if f.world != "" {
		if name := given(cmd, "bench"); name != "" {
			return nil, fmt.Errorf("--%s cannot be used with --world: the file selects what is measured", name)
		}
		if len(packages) > 0 {
			return nil, errors.New("packages cannot be used with --world")
		}
		w, err := world.Load(f.world)
		if err != nil {
			return nil, err
		}
		return world.OpenVersions(ctx, base, head, variants, w, building)
	}
	if cmd.Flags().Changed("bench") {
		if name := given(cmd); name != "" {
			return nil, fmt.Errorf("--%s chooses among ecsbench's scenarios and --bench among Go benchmarks: use one of them", name)
		}
		return gobench.Open(ctx, gobench.Config{Base: base, Head: head, Variants: variants, Pattern: f.bench, Packages: packages, Equal: o.Calibrate, Progress: building})
	}
	if len(packages) > 0 {
		return nil, errors.New("packages need --bench, for example --bench . ./... for all Go benchmarks")
	}
	// By default the smallest size: every case takes its share of the budget, and larger worlds
	// take longer to build than to measure.
	profile, err := f.cases.load(func(p profiles.Profile) profiles.Profile {
		for _, a := range scenarios.Axes() {
			p = p.With(a.Name, []int{slices.Min(a.In(p))})
		}
		return p
	})
	if err != nil {
		return nil, err
	}
	plan, err := measure.NewPlan(profile, f.cases.scenario, f.cases.impl)
	if err != nil {
		return nil, err
	}
	plan.Seed = o.Seed
	return world.OpenScenarios(ctx, world.ScenarioConfig{Base: base, Head: head, Variants: variants, Plan: plan, Worker: trialWorkerVerb, Profiler: profileWorkerVerb, Equal: o.Calibrate, Progress: building})
}

// building returns the function that opens a source. It reports what is built, and the time.
func (p *progress) building(what string, open func(context.Context, ab.Progress) (ab.Source, error)) ab.Open {
	return ab.Reported(what, p.line, p.update, open)
}
