package cmd

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A quick run has the scenarios of the C++ original, on the designs and references.
const (
	quickScenarios = "create,iterate,create-remove,physics"
	quickBudget    = 15 * time.Second
	quickPrecision = 0.05
	quickMinTime   = measure.DefaultMinTime / 5
)

// plan returns the plan of the flags. Without --full and named axes it measures each scenario
// in one world. A budget that is not given is a wish: each case gets an interval before the run ends.
func (f *runFlags) plan(cmd *cobra.Command) (measure.Plan, error) {
	given := cmd.Flags().Changed
	if f.quick && f.full {
		return measure.Plan{}, fmt.Errorf("--quick measures little and --full everything: use one of them")
	}
	if given("rounds") && f.rounds == 0 {
		return measure.Plan{}, fmt.Errorf("--rounds 0: use at least one round")
	}
	narrow := scenarios.One
	switch {
	case f.full:
		narrow = func(p profiles.Profile) profiles.Profile { return p }
	case f.cases.scenario != "" && !f.quick:
		narrow = scenarios.OneWorld
	}
	profile, err := f.cases.load(narrow)
	if err != nil {
		return measure.Plan{}, err
	}
	chosen, implList := f.cases.scenario, f.cases.impl
	if f.quick && chosen == "" {
		chosen = quickScenarios
	}
	if f.quick && implList == "" {
		implList = registry.DesignsAndReferences()
	}
	if f.full && !strings.Contains(chosen, scenarios.ModeOption+"=") {
		list, err := scenarios.FindList(chosen)
		if err != nil {
			return measure.Plan{}, err
		}
		chosen = strings.Join(scenarios.InAllModes(list), ",")
	}
	programs, implList, err := measure.FindPrograms(implList)
	if err != nil {
		return measure.Plan{}, err
	}
	plan, err := measure.NewPlan(profile, chosen, implList)
	if err != nil {
		return measure.Plan{}, err
	}
	plan.Programs = programs
	for _, idle := range f.cases.idle(plan.Scenarios) {
		complain(cmd.ErrOrStderr(), "warning: ", idle)
	}
	if f.quick {
		plan.MinTime = quickMinTime
		if !given("budget") {
			f.budget = quickBudget
		}
		if !given("precision") {
			f.precision = quickPrecision
		}
	}
	if f.quick || !given("budget") {
		plan.AtLeast = statistics.MedianMinSamples
	}
	plan.Precision, plan.Budget, plan.Rounds, plan.Timeout, plan.Seed = f.precision, f.budget, f.rounds, f.timeout, f.seed
	plan.Command = commandOf(cmd)
	return plan, plan.Check()
}

// commandOf returns the command line without output flags.
func commandOf(cmd *cobra.Command) string {
	line := []string{"ecsbench", "run"}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		switch flag.Name {
		case "output", "force", "continue", "format", "quiet":
			return
		case "profile":
			values[0] = filepath.Base(values[0])
		}
		if flag.Value.Type() == "bool" {
			line = append(line, "--"+flag.Name)
			return
		}
		if several, ok := flag.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		for _, value := range values {
			line = append(line, "--"+flag.Name, value)
		}
	})
	return display.Shell(line...)
}

// describe prints the plan.
func describe(s *measure.Recording, w io.Writer) error {
	cases, err := s.Plan.Cases()
	if err != nil {
		return err
	}
	if p := s.Plan.Part; p != nil {
		fmt.Fprintf(w, "shard %d of %d: %d of %s\n", p.Index, p.Count, len(p.Groups), display.Count(p.Of, "comparison"))
	}
	fmt.Fprintf(w, "%s, profile %s (%s, %s), seed %d\n", display.Count(len(cases), "case"), s.Plan.Profile.Name,
		display.Count(s.Plan.Profile.ComponentTypes, "component type"), display.Count(s.Plan.Profile.Systems, "system"), s.Plan.Seed)
	_, err = fmt.Fprintf(w, "expected duration: %s\n\n", expected(s))
	for _, c := range cases {
		fmt.Fprintln(w, c.Name)
	}
	return err
}

// expected is the estimated duration of a session, such as "50s to 10m0s".
func expected(s *measure.Recording) string {
	least, most := s.Duration()
	least, most = least.Round(time.Second), most.Round(time.Second)
	if least != most {
		return fmt.Sprintf("%v to %v", least, most)
	}
	if p := s.Plan; p.Rounds == 0 && p.Budget > 0 && most == p.Budget.Round(time.Second) {
		return fmt.Sprintf("%v, which is the budget", most)
	}
	return most.String()
}
