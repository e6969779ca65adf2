package verdict

import (
	"cmp"
	"regexp"
	"strings"

	"golang.org/x/mod/module"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// Renamed guesses the new name of a vanished case: the only candidate that differs in
// a single part, GOMAXPROCS included. Names of a single part must be alike.
func Renamed(name string, to []string) string {
	parts := nameParts(name)
	guess := ""
	var alike []string
	for _, candidate := range to {
		other := nameParts(candidate)
		if len(other) != len(parts) {
			continue
		}
		differ := 0
		for i := range parts {
			if parts[i] != other[i] {
				differ++
			}
		}
		if len(parts) == 2 && parts[0] != other[0] && parts[1] == other[1] {
			alike = append(alike, candidate)
			continue
		}
		if differ != 1 {
			continue
		}
		if guess != "" {
			return ""
		}
		guess = candidate
	}
	return cmp.Or(guess, display.Nearest(name, alike, len(parts[0])/3))
}

// nameParts splits a name at its slashes; the last part is GOMAXPROCS.
func nameParts(name string) []string {
	procs := "1"
	if i := strings.LastIndexByte(name, '-'); i >= 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		name, procs = name[:i], name[i+1:]
	}
	return append(strings.Split(name, "/"), procs)
}

// GoTest returns the command that runs a benchmark alone, for a shell. It is "" if the package
// is unknown.
func GoTest(pkg, name string) string {
	if module.CheckImportPath(pkg) != nil {
		return ""
	}
	name = results.TrimProcs(name)
	pattern := Exactly(name)
	if name == "TestMain" { // all benchmarks of the package failed
		pattern = "."
	}
	return display.Shell("go", "test", "-run", "^$", "-bench", pattern, pkg)
}

// ABCommand returns the command that compares the benchmarks of cases in two revisions, for a shell.
func ABCommand(base, head string, cases []results.Key) string {
	var names, packages []string
	for _, k := range cases {
		name, _, _ := strings.Cut(results.TrimProcs(k.Name), "/")
		names = lists.Add(names, regexp.QuoteMeta(name))
		if module.CheckImportPath(k.Package) == nil {
			packages = lists.Add(packages, k.Package)
		}
	}
	return display.Shell(append([]string{"ecsbench", "ab", base, head, "--bench", "^(" + strings.Join(names, "|") + ")$"}, packages...)...)
}

// Exactly is the pattern of go test -bench that selects exactly one benchmark.
func Exactly(name string) string {
	levels := strings.Split("Benchmark"+name, "/")
	for i, l := range levels {
		levels[i] = "^" + regexp.QuoteMeta(l) + "$"
	}
	return strings.Join(levels, "/")
}
