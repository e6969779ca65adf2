package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// cpus lists the processors of the results, sorted and for display.
func (r *Report) cpus() (names []string) {
	for _, f := range r.Files {
		for _, e := range f.Environments {
			names = addName(names, Display(e.CPU))
		}
	}
	for _, s := range r.Settings {
		names = addName(names, Display(s.Config["cpu"]))
	}
	slices.Sort(names)
	return names
}

// Warnings returns warnings about the results, each once and with a fix.
func (r *Report) Warnings() []string {
	var lines []string
	warn := func(format string, args ...any) { lines = lists.Add(lines, fmt.Sprintf(format, args...)) }
	if cpus := r.cpus(); len(cpus) > 1 {
		warn("Results of %d machines are mixed (%s). They are shown separately and not compared; measure on one machine to compare.", len(cpus), enumerate(limit(cpus, 4)))
	}
	commits, dirty := make(map[string]bool), false
	var spoiled lists.Groups[[2]string, []results.Condition] // by name and remedy
	var early []string
	for _, f := range r.Files {
		if n := len(f.Damaged); n > 0 {
			warn("Lines of %s could not be read and are skipped (%d); the first is %s.", Display(filepath.Base(f.Path)), n, DisplayLong(f.Damaged[0].Error()))
		}
		for _, e := range f.Environments {
			commits[e.Commit] = true
			dirty = dirty || e.Dirty
		}
		for i, e := range f.Ends {
			for _, c := range e.Conditions {
				if c.Remedy != "" {
					runs, _ := spoiled.Of([2]string{c.Name, c.Remedy})
					*runs = append(*runs, c)
				}
			}
			if e.Reason != "complete" && i == len(f.Ends)-1 { // unless it was continued
				early = append(early, fmt.Sprintf("%s (%s)", Display(filepath.Base(f.Path)), DisplayLong(e.Reason)))
			}
		}
	}
	for _, same := range spoiled.List {
		more := ""
		if n := len(same) - 1; n > 0 {
			more = fmt.Sprintf(" (and in %s)", counted(n, "more run", "more runs"))
		}
		warn("%s: %s%s; %s.", Display(same[0].Name), DisplayLong(same[0].State), more, strings.TrimRight(DisplayLong(same[0].Remedy), "."))
	}
	if len(early) > 0 {
		warn("%s: continue with --resume of the command that wrote the file. Ended early: %s.", counted(len(early), "run ended early", "runs ended early"), enumerate(limit(early, 4)))
	}
	for _, i := range r.Impls {
		if doubt := i.Doubt(); doubt != "" {
			warn("%s.", doubt)
		}
	}
	if len(commits) > 1 {
		warn("Samples of %d commits are pooled within one file; their differences look like noise. Measure each commit into its own file.", len(commits))
	}
	if dirty {
		warn("The code had uncommitted changes, so the run cannot be repeated. Commit first.")
	}
	return limit(append(lines, r.doubts()...), mostWarnings)
}

// mostWarnings limits the warnings of a report.
const mostWarnings = 40
