package cmd

import (
	"io"

	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/spf13/cobra"
)

// verdictFlags are how a verdict is printed.
type verdictFlags struct {
	format string
	all    bool
}

func (f *verdictFlags) register(cmd *cobra.Command, all bool) {
	cmd.Flags().StringVar(&f.format, "format", "text", "text, markdown, json, junit or github (workflow annotations)")
	cmd.Flags().BoolVar(&f.all, "all", all, "list every comparison, not only what changed (text)")
	completeValues(cmd, "format", verdict.Formats...)
}

// registerAllow adds the flag --allow with the words that a command knows.
func registerAllow(cmd *cobra.Command, words *[]string, usage string, known ...verdict.Allowance) {
	cmd.Flags().StringSliceVar(words, "allow", nil, usage)
	var names []string
	for _, a := range known {
		names = append(names, string(a))
	}
	completeValues(cmd, "allow", names...)
}

// allowances are the values of --allow; whether there are such is checked by
// the options that they are for.
func allowances(words []string) (list []verdict.Allowance) {
	for _, w := range words {
		list = append(list, verdict.Allowance(w))
	}
	return list
}

// finish prints a verdict and returns the exit code it stands for.
func (f *verdictFlags) finish(out io.Writer, v *verdict.Verdict) error {
	if err := v.Write(out, f.format, f.all); err != nil {
		return err
	}
	code := map[verdict.Outcome]ExitCode{
		verdict.Pass: ExitOK, verdict.Regressed: ExitRegression,
		verdict.CaseFailed: ExitCaseFailed, verdict.Inconclusive: ExitInconclusive,
	}[v.Outcome]
	if code == ExitOK {
		return nil
	}
	return &exitError{Code: code}
}
