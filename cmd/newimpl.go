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
		Short: "Write a skeleton for your own implementation",
		Long: `Write a skeleton for your own implementation.

The folder NAME becomes a Go module with a slow, correct world, its loops, its tests and a
main function: ecsbench with your implementation. Replace its storage by your library step
by step while the tests pass. The guide is docs/own-implementation.md.

The module requires the running version of ecsbench. Inside a checkout, and with
--ecsbench, it uses the sources there.`,
		Example: "  ecsbench new-impl mine\n  cd mine && go test ./... && go run . run --impl mine,ecs --quick",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := newimpl.Write(cmd.Context(), args[0], measure.ReadBuild().Version, sources, newimpl.Style(style), beside); err != nil {
				return fmt.Errorf("new-impl: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: go test . checks its work, go run . is ecsbench with it\n", args[0])
			return nil
		},
	}
	cmd.Flags().StringVar(&style, "style", string(newimpl.Generic), "`how` loops are written: "+strings.Join(newimpl.Styles, ", "))
	cmd.Flags().StringVar(&beside, "beside", "", "a `library` in the same program: "+strings.Join(newimpl.Libraries, ", "))
	cmd.Flags().StringVar(&sources, "ecsbench", "", "`folder` with the sources of ecsbench (default those of the current checkout)")
	return cmd
}
