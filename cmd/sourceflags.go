package cmd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/ab/gobench"
	"github.com/ecsbench/ecsbench/compare/ab/scenariobench"
	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// sourceFlags choose what ab and doctor measure: Go benchmarks or scenarios.
type sourceFlags struct {
	bench                   string
	profile, impl, scenario string
	axes                    axisFlags
}

// scenarioFlags are the flags that make no sense with --bench.
var scenarioFlags = append(axisFlagNames, "profile", "impl", "scenario")

func (f *sourceFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.bench, "bench", "", "measure the Go benchmarks that match, as for go test -bench")
	flags.StringVar(&f.profile, "profile", "A", "scale of scenarios: A, AA, AAA, peer or the path of a profile file")
	flags.StringVar(&f.impl, "impl", "", "implementations, separated by commas (default all)")
	flags.StringVar(&f.scenario, "scenario", "", "scenarios, separated by commas, or all (default those that decide between designs)")
	f.axes.register(cmd, "the profile's smallest")
	completeFlag(cmd, "bench", completeBenchmarks)
	completeFlag(cmd, "profile", completeProfiles)
	completeFlag(cmd, "impl", completeImpls)
	completeFlag(cmd, "scenario", completeScenarios)
}

// assume has Go benchmarks measured where nobody said what and there is nothing
// else: packages are named, or the current module is not ecsbench's own. It tells
// what it took.
func (f *sourceFlags) assume(cmd *cobra.Command, args []string) (_ []string, taken string) {
	for _, name := range append([]string{"bench"}, scenarioFlags...) {
		if cmd.Flags().Changed(name) {
			return args, ""
		}
	}
	for _, side := range args[:2] {
		info, err := os.Stat(side)
		if library, wrong := scenariobench.ParseLibrary(side); library != nil || wrong != nil || err == nil && info.Mode().IsRegular() {
			return args, ""
		}
	}
	if len(args) == 2 {
		if module := measure.CurrentModule(); module == "" || strings.HasPrefix(module+"/", measure.ModulePath+"/") {
			return args, ""
		}
		args = append(args, "./...")
	}
	if cmd.Flags().Set("bench", ".") != nil { // which any text is for
		return args, ""
	}
	return args, "measuring all Go benchmarks: --bench . " + strings.Join(args[2:], " ")
}

// open builds what is to be measured.
func (f *sourceFlags) open(cmd *cobra.Command, base, head string, packages []string, seed uint64) (ab.Source, error) {
	if cmd.Flags().Changed("bench") {
		for _, name := range scenarioFlags {
			if cmd.Flags().Changed(name) {
				return nil, fmt.Errorf("--%s chooses among ecsbench's scenarios and --bench among Go benchmarks: use one of them", name)
			}
		}
		src, err := gobench.Open(cmd.Context(), gobench.Config{Base: base, Head: head, Pattern: f.bench, Packages: packages})
		if err != nil {
			return nil, err // not src: a nil pointer in an interface is not nil
		}
		return src, nil
	}
	if len(packages) > 0 {
		return nil, errors.New("packages go with --bench, for example --bench . ./... for all Go benchmarks")
	}
	if library, err := scenariobench.ParseLibrary(base); err != nil {
		return nil, err
	} else if library != nil && f.impl == "" {
		f.impl = library.Impl // nothing else can differ
	}
	plan, err := f.plan()
	if err != nil {
		return nil, err
	}
	plan.Seed = seed
	src, err := scenariobench.Open(cmd.Context(), scenariobench.Config{Base: base, Head: head, Plan: plan, Worker: trialWorkerVerb})
	if err != nil {
		return nil, err
	}
	return src, nil
}

// plan chooses scenarios: the smallest size unless others are asked for, since
// every case takes its share of the budget, and larger worlds take longer to
// build than to measure.
func (f *sourceFlags) plan() (measure.Plan, error) {
	profile, err := profiles.Load(f.profile)
	if err != nil {
		return measure.Plan{}, err
	}
	for _, a := range scenarios.Axes() {
		profile = profile.With(a.Name, []int{slices.Min(a.In(profile))})
	}
	if err := f.axes.apply(&profile); err != nil {
		return measure.Plan{}, err
	}
	return measure.NewPlan(profile, f.scenario, f.impl)
}
