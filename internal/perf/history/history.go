package history

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// A History is cases over commits.
type History struct {
	Commits  []report.Commit // the oldest first
	Machines []string
	Series   []Trend // those with the largest latest step first, then by name

	clocked  bool              // some file records the core clock
	compared int               // neighbours measured interleaved
	zero     map[zeroCase]bool // cases with a median of 0, which has no logarithm
}

// A Trend is a case over commits.
type Trend struct {
	Key    results.Key
	Impl   string
	Label  string // the key, for display
	Unit   string
	Better int // +1 if more of the unit is better, -1 if less is
	Points []Point
	Steps  []Step
	By     statistics.Basis // primary metric, if all points have a clock
}

// A Point is a case at one commit on one machine.
type Point struct {
	Commit  int // index in History.Commits
	Machine int // index in History.Machines
	Stat    report.Stat
	clocked *clocked
	code    string // see codeOf
	paired  bool
}

// A Step is a change point: the comparison of the levels before and after it.
type Step struct {
	At     int // index of the first point of the new level
	Before int // index of the point before
	verdict.Comparison
	explained bool // the causes, or their absence, are known
}

// Build returns the history of files.
func Build(files []*results.File) *History {
	h := &History{Commits: report.CommitsOf(files), zero: make(map[zeroCase]bool)}
	identity := identityOf(h.Commits)
	var series lists.Groups[results.Key, Trend]
	paired := slices.ContainsFunc(files, isPaired)
	for at, commit := range h.Commits {
		for _, machine := range groupByMachine(commit.Files) {
			if paired {
				machine.name = inTurns
			}
			pooled := report.Pool(machine.files, identity.ByMachine(machine.name == ""), report.Catalogue{})
			for _, c := range pooled.Cases {
				main := c.Main()
				name := report.DisplayLong(cmp.Or(machine.name, c.Key.Machine, "an unknown machine"))
				h.Machines = lists.Add(h.Machines, name)
				where := slices.Index(h.Machines, name)
				id := c.Key
				id.Machine = "" // it is that of the point
				if !(main.Center > 0) {
					h.zero[zeroCase{id, where}] = true
					continue
				}
				s, fresh := series.Of(id)
				if fresh {
					s.Key, s.Impl = id, c.Impl.Name
					s.Unit, s.Better = c.Shape.Scenario.Unit, c.Shape.Scenario.Better
				}
				code, paired := codeOf(machine.files, id, commit.ID)
				s.Points = append(s.Points, Point{at, where, main, clockedOf(c), code, paired})
				h.clocked = h.clocked || s.Points[len(s.Points)-1].clocked != nil
			}
		}
	}
	h.Series = series.List
	label := results.Labels(lists.Map(h.Series, func(s Trend) results.Key { return s.Key }))
	for _, s := range h.Series {
		for machine := range h.Machines {
			list, _ := s.neighbours(machine)
			h.compared += len(list)
		}
	}
	for i := range h.Series {
		s := &h.Series[i]
		s.Label = report.DisplayLong(label(s.Key))
		s.chooseMetrics()
		h.findSteps(s)
		h.recall(s)
	}
	slices.SortStableFunc(h.Series, func(a, b Trend) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), strings.Compare(a.Label, b.Label))
	})
	return h
}

// findSteps searches change points separately for each machine.
func (h *History) findSteps(s *Trend) {
	for machine := range h.Machines {
		if list, paired := s.neighbours(machine); paired {
			h.pairedSteps(s, machine, list)
			continue
		}
		var at []int
		var values, cycles []float64
		for i, p := range s.Points {
			if p.Machine == machine {
				at = append(at, i)
				values = append(values, math.Log(p.Stat.Center))
				if s.By == statistics.ByBoth {
					cycles = append(cycles, math.Log(p.clocked.cycles.Center))
				}
			}
		}
		steps := ChangePoints(values)
		if s.By == statistics.ByBoth && len(steps) > 0 {
			steps = agreed(steps, cycles)
		}
		from := 0
		for i, step := range steps {
			to := len(values)
			if i+1 < len(steps) {
				to = steps[i+1].At
			}
			s.Steps = append(s.Steps, h.step(s, step, at[step.At], values[from:step.At], values[step.At:to], &s.Points[at[len(at)-1]]))
			from = step.At
		}
	}
	slices.SortFunc(s.Steps, func(a, b Step) int { return a.At - b.At })
}

// size returns the size of the latest step, 0 without one.
func (s *Trend) size() float64 {
	if len(s.Steps) == 0 {
		return 0
	}
	return math.Abs(s.Steps[len(s.Steps)-1].Effect.Log)
}

// inTurns is the machine name of interleaved commits: their level is relative to neighbours.
const inTurns = "measured in turns, on any machine"

type machineFiles struct {
	name  string
	files []*results.File
}

// groupByMachine distinguishes machines by their most important properties. Files without an
// environment have no name, because their configuration names the machine of each case.
func groupByMachine(files []*results.File) []machineFiles {
	var groups lists.Groups[[2]string, machineFiles]
	for _, f := range files {
		name, goVersion := machineOf(f)
		g, _ := groups.Of([2]string{name, goVersion})
		g.name, g.files = name, append(g.files, f)
	}
	return groups.List
}

func machineOf(f *results.File) (name, goVersion string) {
	if isPaired(f) {
		return inTurns, ""
	}
	for _, e := range f.Environments {
		name = fmt.Sprintf("%s, %d CPUs, %s/%s", e.CPU, e.CPUs, e.OS, e.Arch)
		return report.DisplayLong(name), report.Display(e.GoVersion)
	}
	return "", ""
}

// identityOf returns the identity of the cases of commits.
func identityOf(commits []report.Commit) results.Identity {
	return results.IdentityOf(results.CommitKeys, lists.Map(commits, func(c report.Commit) (cases []*results.Case) {
		for _, f := range c.Files {
			cases = append(cases, f.Cases...)
		}
		return cases
	})...)
}

// ErrNoResults is for a folder without result files.
var ErrNoResults = errors.New("holds no result files")

// Read reads result files. A folder stands for the result files in it, without subfolders.
// Other files in a folder are skipped with a warning; other named files are errors.
func Read(paths []string, warn func(error)) ([]*results.File, error) {
	var files []*results.File
	for _, path := range paths {
		read := func() ([]*results.File, error) { return results.ReadAll([]string{path}, warn) }
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			read = func() ([]*results.File, error) { return readFolder(path, warn) }
		}
		found, err := read()
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, results.Agree(files)
}

func readFolder(dir string, warn func(error)) ([]*results.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	var files []*results.File
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || e.Name()[0] == '.' {
			continue
		}
		runs, err := results.ReadRuns(path)
		if errors.Is(err, results.ErrContradiction) {
			return nil, err
		}
		if err != nil {
			if !errors.Is(err, results.ErrNotResults) {
				warn(fmt.Errorf("left out: %w", err))
			}
			continue
		}
		results.WarnDamaged(runs, warn)
		files = append(files, runs...)
	}
	if len(files) == 0 {
		return nil, &results.InputError{File: dir, What: ErrNoResults.Error(), Remedy: "name a folder with files of ecsbench history fill, bench or run", Err: ErrNoResults}
	}
	return files, nil
}
