package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/ab/gobench"
	"github.com/ecsbench/ecsbench/measure/machine"
	"github.com/spf13/cobra"
)

func newDoctorCommand() *cobra.Command {
	var (
		calibrate     bool
		bench, format string
		quiet         bool
		maxRegression = percent(0.02)
		o             = ab.Options{Started: time.Now(), Alpha: 0.01, Visible: 1e9}
	)
	cmd := &cobra.Command{
		Use:   "doctor [--calibrate --bench REGEX [PACKAGE...]]",
		Short: "Tell what spoils measurements on this machine, and what can be seen on it",
		Long: `Tell what spoils measurements on this machine, each with its remedy.

With --calibrate two copies of the same program are measured in turns, as ab
does it, and for each benchmark the smallest change is printed that would be
found here within --budget.`,
		Example: `  ecsbench doctor
  ecsbench doctor --calibrate --bench . --budget 2m ./...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !calibrate && (len(args) > 0 || bench != "") {
				return errors.New("doctor: packages and --bench go with --calibrate")
			}
			if calibrate && bench == "" {
				return errors.New("doctor: name the benchmarks to calibrate with, for example --bench . ./... for all of them")
			}
			if format != "text" && format != "json" {
				return fmt.Errorf("doctor: --format %s: use text or json", format)
			}
			conditions := machine.Read(cmd.Context(), time.Second)
			if format == "json" && !calibrate {
				return encodeJSON(cmd.OutOrStdout(), conditions)
			}
			if format == "text" {
				if err := printConditions(cmd.OutOrStdout(), conditions); err != nil {
					return err
				}
			}
			if !calibrate {
				return nil
			}
			o.MaxRegression, o.Seed = float64(maxRegression), rand.Uint64()
			p := newProgress(cmd.ErrOrStderr(), quiet)
			v, err := calibration(cmd, p, gobench.Config{Base: ".", Head: ".", Pattern: bench, Packages: args}, o)
			if err != nil {
				return interrupted(cmd, err, "")
			}
			if format == "json" {
				return encodeJSON(cmd.OutOrStdout(), map[string]any{"conditions": conditions, "calibration": v})
			}
			fmt.Fprintln(cmd.OutOrStdout())
			return v.Calibration(cmd.OutOrStdout(), o.Budget)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&calibrate, "calibrate", false, "measure two copies of one program against each other")
	f.StringVar(&bench, "bench", "", "calibrate with the Go benchmarks that match, as for go test -bench")
	f.DurationVar(&o.Budget, "budget", 2*time.Minute, "time for the calibration")
	f.Var(&maxRegression, "max-regression", "slow-down that is allowed")
	f.StringVar(&format, "format", "text", "text or json")
	f.BoolVarP(&quiet, "quiet", "q", false, "no progress")
	return cmd
}

// calibration runs an experiment whose files nobody needs afterwards.
func calibration(cmd *cobra.Command, p *progress, c gobench.Config, o ab.Options) (*ab.Verdict, error) {
	p.say("building")
	src, err := gobench.Open(cmd.Context(), c)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	dir, err := os.MkdirTemp("", "ecsbench-doctor-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	o.Progress = p.update
	v, err := ab.Run(cmd.Context(), src, o, filepath.Join(dir, "results"))
	p.done()
	return v, err
}

// printConditions lists what was looked at, what is wrong first.
func printConditions(w io.Writer, conditions []machine.Condition) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range conditions {
		if c.Warning() {
			fmt.Fprintf(t, "warning\t%s\t%s\n\t\t  %s\n", c.Name, c.State, c.Remedy)
		}
	}
	for _, c := range conditions {
		if !c.Warning() {
			fmt.Fprintf(t, "fine\t%s\t%s\n", c.Name, c.State)
		}
	}
	return t.Flush()
}

func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(v)
}
