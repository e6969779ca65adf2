package cmd

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/results"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of ecsbench and of the measured libraries",
		Args:  exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeVersion(cmd.OutOrStdout(), measure.ReadBuild())
		},
	}
}

func writeVersion(w io.Writer, b results.Environment) error {
	commit := b.Commit
	switch {
	case commit == "":
		commit = "unknown (built without version control information)"
	case b.Dirty:
		commit += " with uncommitted changes"
	}
	fmt.Fprintf(w, "ecsbench %s\ncommit   %s\n", b.Version, commit)
	if b.CommitTime != "" {
		fmt.Fprintf(w, "time     %s\n", b.CommitTime)
	}
	fmt.Fprintf(w, "go       %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, module := range slices.Sorted(maps.Keys(b.Modules)) {
		fmt.Fprintf(w, "includes %s %s\n", module, b.Modules[module])
	}
	fmt.Fprintln(w, "\nlibraries that are measured:")
	return writeColumns(w, func(w io.Writer) error {
		for _, l := range play.Libraries {
			fmt.Fprintf(w, "%s\t%s %s\n", l.Name, l.Module, cmp.Or(l.Version, "(this program)"))
		}
		return nil
	})
}
