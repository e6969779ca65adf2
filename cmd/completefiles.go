package cmd

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/results"
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

// completeRuns completes result files of run here and in its default folder.
func completeRuns(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return offerPaths(isRun, "*.txt", filepath.Join("results", "*.txt"))
}

// completeExperiments completes folders of unfinished experiments; begun recognises them.
func completeExperiments(begun func(dir string) bool) completer {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return offerPaths(begun, "*", filepath.Join("results", "*"), filepath.Join(os.TempDir(), "ecsbench-*"))
	}
}

// offerPaths completes the paths that match a pattern and are wanted, or else all files.
func offerPaths(wanted func(path string) bool, patterns ...string) (found []string, _ cobra.ShellCompDirective) {
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(pattern)
		found = append(found, slices.DeleteFunc(paths, func(path string) bool { return !wanted(path) })...)
	}
	if len(found) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// isRun reports whether a file begins like a result file of run.
func isRun(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // opening a pipe blocks
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, _ := bufio.NewReader(io.LimitReader(f, 256)).ReadString('\n')
	return strings.HasPrefix(head, "# "+results.KindHeader+" {")
}

// completeKeys completes grouping keys: those in the name and configuration of the first
// result.
func completeKeys(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	before := toComplete[:strings.LastIndexByte(toComplete, ',')+1]
	keys := []string{".name", ".fullname", ".file", ".config"}
	args = slices.DeleteFunc(slices.Clone(args), func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.Mode().IsRegular() // do not consume a pipe
	})
	files := &results.Files{Paths: args}
	_ = files.Each(func(record any) error {
		r, ok := record.(*benchfmt.Result)
		if !ok {
			return nil
		}
		_, parts := r.Name.Parts()
		for _, part := range parts {
			if key, _, ok := strings.Cut(string(part), "="); ok && strings.HasPrefix(key, "/") {
				keys = append(keys, key)
			}
		}
		for _, c := range r.Config {
			if c.File {
				keys = append(keys, c.Key)
			}
		}
		return io.EOF // stop after one result
	})
	for i, key := range keys {
		keys[i] = before + key
	}
	return keys, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
