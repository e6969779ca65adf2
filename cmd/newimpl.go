package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/cmd/newimpl"
	"github.com/ecsbench/ecsbench/internal/measure"
)

func newNewImplCommand() *cobra.Command {
	var sources, style, beside string
	cmd := &cobra.Command{
		Use:   "new-impl NAME",
		Short: "Write the beginning of an implementation of your own",
		Long: `Write the beginning of an implementation of your own.

The folder NAME becomes a Go module with a slow and correct world, its loops, its
tests and a main function: the command with your implementation beside all others.
Replace its storage by your library, part by part, while the tests pass.
docs/own-implementation.md is the guide.

The module requires the version of ecsbench that runs. Inside a checkout, and
with --ecsbench, it is made with the sources there.`,
		Example: "  ecsbench new-impl mine\n  cd mine && go test ./... && go run . run --impl mine,ecs --quick",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := newimpl.Write(cmd.Context(), args[0], measure.ReadBuild().Version, sources, newimpl.Style(style), beside); err != nil {
				return fmt.Errorf("new-impl: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: go test . checks that it does the same work as all others, go run . is ecsbench with it\n", args[0])
			return nil
		},
	}
	cmd.Flags().StringVar(&style, "style", string(newimpl.Generic), "`how` loops are written: "+strings.Join(newimpl.Styles, ", "))
	cmd.Flags().StringVar(&beside, "beside", "", "a `library` in the same program: "+strings.Join(newimpl.Libraries, ", "))
	cmd.Flags().StringVar(&sources, "ecsbench", "", "`folder` with the sources of ecsbench (default those of the current checkout)")
	return cmd
}
