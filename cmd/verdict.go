package cmd

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// verdictFlags control the output of a verdict and its exit code.
type verdictFlags struct {
	format, policy string
	files, allow   []string
	all            bool
	force, written bool // overwrite the files; this process has written them
}

// verdictFlagNames are the flags that do not change the verdict.
var verdictFlagNames = []string{"format", "write", "force", "all", "inconclusive"}

// register adds the flags; known lists the allowances of the command.
func (f *verdictFlags) register(cmd *cobra.Command, allow string, known ...verdict.Allowance) {
	flags := cmd.Flags()
	f.format, f.policy = "text", string(verdict.FailBuild)
	choiceFlag(cmd, &f.format, "format", "text, markdown, json, junit or github (workflow annotations)", verdict.Formats...)
	flags.StringSliceVar(&f.files, "write", nil, "write the verdict to files too: `list` of FORMAT=FILE, such as markdown=comment.md")
	flags.BoolVar(&f.force, "force", false, "overwrite the files of --write if they exist")
	flags.BoolVar(&f.all, "all", false, "print every comparison and the method (text)")
	choiceFlag(cmd, &f.policy, "inconclusive", "effect of an inconclusive verdict: fail (exit code 3), warn or pass (0)", texts(verdict.Policies)...)
	flags.StringSliceVar(&f.allow, "allow", nil, allow)
	files := lists.Map(verdict.Formats, func(format string) string { return format + "=" })
	completeValues(cmd, "write", files...)
	completeValues(cmd, "allow", texts(known)...)
}

func texts[S ~string](list []S) []string {
	return lists.Map(list, func(s S) string { return string(s) })
}

// check rejects bad output flags before anything is measured.
func (f *verdictFlags) check() error {
	paths := make(map[string]bool)
	for _, file := range f.files {
		format, path, _ := strings.Cut(file, "=")
		if paths[path] {
			return fmt.Errorf("--write %q: %s is written twice: give each format a file of its own", file, path)
		}
		if paths[path] = true; path == "" {
			return fmt.Errorf("--write %q: must be FORMAT=FILE, such as markdown=comment.md", file)
		}
		if err := verdict.CheckFormat("--write", format); err != nil {
			return err
		}
		if err := outdir.CheckFile(path, f.force); err != nil {
			return fmt.Errorf("--write: %w", err)
		}
	}
	return nil
}

// allowances returns the values of --allow, which the options check.
func (f *verdictFlags) allowances() []verdict.Allowance {
	return lists.Map(f.allow, func(w string) verdict.Allowance { return verdict.Allowance(w) })
}

func (f *verdictFlags) write(v *verdict.Verdict) error {
	v.Policy = verdict.Policy(f.policy)
	for _, file := range f.files {
		format, path, _ := strings.Cut(file, "=")
		err := outdir.WriteFile(path, f.force || f.written, func(w io.Writer) error { return v.Write(w, format, verdict.Style{All: f.all}) })
		if err != nil {
			return fmt.Errorf("writing the verdict: %w", err)
		}
	}
	f.written = true
	return nil
}

// finish prints a verdict and returns its exit code.
func (f *verdictFlags) finish(cmd *cobra.Command, v *verdict.Verdict) error {
	unwritten := f.write(v)
	out := cmd.OutOrStdout()
	if err := v.Write(out, f.format, verdict.Style{All: f.all, Color: coloured(out), Width: columnsOf(out)}); err != nil || unwritten != nil {
		return cmp.Or(unwritten, err)
	}
	if !v.Fails() {
		if v.Outcome != verdict.Pass && v.Policy == verdict.WarnBuild {
			complain(cmd.ErrOrStderr(), "warning: ", fmt.Errorf("%s (passes because of --inconclusive=warn)", v.Headline()))
		}
		return nil
	}
	return &exitError{Code: map[verdict.Outcome]ExitCode{
		verdict.Regressed: ExitRegression, verdict.CaseFailed: ExitCaseFailed, verdict.Inconclusive: ExitInconclusive,
	}[v.Outcome]}
}
