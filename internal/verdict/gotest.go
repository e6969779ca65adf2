package verdict

import (
	"regexp"
	"strings"

	"golang.org/x/mod/module"

	"github.com/ecsbench/ecsbench/results"
)

// GoTest returns the command that runs a benchmark alone, for a shell. It is "" if the package
// is unknown.
func GoTest(pkg, name string) string {
	if module.CheckImportPath(pkg) != nil {
		return ""
	}
	if procs := results.ParseName(name)["gomaxprocs"]; procs != "" {
		name = strings.TrimSuffix(name, "-"+procs)
	}
	pattern := strings.ReplaceAll(Exactly(name), "'", ".") // a quotation mark would end the argument
	if name == "TestMain" {                                // all benchmarks of the package failed
		pattern = "."
	}
	return "go test -run '^$' -bench '" + pattern + "' " + pkg
}

// Exactly is the pattern of go test -bench that selects exactly one benchmark.
func Exactly(name string) string {
	levels := strings.Split("Benchmark"+name, "/")
	for i, l := range levels {
		levels[i] = "^" + regexp.QuoteMeta(l) + "$"
	}
	return strings.Join(levels, "/")
}
