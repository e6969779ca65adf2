package history

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/ecsbench/ecsbench/compare/witness"
	"github.com/ecsbench/ecsbench/report/summary"
	"github.com/ecsbench/ecsbench/results"
)

// A History is cases over commits.
type History struct {
	Commits  []Commit // the oldest first
	Machines []string
	Series   []Series // those with the largest latest step first, then by name

	clocked bool // some file tells the clock of the core
}

// A Commit is a state of the code that was measured.
type Commit struct {
	ID    string // "" if the files do not say
	Label string // the ID, shortened, or the name of the file
	Date  time.Time
	Files []*results.File
}

// A Series is a case over commits.
type Series struct {
	Key    results.Key
	Impl   string
	Label  string // the key, fit to be shown
	Unit   string
	Better int // +1 if more of the unit is better, -1 if less is
	Points []Point
	Steps  []Step
	By     witness.Choice // by what steps are told, if the clock of the core is known at all points
}

// A Point is a case at one commit on one machine.
type Point struct {
	Commit  int // index in History.Commits
	Machine int // index in History.Machines
	Stat    summary.Stat
	clocked *clocked
}

// A Step is a change point: the comparison of the level before it with that after
// it.
type Step struct {
	At int // index of the first point of the new level
	verdict.Comparison
}

// Build makes a history of files.
func Build(files []*results.File) *History {
	h := &History{Commits: Commits(files)}
	series := make(map[results.Key]*Series)
	var order []results.Key
	for at, commit := range h.Commits {
		for _, machine := range groupByMachine(commit.Files) {
			where := h.machine(machine.name)
			report := summary.Pool(machine.files)
			for _, c := range report.Cases {
				main := c.Main()
				if !(main.Center > 0) {
					continue
				}
				id := report.Key(c)
				s, ok := series[id]
				if !ok {
					s = &Series{Key: id, Impl: c.Impl.Name, Unit: c.Shape.Scenario.Unit, Better: c.Shape.Scenario.Better}
					series[id] = s
					order = append(order, id)
				}
				s.Points = append(s.Points, Point{at, where, main, clockedOf(c)})
				h.clocked = h.clocked || s.Points[len(s.Points)-1].clocked != nil
			}
		}
	}
	label := verdict.Labels(order)
	for _, id := range order {
		series[id].Label = summary.DisplayLong(label(id))
		series[id].askWitnesses()
		h.findSteps(series[id])
		h.Series = append(h.Series, *series[id])
	}
	slices.SortStableFunc(h.Series, func(a, b Series) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), strings.Compare(a.Label, b.Label))
	})
	return h
}

// findSteps looks for change points on each machine apart.
func (h *History) findSteps(s *Series) {
	for machine := range h.Machines {
		var at []int
		var values, cycles []float64
		for i, p := range s.Points {
			if p.Machine == machine {
				at = append(at, i)
				values = append(values, math.Log(p.Stat.Center))
				if s.By == witness.Both {
					cycles = append(cycles, math.Log(p.clocked.cycles.Center))
				}
			}
		}
		steps := changes(values)
		if s.By == witness.Both && len(steps) > 0 {
			steps = agreed(steps, cycles)
		}
		from := 0
		for i, step := range steps {
			to := len(values)
			if i+1 < len(steps) {
				to = steps[i+1].at
			}
			s.Steps = append(s.Steps, h.step(s, step, at[step.at], values[from:step.at], values[step.at:to], &s.Points[at[len(at)-1]]))
			from = step.at
		}
	}
	slices.SortFunc(s.Steps, func(a, b Step) int { return a.At - b.At })
}

// size is that of the latest step, 0 without one.
func (s *Series) size() float64 {
	if len(s.Steps) == 0 {
		return 0
	}
	return math.Abs(s.Steps[len(s.Steps)-1].Effect.Log)
}

func (h *History) machine(name string) int {
	at := slices.Index(h.Machines, name)
	if at < 0 {
		at = len(h.Machines)
		h.Machines = append(h.Machines, name)
	}
	return at
}

// Commits groups files by commit and orders them by its date. Files of one commit belong
// together even if they were measured at different times; those with
// uncommitted changes are a state of their own.
func Commits(files []*results.File) []Commit {
	var commits []Commit
	for _, f := range files {
		c := commitOf(f)
		at := -1
		if c.ID != "" {
			at = slices.IndexFunc(commits, func(o Commit) bool { return o.ID == c.ID })
		}
		if at < 0 {
			commits = append(commits, c)
			at = len(commits) - 1
		}
		commits[at].Files = append(commits[at].Files, f)
	}
	// Files that say nothing of their commit cannot be put into an order, so
	// they are taken for one state of the code.
	if !slices.ContainsFunc(commits, func(c Commit) bool { return c.ID != "" }) {
		return []Commit{{Label: commits[0].Label, Date: commits[0].Date, Files: files}}
	}
	slices.SortStableFunc(commits, func(a, b Commit) int { return a.Date.Compare(b.Date) })
	return commits
}

func commitOf(f *results.File) Commit {
	c := Commit{Label: summary.Display(filepath.Base(f.Path))}
	if f.Header != nil {
		c.Date = f.Header.Start
	}
	for _, e := range f.Environments {
		if e.Commit == "" {
			continue
		}
		c.ID, c.Label = e.Commit, summary.Display(e.Commit[:min(10, len(e.Commit))])
		if e.Dirty {
			c.ID, c.Label = e.Commit+" dirty "+f.Path, c.Label+" with changes"
		}
		if date, err := time.Parse(time.RFC3339, e.CommitTime); err == nil {
			c.Date = date
		}
		break
	}
	return c
}

type machineFiles struct {
	name      string
	goVersion string
	files     []*results.File
}

// groupByMachine tells machines apart by what the numbers depend on the most.
func groupByMachine(files []*results.File) []machineFiles {
	var groups []machineFiles
	for _, f := range files {
		name, goVersion := machineOf(f)
		at := slices.IndexFunc(groups, func(g machineFiles) bool { return g.name == name && g.goVersion == goVersion })
		if at < 0 {
			at = len(groups)
			groups = append(groups, machineFiles{name: name, goVersion: goVersion})
		}
		groups[at].files = append(groups[at].files, f)
	}
	return groups
}

func machineOf(f *results.File) (name, goVersion string) {
	for _, e := range f.Environments {
		name = fmt.Sprintf("%s, %d CPUs, %s/%s", e.CPU, e.CPUs, e.OS, e.Arch)
		return summary.DisplayLong(name), summary.Display(e.GoVersion)
	}
	for _, c := range f.Cases {
		if cpu := c.Config["cpu"]; cpu != "" {
			return summary.DisplayLong(cpu), ""
		}
	}
	return "an unknown machine", ""
}
