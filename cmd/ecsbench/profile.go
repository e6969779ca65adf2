package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/profiler"
	"github.com/ecsbench/ecsbench/profiles"
)

// profileFlags are the flags of profile.
type profileFlags struct {
	profile, impl, scenario, entities, components string
	looks                                         map[profiler.Look]*bool
	duration, timeout                             time.Duration
	seed                                          uint64
	quiet                                         bool
	geometry, cacheBy                             string
	operations                                    int
}

func newProfileCommand() *cobra.Command {
	f := profileFlags{looks: make(map[profiler.Look]*bool)}
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "Find out why implementations are as slow as they are: time, memory, garbage, caches",
		Example: `  ecsbench profile --impl hashmap,dense --scenario physics
  ecsbench profile --impl hashmap,dense --scenario physics --entities 1e4 --cache -o why`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.impl, "impl", "", "implementations to show side by side, separated by commas")
	flags.StringVar(&f.scenario, "scenario", "", "the scenario, with options as name:key=value")
	flags.StringVar(&f.profile, "profile", "A", "scale: A, AA, AAA or the path of a profile file")
	flags.StringVar(&f.entities, "entities", "", "number of entities, such as 1e4 (default the profile's largest)")
	flags.StringVar(&f.components, "components", "", "components per entity, 1 to 3 (default 2)")
	for _, l := range []struct {
		look profiler.Look
		flag string
		doc  string
	}{
		{profiler.LookCPU, "cpu", "look where the time goes (default is to take all looks)"},
		{profiler.LookMemory, "mem", "look at what is allocated where, and what is kept"},
		{profiler.LookGC, "gc", "look at the garbage collector's work and pauses"},
		{profiler.LookCache, "cache", "count references to memory and cache misses"},
	} {
		f.looks[l.look] = flags.Bool(l.flag, false, l.doc)
	}
	flags.StringVar(&f.geometry, "cache-geometry", "", "caches to simulate, such as D1=32768,8,64,LL=8388608,16,64 (default this machine's)")
	flags.StringVar(&f.cacheBy, "cache-by", "auto", "how to count: cachegrind, hardware, or auto for what is there")
	flags.IntVar(&f.operations, "operations", 0, "operations to count references of (default by size)")
	flags.DurationVar(&f.duration, "duration", profiler.DefaultDuration, "how long to profile the CPU")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random choices of the set-up")
	flags.DurationVar(&f.timeout, "timeout", profiler.DefaultTimeout, "a look that takes longer has failed")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	for _, name := range []string{"impl", "scenario"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // a flag that does not exist is a slip in this package
		}
	}
	return cmd
}

func (f *profileFlags) plan() (profiler.Plan, error) {
	profile, err := profiles.Load(f.profile)
	if err != nil {
		return profiler.Plan{}, err
	}
	for _, number := range []struct {
		flag, text string
		into       *[]int
	}{
		{"entities", f.entities, &profile.Entities},
		{"components", f.components, &profile.Components},
	} {
		if number.text == "" {
			continue
		}
		if *number.into, err = parseCounts(number.flag, number.text); err != nil {
			return profiler.Plan{}, err
		}
		if len(*number.into) > 1 {
			return profiler.Plan{}, fmt.Errorf("--%s %s: want one number, since profile looks at one case", number.flag, number.text)
		}
	}
	if err := profile.Check(); err != nil {
		return profiler.Plan{}, err
	}
	plan, err := profiler.NewPlan(profile, f.scenario, f.impl)
	if err != nil {
		return profiler.Plan{}, err
	}
	plan.Seed, plan.Duration, plan.Timeout = f.seed, f.duration, f.timeout
	plan.Operations = f.operations
	if plan.Geometry, err = profiler.ParseGeometry(f.geometry); err != nil {
		return profiler.Plan{}, fmt.Errorf("--cache-geometry: %w", err)
	}
	plan.CacheBy = profiler.ByCachegrind
	plan.Looks = nil
	for _, l := range profiler.Looks {
		if f.looks[l] != nil && *f.looks[l] {
			plan.Looks = append(plan.Looks, l)
		}
	}
	return plan, nil
}

func (f *profileFlags) run(cmd *cobra.Command) error {
	plan, err := f.plan()
	if err != nil {
		return err
	}
	worker, err := measure.Self(profileWorkerVerb)
	if err != nil {
		return err
	}
	findings, err := profiler.Run(cmd.Context(), plan, worker, func(what string) {
		if !f.quiet {
			fmt.Fprintln(cmd.ErrOrStderr(), what)
		}
	})
	if err != nil {
		return err
	}
	return findings.Text(cmd.OutOrStdout())
}

const profileWorkerVerb = "profile-worker"

// newProfileWorkerCommand is how the program starts itself for each look.
func newProfileWorkerCommand() *cobra.Command {
	return &cobra.Command{
		Use:    profileWorkerVerb,
		Short:  "Take one look (started by profile)",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return profiler.Serve(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
