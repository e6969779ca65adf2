package cmd

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/ecsbench/ecsbench/internal/measure"
)

func newManCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages, one for each verb",
		Long: `Write manual pages, one for each verb, to a folder: ecsbench.1, ecsbench-run.1 and
so on. Other files in it are kept; it is created if necessary.`,
		Example: `  ecsbench man ~/.local/share/man/man1    # then: man ecsbench-run
  ecsbench man man && man -l man/ecsbench-ab.1`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			root, build := cmd.Root(), measure.ReadBuild()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Section: "1", Source: "ecsbench " + build.Version, Manual: "ecsbench"}
			if at, err := time.Parse(time.RFC3339, build.CommitTime); err == nil {
				header.Date = &at
			}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			return nil
		},
	}
}
