package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// Measured describes the amount and the conditions of the measurements.
func (r *Report) Measured() string {
	var cpus, gos, commits distinct
	for _, f := range r.Files {
		for _, e := range f.Environments {
			cpus.add(processors(e))
			gos.add(Display(e.GoVersion))
			commits.add(Display(e.Commit[:min(10, len(e.Commit))]))
		}
		for _, c := range f.Cases {
			if name := Display(c.Config["cpu"]); !slices.ContainsFunc(cpus.list, func(cpu string) bool { return strings.HasPrefix(cpu, name) }) {
				cpus.add(name)
			}
		}
	}
	text := fmt.Sprintf("%s of %s", counted(r.Samples, "sample", "samples"), Cases(len(r.Cases)))
	if len(cpus.list) > 0 {
		text += " on " + enumerate(limit(cpus.list, 4))
	}
	if len(gos.list) > 0 {
		text += " with " + enumerate(limit(gos.list, 4))
	}
	if len(commits.list) > 0 {
		text += " at commit " + enumerate(limit(commits.list, 4))
	}
	return text + "."
}

// processors describes a machine, such as "Imaginary 3000 (2 processors)".
func processors(e results.Environment) string {
	if e.CPU == "" || e.CPUs < 1 {
		return Display(e.CPU)
	}
	if e.CPUs == 1 {
		return Display(e.CPU) + " (1 processor)"
	}
	return fmt.Sprintf("%s (%d processors)", Display(e.CPU), e.CPUs)
}

// Commands lists the commands that the files record.
func (r *Report) Commands() []string {
	var list distinct
	for _, f := range r.Files {
		if f.Header != nil {
			list.add(DisplayLong(f.Header.Command))
		}
	}
	return list.list
}
