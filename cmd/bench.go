package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A benchRequest selects the benchmarks.
type benchRequest struct {
	Revision string   `json:"revision"`
	Pattern  string   `json:"pattern"`
	Packages []string `json:"packages"`
}

func newBenchCommand() *cobra.Command {
	request := benchRequest{Revision: "HEAD", Pattern: "."}
	resume := ""
	b := &ab.Bench{Precision: 0.01}
	cmd := &cobra.Command{
		Use:   "bench [REVISION] [--bench REGEX] [PACKAGE...]",
		Short: "Measure the Go benchmarks of one revision into a file for gate",
		Long: `Measure the Go benchmarks of one revision into a file for gate.

REVISION is a revision of the Git repository of the current folder (default HEAD);
"." is the working tree. Packages are named as for go test (default ./...).

A case is measured in fresh processes until its median has --precision. Instructions are
counted too if valgrind is installed. "ecsbench gate OLD NEW" skips cases whose code and
data are the same in both files. If benchmarks fail, the others are measured.

Exit codes: 0 all benchmarks are measured, 2 wrong usage, 3 the budget had no time for some
of them, 4 a benchmark failed.`,
		Example: `  ecsbench bench -o ../head.txt
  ecsbench bench main ./codec --bench Encode --budget 10m -o ../main.txt
  ecsbench bench --resume ../main.txt
  ecsbench gate ../main.txt ../head.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if resume != "" {
				if err := exactly(0)(cmd, args); err != nil {
					return err
				}
				if err := notWithResume(cmd, resume, "budget", "build-timeout", "quiet"); err != nil {
					return err
				}
				budget, limit := b.Budget, b.BuildTimeout
				var err error
				if b, err = ab.ContinueBench(resume, &request); err != nil {
					return err
				}
				b.Budget, b.BuildTimeout = budget, limit
			} else if request.Revision, request.Packages = splitRevision(args); b.Rounds < 0 {
				return fmt.Errorf("bench: --rounds %d: use a positive number", b.Rounds)
			}
			if b.Rounds == 0 && b.Budget <= 0 {
				return fmt.Errorf("bench: --budget %v: use a positive duration such as 5m", b.Budget)
			}
			if !(b.Precision > 0 && b.Precision < 1) {
				return fmt.Errorf("bench: --precision %v: use a share such as 1%%", b.Precision)
			}
			if resume == "" {
				if err := outdir.CheckFile(b.Path, b.Force); err != nil { // before building
					return fmt.Errorf("bench: %w; --resume continues an interrupted one", err)
				}
			}
			ctx := interruptible(cmd)
			if err := world.CheckRevisions(ctx, request.Revision); err != nil && ctx.Err() == nil {
				return stopped(cmd, err)
			}
			progress := newProgress(cmd)
			b.Started, b.Request = time.Now(), request
			b.Environment, b.Progress = host.Environment(), progress.update
			b.MaxRegression, b.Alpha, b.MaxMDE = 0.02, 0.01, 0.10
			err := b.Run(ctx, progress.building(request.Revision, func(ctx context.Context, building ab.Progress) (ab.Source, error) {
				return gobench.Open(ctx, gobench.Config{Head: request.Revision, Pattern: request.Pattern, Packages: request.Packages, Progress: building})
			}))
			progress.done()
			if _, late := errors.AsType[*engine.BuildTimeoutError](err); late {
				return &exitError{ExitInconclusive, err}
			}
			if err != nil {
				return stopped(cmd, err)
			}
			if b.Path != results.Stdout {
				fmt.Fprintln(cmd.OutOrStdout(), b.Path)
			}
			return concluded(cmd, failedBenchmarks(b.Failed), incomplete(b.Unmeasured, b.Cases, b.Short, b.Enough()))
		},
	}
	f := cmd.Flags()
	f.StringVar(&request.Pattern, "bench", request.Pattern, "measure the Go benchmarks that match, as for go test -bench")
	completeValues(cmd, "bench", ".")
	environmentFlag(cmd)
	f.StringVarP(&b.Path, "output", "o", "bench.txt", "result file; of the working tree, one outside of the module")
	f.BoolVar(&b.Force, "force", false, "overwrite the result file")
	f.StringVar(&resume, "resume", "", "continue this interrupted result `file`")
	f.DurationVar(&b.Budget, "budget", 5*time.Minute, "time for measuring")
	buildTimeoutFlag(cmd, &b.BuildTimeout)
	f.IntVar(&b.Rounds, "rounds", 0, "run exactly this number of rounds instead of measuring until --precision")
	f.Var((*percent)(&b.Precision), "precision", "half-width of the interval of the median at which a case is done")
	f.Uint64Var(&b.Seed, "seed", 0, "seed of the random order (default random, recorded in the results)")
	return cmd
}

// failedBenchmarks returns the error of benchmarks that failed, nil if there are none.
func failedBenchmarks(failed []results.Exception) error {
	if len(failed) == 0 {
		return nil
	}
	names := lists.Map(failed, func(f results.Exception) string { return f.Case })
	first, command := failed[0], ""
	if test := verdict.GoTest(first.Package, first.Case); test != "" {
		command = "; run it alone with: " + test
	}
	return &exitError{ExitCaseFailed, fmt.Errorf("%s failed: %s; reason of the first: %s%s",
		display.Count(len(failed), "case"), display.List(names), first.Reason, command)}
}

// splitRevision splits off the revision (default HEAD) from the packages (default ./...).
func splitRevision(args []string) (revision string, packages []string) {
	revision = "HEAD"
	if len(args) > 0 && !isPackage(args[0]) {
		revision, args = args[0], args[1:]
	}
	return revision, orAllPackages(args)
}

// orAllPackages returns the packages (default ./...).
func orAllPackages(packages []string) []string {
	if len(packages) == 0 {
		return []string{"./..."}
	}
	return packages
}

// isPackage reports whether an argument is a package rather than a revision.
func isPackage(arg string) bool {
	return arg != "." && (len(arg) > 1 && arg[:2] == "./" || len(arg) > 2 && arg[:3] == "../" || arg == "...")
}
