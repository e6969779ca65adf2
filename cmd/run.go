package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

type runFlags struct {
	cases                         caseFlags
	precision                     float64
	budget, timeout               time.Duration
	rounds                        int
	quick, full                   bool
	dryRun, force                 bool
	seed                          uint64
	output, resume, format, shard string
	emit                          string
	again, verify                 bool
}

func newRunCommand() *cobra.Command {
	f := runFlags{precision: measure.DefaultPrecision, format: "table"}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run benchmarks and print a ranking",
		Example: `  ecsbench run --quick
  ecsbench run --profile AAA --impl dense,hashmap --scenario iterate
  ecsbench run --impl dense,dense:dispatch=shared --scenario iterate:decoys=10
  ecsbench run --verify --impl dense,paged:block=1`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.cases.register(cmd, "implementations, separated by commas, with options as name:key=value, or programs and folders of libraries as name=path (default all)",
		"scenarios, likewise, or all (default without those on request)", "the profile's")
	flags.Var((*percent)(&f.precision), "precision", "width of the 95% interval of a median at which its case is done")
	flags.DurationVar(&f.budget, "budget", 10*time.Minute, "time limit, 0 for none; the default waits for intervals")
	flags.IntVar(&f.rounds, "rounds", 0, "measure exactly this number of rounds, ignoring precision and budget")
	flags.BoolVar(&f.quick, "quick", false, "a first look: few cases, one screen")
	flags.BoolVar(&f.full, "full", false, "all sizes, components, ages and modes")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the worlds and of the order of measuring; results with different seeds measure different worlds")
	flags.DurationVar(&f.timeout, "timeout", measure.DefaultTimeout, "a sample that takes longer fails")
	flags.StringVar(&f.shard, "shard", "", "measure shard `i/n` of the plan, from 1/n to n/n; auto reads the variables of Kubernetes or Slurm (the default if "+measure.ShardsVariable+" is set)")
	completeValues(cmd, "shard", "auto")
	flags.StringVarP(&f.output, "output", "o", "", "result file, or - for standard output (default results/PROFILE-TIME.txt)")
	flags.BoolVar(&f.force, "force", false, "overwrite the result file if it exists")
	flags.StringVar(&f.resume, "resume", "", "continue the run that wrote this result file")
	flags.BoolVar(&f.again, "continue", false, "continue the result file if it exists and has this plan; for jobs that are restarted")
	choiceFlag(cmd, &f.format, "format", "table, markdown, csv or json", "table", "markdown", "csv", "json")
	flags.BoolVar(&f.verify, "verify", false, "compare the work with a model, measure nothing")
	emitFlag(cmd, &f.emit)
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the plan and its expected duration")
	return cmd
}

// run plans, measures and prints.
func (f *runFlags) run(cmd *cobra.Command) error {
	if f.verify {
		return f.verifyWork(cmd)
	}
	if f.emit != "" {
		return f.writePrograms(cmd)
	}
	session, err := f.session(cmd)
	if err != nil {
		return err
	}
	for _, damaged := range session.Damaged {
		complain(cmd.ErrOrStderr(), "warning: ", damaged)
	}
	if f.dryRun {
		return describe(session, cmd.OutOrStdout())
	}
	if !quiet(cmd) {
		session.Begun = func() { f.announce(cmd.ErrOrStderr(), session) }
	}
	return f.measure(cmd, session)
}

// verifyWork checks implementations instead of measuring them.
func (f *runFlags) verifyWork(cmd *cobra.Command) error {
	var other error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains([]string{"verify", "impl", "quiet"}, flag.Name) {
			other = fmt.Errorf("--%s cannot be used with --verify, which measures nothing: leave it out", flag.Name)
		}
	})
	if other != nil {
		return other
	}
	if err := inThisProgram(f.cases.impl, func(library string) string {
		return "each sample of ecsbench run --impl " + library + " is verified"
	}); err != nil {
		return err
	}
	chosen, err := registry.FindList(f.cases.impl)
	if err != nil {
		return err
	}
	return verify(cmd.OutOrStdout(), chosen)
}

// writePrograms writes a program for each library and scenario, of one world.
func (f *runFlags) writePrograms(cmd *cobra.Command) error {
	plan, err := f.plan(cmd)
	if err != nil {
		return err
	}
	cases, err := plan.Cases()
	if err != nil {
		return err
	}
	return printPrograms(cmd, func(say func(error)) ([]string, error) {
		return world.Emit(cases, plan.Programs, f.emit, say)
	})
}

func emitFlag(cmd *cobra.Command, folder *string) {
	cmd.Flags().StringVar(folder, "emit", "", "write the programs of libraries to this `folder`, measure nothing")
}

// printPrograms prints the folders of written programs, and how to run them.
func printPrograms(cmd *cobra.Command, write func(say func(error)) (folders []string, err error)) error {
	folders, err := write(func(err error) { complain(cmd.ErrOrStderr(), "", err) })
	for _, folder := range folders {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: go run . < world.json\n", folder)
	}
	return err
}

// session plans a run or resumes one.
func (f *runFlags) session(cmd *cobra.Command) (*measure.Recording, error) {
	flags := cmd.Flags()
	if flags.Changed("resume") {
		if err := notWithResume(cmd, f.resume, "budget", "timeout", "format", "quiet", "dry-run"); err != nil {
			return nil, err
		}
		return measure.Continue(f.resume, func(plan *measure.Plan) {
			if flags.Changed("budget") {
				plan.Budget = f.budget
			}
			if flags.Changed("timeout") {
				plan.Timeout = f.timeout
			}
		})
	}
	plan, err := f.plan(cmd)
	if err != nil {
		return nil, err
	}
	if f.shard == "" && os.Getenv(measure.ShardsVariable) != "" {
		f.shard = "auto"
	}
	if f.shard != "" {
		shard, err := measure.ParseShard(f.shard, os.Getenv)
		if err == nil {
			plan, err = plan.Slice(shard)
		}
		if err != nil {
			return nil, fmt.Errorf("--%w", err)
		}
	}
	path := f.output
	if f.again {
		if path == "" || path == results.Stdout || f.force {
			return nil, fmt.Errorf("--continue needs a file named with -o, and excludes --force")
		}
		return measure.BeginOrContinue(plan, path)
	}
	if path == "" {
		name := plan.Profile.Name
		if p := plan.Part; p != nil {
			name = fmt.Sprintf("%s-shard%dof%d", name, p.Index, p.Count)
		}
		path = filepath.Join("results", name+"-"+time.Now().Format("20060102-150405.000")+".txt")
	}
	return measure.Begin(plan, path, f.force), nil
}

// announce states what is measured and how long it takes.
func (f *runFlags) announce(w io.Writer, s *measure.Recording) {
	cases, err := s.Plan.Cases()
	if err != nil {
		return // Run returns it
	}
	more := ""
	if !f.full && !f.quick && !f.cases.named() && f.resume == "" {
		more = "; one size and number of components, --full measures all"
	}
	fmt.Fprintf(w, "measuring %s, expected duration: %s%s\n", display.Count(len(cases), "case"), expected(s), more)
}

// print writes the results in the requested format. Warnings about the machine are part of the
// overview, and go to standard error otherwise.
func (f *runFlags) print(w, stderr io.Writer, quiet bool, file *results.File, s *measure.Recording, warnings []string) error {
	r, precision := report.Build([]*results.File{file}, measure.Catalogue()), s.Plan.Precision
	if f.format == "table" {
		o := report.Overview{Report: r, Precision: precision, Warnings: warnings, All: display.Shell("ecsbench", "report", file.Path, "--format", "table")}
		o.Next = f.next(file.Path)
		return o.Write(w, terminalOf(w))
	}
	if !quiet {
		for _, warning := range warnings {
			fmt.Fprintln(stderr, "warning: "+warning)
		}
	}
	switch f.format {
	case "markdown":
		return report.Markdown(w, r, precision)
	case "csv":
		return report.CSV(w, r)
	}
	return report.JSON(w, r)
}

// next lists the commands that follow a run.
func (f *runFlags) next(path string) []string {
	if path == results.Stdout {
		return nil
	}
	page := display.Shell("ecsbench", "report", path, "-o", "page")
	if !f.quick {
		return []string{page}
	}
	return []string{
		"ecsbench run --impl ecs,ark                                # two libraries",
		"ecsbench profile --impl dense,hashmap --scenario iterate   # why one is slower",
		page,
	}
}

func (f *runFlags) measure(cmd *cobra.Command, s *measure.Recording) error {
	ctx, stderr := interruptible(cmd), cmd.ErrOrStderr()
	worker, err := measure.Self(workerVerb)
	if err != nil {
		return err
	}
	watch := newProgress(cmd)
	m, err := f.measurer(ctx, worker, s.Plan, watch)
	if err != nil {
		return stopped(cmd, err)
	}
	file, outcome, err := s.Run(ctx, m, watch)
	watch.done()
	if err != nil {
		return stopped(cmd, err)
	}
	tables := cmd.OutOrStdout()
	if file.Path == results.Stdout {
		if tables = stderr; quiet(cmd) {
			tables = io.Discard
		}
	}
	if err := f.print(tables, stderr, quiet(cmd), file, s, f.warnings(outcome, s.Plan)); err != nil {
		return fmt.Errorf("print the results, which are in %s: %w", file.Path, err)
	}
	in := "in " + file.Path
	if file.Path == results.Stdout {
		in = "on standard output"
	}
	aside := "" // disturbed samples that are not used
	if n := outcome.Noise.Disturbed - outcome.Noise.Accepted; n > 0 {
		aside = ", not counting " + display.Count(n, "disturbed sample")
	}
	fmt.Fprintf(stderr, "%s in %v%s; results %s\n", display.Count(outcome.Counted, "sample"), outcome.Elapsed.Round(100*time.Millisecond), aside, in)
	incomplete := incomplete(outcome.Unmeasured, outcome.Cases, s.Plan.Budget, outcome.Enough)
	failed := lists.Filter(file.Failed, func(e results.Exception) bool { return !e.Late })
	if n := len(failed); n > 0 {
		return concluded(cmd, &exitError{ExitCaseFailed, fmt.Errorf("%s failed, the first: %s: %s", display.Count(n, "case"), failed[0].Case, failed[0].Reason)}, incomplete)
	}
	for _, name := range slices.Sorted(maps.Keys(file.Impls)) {
		if wrong := file.Impls[name].Wrong; wrong != "" {
			return &exitError{ExitCaseFailed, fmt.Errorf("%s did different work than the model; its results are not ranked: %s", name, wrong)}
		}
	}
	return incomplete
}

// measurer builds the programs of the plan's libraries.
func (f *runFlags) measurer(ctx context.Context, worker measure.Process, p measure.Plan, watch *progress) (*world.Measurer, error) {
	folder, err := play.CacheFolder()
	if err != nil {
		return nil, err
	}
	cases, err := p.Cases()
	if err != nil {
		return nil, err
	}
	m := &world.Measurer{Process: worker, Build: play.Build{Folder: folder, Say: watch.line}, Programs: p.Programs}
	if err = m.Prepare(ctx, cases); ctx.Err() != nil {
		err = &exitError{ExitInterrupted, errors.New("interrupted while building the programs of libraries: the same command continues")}
	}
	return m, err
}

// warnings lists the conditions that spoil a run, and a budget that was not kept. The screen of
// a quick run has a line for each.
func (f *runFlags) warnings(o measure.Outcome, p measure.Plan) (list []string) {
	for _, c := range o.Conditions {
		switch state, _, _ := strings.Cut(c.State, ": "); {
		case !c.Warning():
		case f.quick && f.format == "table":
			state, _, _ = strings.Cut(state, "; ")
			list = append(list, c.Name+": "+state)
		default:
			list = append(list, fmt.Sprintf("%s: %s; %s", c.Name, c.State, c.Remedy))
		}
	}
	if late := o.Elapsed - p.Budget; p.AtLeast > 0 && p.Budget > 0 && late > p.Budget/10 {
		list = append(list, fmt.Sprintf("this machine is slow or busy: the samples took %v instead of %v", o.Elapsed.Round(time.Second), p.Budget))
	}
	return list
}
