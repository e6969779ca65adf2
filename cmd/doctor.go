package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/results"
)

type doctorFlags struct {
	sourceFlags
	calibrate, layout bool
	format            string
	options           ab.Options
}

func newDoctorCommand() *cobra.Command {
	// No case is underpowered: calibration prints the MDE.
	f := doctorFlags{format: "text", options: ab.Options{Started: time.Now(), MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 1e9, Calibrate: true}}
	cmd := &cobra.Command{
		Use:   "doctor [--calibrate|--layout [--bench REGEX [PACKAGE...]]]",
		Short: "Check this machine for noise, and measure its detectable slowdown",
		Long: `Check conditions that spoil measurements on this machine, each with a fix.

With --calibrate a program is measured against a copy of itself, as in ab, and the
minimum detectable effect within --budget is printed for each scenario, or with --bench
for each Go benchmark of the working tree.

With --layout the working tree is linked in six orders of its functions. The result is how
much the places of functions alone move each Go benchmark, the worst first.`,
		Example: `  ecsbench doctor
  ecsbench doctor --calibrate --impl dense,paged
  ecsbench doctor --calibrate --bench . --budget 2m ./...
  ecsbench doctor --layout --bench . ./...`,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.calibrate, "calibrate", false, "measure a program against a copy of itself")
	flags.BoolVar(&f.layout, "layout", false, "measure how much the places of functions move Go benchmarks")
	f.sourceFlags.register(cmd)
	flags.DurationVar(&f.options.Budget, "budget", 5*time.Minute, "time for measuring")
	flags.IntVar(&f.options.Rounds, "rounds", 0, "run exactly this number of rounds instead of using up the budget")
	flags.Var((*percent)(&f.options.MaxRegression), "max-regression", "allowed slowdown")
	choiceFlag(cmd, &f.format, "format", "text or json", "text", "json")
	return cmd
}

// check rejects flags that need --calibrate or --layout.
func (f *doctorFlags) check(cmd *cobra.Command, packages []string) error {
	switch name := given(cmd, "max-regression"); {
	case f.calibrate && f.layout:
		return errors.New("doctor: --calibrate and --layout cannot be used together: run one after the other")
	case f.layout && name != "":
		return fmt.Errorf("doctor: --%s cannot be used with --layout, which measures Go benchmarks: select them with --bench", name)
	case f.calibrate && cmd.Flags().Changed("bench") && given(cmd) != "":
		return fmt.Errorf("doctor: --%s chooses among ecsbench's scenarios and --bench among Go benchmarks: use one of them", given(cmd))
	case f.calibrate:
		return inThisProgram(f.cases.impl, func(string) string { return "--calibrate measures this program: name designs, such as dense" })
	case f.layout:
		return nil
	}
	if name := given(cmd, "bench", "budget", "rounds", "max-regression"); name != "" {
		return fmt.Errorf("doctor: --%s needs --calibrate or --layout", name)
	}
	if len(packages) > 0 {
		return errors.New("doctor: packages need --calibrate --bench or --layout")
	}
	return nil
}

// glance is how long doctor observes the machine; tests shorten it.
var glance = time.Second

// run checks the machine and calibrates on request.
func (f *doctorFlags) run(cmd *cobra.Command, packages []string) error {
	if err := f.check(cmd, packages); err != nil {
		return err
	}
	if f.layout {
		return f.measureLayout(cmd, packages)
	}
	out := cmd.OutOrStdout()
	conditions := append(host.ReadMachine(cmd.Context(), glance), countability(cmd.Context()))
	if f.format == "text" {
		if err := printConditions(out, conditions); err != nil {
			return err
		}
	}
	if !f.calibrate {
		if f.format == "json" {
			return display.WriteJSON(out, levelled(conditions))
		}
		return nil
	}
	interruptible(cmd)
	v, err := f.calibration(cmd, packages)
	if err != nil {
		return stopped(cmd, err)
	}
	if f.format == "json" {
		err = display.WriteJSON(out, map[string]any{"conditions": levelled(conditions), "calibration": v})
	} else {
		fmt.Fprintln(out)
		err = ab.Calibration(v, out, f.options.Budget)
	}
	if err == nil && len(v.Comparisons) == 0 {
		return &exitError{Code: ExitInconclusive}
	}
	return err
}

// measureLayout measures the working tree in several orders of functions.
func (f *doctorFlags) measureLayout(cmd *cobra.Command, packages []string) error {
	ctx := interruptible(cmd)
	if f.bench == "" {
		f.bench = "."
	}
	if len(packages) == 0 {
		packages = orAllPackages(host.WorkspacePatterns("."))
	}
	p := newProgress(cmd)
	f.options.Progress = p.update
	src, err := p.building("the working tree", func(ctx context.Context, building ab.Progress) (ab.Source, error) {
		return gobench.OpenLayouts(ctx, gobench.Config{Head: ".", Pattern: f.bench, Packages: packages, Progress: building})
	})(ctx)
	if err != nil {
		return stopped(cmd, interruptedBy(ctx, err))
	}
	defer src.Close()
	layouts := src.(ab.Layouter)
	list, late, failed, err := ab.Layouts(ctx, layouts, f.options)
	p.done()
	if err != nil {
		return stopped(cmd, interruptedBy(ctx, err))
	}
	if f.format == "json" {
		err = display.WriteJSON(cmd.OutOrStdout(), map[string]any{"benchmarks": list, "late": late, "failed": failed})
	} else {
		err = ab.WriteLayouts(cmd.OutOrStdout(), list, late, failed, layouts.Layouts())
	}
	switch {
	case err != nil:
	case len(failed) > 0:
		err = &exitError{Code: ExitCaseFailed}
	case len(list) == 0 || len(late) > 0:
		err = &exitError{Code: ExitInconclusive}
	}
	return err
}

// interruptedBy returns the error of an interruption instead of others that it caused.
func interruptedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &results.InterruptedError{}
	}
	return err
}

// countability checks that valgrind can count the instructions of Go programs here.
func countability(ctx context.Context) results.Condition {
	v, err := instructions.FindValgrind(ctx)
	if err != nil {
		return results.Condition{Name: "counting", State: "instructions cannot be counted: regressions have no exact cause", Remedy: err.Error()}
	}
	return results.Condition{Name: "counting", State: "valgrind " + v.Version + " counts the instructions of Go programs"}
}

// calibration measures this program, or the working tree, against itself.
func (f *doctorFlags) calibration(cmd *cobra.Command, packages []string) (*verdict.Verdict, error) {
	side := "."
	if !cmd.Flags().Changed("bench") {
		program, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program to measure it: %w", err)
		}
		side = program
	}
	p := newProgress(cmd)
	f.options.Progress = p.update
	session, err := ab.Begin(f.options, "", nil)
	if err != nil {
		return nil, err
	}
	v, err := session.Run(cmd.Context(), p.building("the working tree", func(ctx context.Context, building ab.Progress) (ab.Source, error) {
		return f.open(ctx, cmd, side, side, [2]child.Variant{}, packages, session.Options, building)
	}))
	p.done()
	return v, err
}

// printConditions lists conditions, warnings first.
func printConditions(w io.Writer, conditions []results.Condition) error {
	return writeColumns(w, func(t io.Writer) error {
		for _, c := range levelled(conditions) {
			fmt.Fprintf(t, "%s\t%s\t%s\n", c.Level, c.Name, c.State)
			if c.Warning() {
				fmt.Fprintf(t, "\t\t  %s\n", c.Remedy)
			}
		}
		return nil
	})
}

type levelledCondition struct {
	Level string `json:"level"` // "warning" or "fine"
	results.Condition
}

// levelled puts the warnings first.
func levelled(conditions []results.Condition) (list []levelledCondition) {
	list = lists.Map(conditions, func(c results.Condition) levelledCondition {
		if c.Warning() {
			return levelledCondition{"warning", c}
		}
		return levelledCondition{"fine", c}
	})
	slices.SortStableFunc(list, func(a, b levelledCondition) int { return strings.Compare(b.Level, a.Level) })
	return list
}
