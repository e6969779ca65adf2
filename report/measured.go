package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// Measured describes the amount and the conditions of the measurements.
func (r *Report) Measured() string {
	var cpus, gos, commits []string
	for _, f := range r.Files {
		for _, e := range f.Environments {
			cpus = addName(cpus, processors(e))
			gos = addName(gos, Display(e.GoVersion))
			commits = addName(commits, Display(e.Commit[:min(10, len(e.Commit))]))
		}
		for _, c := range f.Cases {
			if name := Display(c.Config["cpu"]); !slices.ContainsFunc(cpus, func(cpu string) bool { return strings.HasPrefix(cpu, name) }) {
				cpus = addName(cpus, name)
			}
		}
	}
	text := fmt.Sprintf("%s of %s", counted(r.Samples, "sample", "samples"), Cases(len(r.Cases)))
	if len(cpus) > 0 {
		text += " on " + enumerate(limit(cpus, 4))
	}
	if len(gos) > 0 {
		text += " with " + enumerate(limit(gos, 4))
	}
	if len(commits) > 0 {
		text += " at commit " + enumerate(limit(commits, 4))
	}
	return text + "."
}

// processors describes a machine, such as "Imaginary 3000 (2 processors)".
func processors(e results.Environment) string {
	if e.CPU == "" || e.CPUs < 1 {
		return Display(e.CPU)
	}
	return fmt.Sprintf("%s (%s)", Display(e.CPU), counted(e.CPUs, "processor", "processors"))
}

// Commands lists the commands that the files record.
func (r *Report) Commands() (list []string) {
	for _, f := range r.Files {
		if f.Header != nil {
			list = addName(list, DisplayLong(f.Header.Command))
		}
	}
	return list
}
