package cmd

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/child"
)

// completeRevisions completes BASE and HEAD: branches, tags and the working tree. Packages
// follow.
func completeRevisions(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) >= 2 {
		return []string{"./..."}, cobra.ShellCompDirectiveDefault
	}
	found := []string{cobra.CompletionWithDesc(".", "the working tree"), "HEAD", "HEAD~1"}
	refs, _ := child.Git(cmd.Context(), "for-each-ref", "--sort=-committerdate", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	found = append(found, strings.Fields(refs)...)
	return found, cobra.ShellCompDirectiveDefault | cobra.ShellCompDirectiveKeepOrder // programs are files
}

// benchmarkName finds benchmarks in test files.
var benchmarkName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^func Benchmark(\w+)\(`)
})

// completeBenchmarks completes Go benchmarks below the current folder.
func completeBenchmarks(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	const most = 2000 // files; completion must be fast
	found, seen := []string{"."}, 0
	_ = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch name := ""; {
		case err != nil:
			return fs.SkipDir
		case d.IsDir():
			if name = d.Name(); name != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "vendor") {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		if seen++; seen > most {
			return fs.SkipAll
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		for _, m := range benchmarkName().FindAllSubmatch(text, -1) {
			found = append(found, string(m[1]))
		}
		return nil
	})
	slices.Sort(found)
	return slices.Compact(found), cobra.ShellCompDirectiveNoFileComp
}
