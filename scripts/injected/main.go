// Command injected measures how well `ecsbench ab` works as a check of pull requests. It
// injects changes into copies of five modules, one after the other, and judges what
// ab reports:
//
//	go run -C scripts ./injected -o /tmp/injected.jsonl
//
// A regression is a function that allocates, loops, locks, looks a value up in a map,
// checks bounds or boxes a value before it does its work, so often that the fastest run of
// a benchmark takes at least 10% longer. A refactoring renames variables,
// extracts a function, swaps independent statements, moves a function to another file,
// or adds a function that nobody calls. Each change is one of three commits; the others
// are harmless. The modules come from the module proxy, and all changes are made by
// this program, from the seed.
//
// The journal of -o holds what was tried. It is not tried again.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// modules are those that changes are injected into.
var modules = []string{
	"github.com/google/btree@v1.1.3",
	"github.com/valyala/fastjson@v1.6.10",
	"github.com/julienschmidt/httprouter@v1.3.1-0.20240130105656-484018016424",
	"github.com/mlange-42/ark@v0.8.3",
	"github.com/cespare/xxhash/v2@v2.3.0",
}

const (
	refactoringsPerModule = 3
	tolerance             = 1.1 // of the budget
)

// A trial is one change and what ab reported.
type trial struct {
	Module   string  `json:"module"`
	Kind     string  `json:"kind"`   // that was asked for
	Change   string  `json:"change"` // that was made
	Number   int     `json:"number"`
	Function string  `json:"function"`
	Case     string  `json:"case"`               // the benchmark that reaches the function, if it is a regression
	Slowdown float64 `json:"slowdown,omitempty"` // of the case
	Outcome  string  `json:"outcome"`
	Headline string  `json:"headline"`
	Found    bool    `json:"found"`    // a regression in a case that reaches the function
	False    int     `json:"false"`    // regressions and improvements in cases that do not
	Named    bool    `json:"named"`    // the function is the first cause
	Dated    bool    `json:"dated"`    // by the right commit alone
	Cause    string  `json:"cause"`    // the first cause
	Seconds  float64 `json:"seconds"`  // of ab
	Budget   float64 `json:"budget_s"` // that it was given
	Version  string  `json:"version"`  // of the program under test
}

func (t trial) key() string    { return fmt.Sprint(t.Module, t.Kind, t.Number) }
func (t trial) harmless() bool { return slices.Contains(refactorings, t.Kind) }
func (t trial) overrun() bool  { return t.Seconds > tolerance*t.Budget }

// right reports whether ab did what a maintainer expects.
func (t trial) right() bool {
	if t.harmless() {
		return t.Outcome == "pass" && t.False == 0 && !t.overrun()
	}
	return t.Found && t.False == 0 && t.Named && t.Dated && !t.overrun()
}

func main() {
	file := flag.String("o", "", "`file` that holds what was tried")
	budget := flag.Duration("budget", 75*time.Second, "for each run of ab")
	ecsbench := flag.String("ecsbench", "", "the `program` to try (default: built here)")
	only := flag.String("only", "", "regressions or refactorings (default: both)")
	module := flag.String("module", "", "a part of the `path` of the modules to try (default: all)")
	seed := flag.Uint64("seed", 1, "of all that is drawn at random")
	keep := flag.String("keep", "", "`folder` for the repositories (default: a temporary one)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	program.Main("injected", func(dir string) bool {
		s := &series{ctx: ctx, dir: dir, program: *ecsbench, budget: *budget, seed: *seed}
		if *keep != "" {
			s.dir = program.Must(filepath.Abs(*keep))
		}
		if s.program == "" {
			s.program = program.Build(dir, program.Ecsbench)
		}
		s.program = program.Must(filepath.Abs(s.program))
		trials := s.run(*file, *only, *module)
		fmt.Print(table(trials))
		return !slices.ContainsFunc(trials, func(t trial) bool { return !t.right() })
	})
}

// A series is what all trials need.
type series struct {
	ctx     context.Context
	dir     string
	program string
	budget  time.Duration
	seed    uint64
	open    map[string]*module
}

// run makes the trials that are not in the journal, and prints all.
func (s *series) run(file, only, part string) (trials []trial) {
	journal := program.Must(program.OpenJournal(file, trial.key))
	s.open = map[string]*module{}
	try := func(path, kind string, number int) {
		t, done := journal.Tried(trial{Module: path, Kind: kind, Number: number}.key())
		if !done && strings.Contains(path, part) {
			program.At(fmt.Sprintf("%s, %s %d", path, kind, number), func() { t = s.try(path, kind, number) })
			program.Check(journal.Add(t))
			done = true
		}
		if done {
			trials = append(trials, t)
			word := "WRONG"
			if t.right() {
				word = "right"
			}
			fmt.Printf("%s  %-12s %-45s %s; cause: %s (%.0f s)\n", word, t.Change, t.Module+" "+t.Function, t.Headline, t.Cause, t.Seconds)
		}
	}
	for i, kind := range regressions {
		for _, path := range modules {
			if only != "refactorings" {
				try(path, kind, i)
			}
		}
	}
	for i := range refactoringsPerModule {
		for m, path := range modules {
			if only != "regressions" {
				try(path, refactorings[(m+i)%len(refactorings)], i)
			}
		}
	}
	return trials
}

// try injects a change and judges it.
func (s *series) try(path, kind string, number int) trial {
	m := s.open[path]
	if m == nil {
		m = s.fetch(path)
		s.open[path] = m
	}
	t := trial{Module: path, Kind: kind, Number: number, Budget: s.budget.Seconds(), Version: s.version()}
	c := m.change(kind, number)
	t.Change, t.Function, t.Case, t.Slowdown = c.kind, c.function.name, c.benchmark, c.slowdown
	commits := m.commit(c)
	args := []string{"ab", commits[0], commits[len(commits)-1], "--bench", c.pattern(), "--budget", s.budget.String(), "--format", "json", "--quiet", "--seed", fmt.Sprint(number + 1), "./" + c.function.folder}
	start := time.Now()
	out := s.ecsbench(m.dir, args...)
	t.Seconds = time.Since(start).Seconds()
	var v verdict
	program.Check(json.Unmarshal([]byte(out), &v))
	t.Outcome, t.Headline = v.Outcome, v.Headline
	t.judge(&v, c, commits[c.at])
	return t
}

// A verdict is what is needed of that of ab.
type verdict struct {
	Outcome, Headline string
	Comparisons       []struct {
		Name, Unit, Status string
		Causes             []struct {
			Function string
			Commits  []string
		}
	}
}

// judge compares the verdict with what was injected.
func (t *trial) judge(v *verdict, c *change, commit string) {
	for _, k := range v.Comparisons {
		if k.Status != "regression" && k.Status != "improved" {
			continue
		}
		if t.harmless() || !c.reaches(k.Name) || k.Status == "improved" {
			t.False++
			continue
		}
		t.Found = true
		if t.Cause != "" || len(k.Causes) == 0 {
			continue
		}
		first := k.Causes[0]
		t.Cause = strings.TrimSpace(first.Function + " " + strings.Join(first.Commits, " "))
		t.Named = first.Function == t.Function
		t.Dated = len(first.Commits) == 1 && strings.HasPrefix(commit, first.Commits[0])
	}
}

// table counts by module.
func table(trials []trial) string {
	var b strings.Builder
	count := func(title string, harmless bool, columns []string, of func(trial) []bool) {
		fmt.Fprintf(&b, "\n| %s | changes | %s |\n|---|--:|%s\n", title, strings.Join(columns, " | "), strings.Repeat("--:|", len(columns)))
		sum, all := make([]int, len(columns)), 0
		line := func(name string, n int, counts []int) {
			fmt.Fprintf(&b, "| %s | %d |", name, n)
			for _, c := range counts {
				fmt.Fprintf(&b, " %d |", c)
			}
			b.WriteString("\n")
		}
		for _, path := range modules {
			counts, n := make([]int, len(columns)), 0
			for _, t := range trials {
				if t.Module != path || t.harmless() != harmless {
					continue
				}
				n++
				for i, is := range of(t) {
					if is {
						counts[i]++
						sum[i]++
					}
				}
			}
			all += n
			line(path[:strings.Index(path, "@")], n, counts)
		}
		line("all", all, sum)
	}
	count("regressions", false, []string{"found", "with false alarms", "function right", "commit right", "over budget"}, func(t trial) []bool {
		return []bool{t.Found, t.False > 0, t.Named, t.Dated, t.overrun()}
	})
	count("refactorings", true, []string{"pass", "inconclusive", "with false alarms", "over budget"}, func(t trial) []bool {
		return []bool{t.Outcome == "pass", t.Outcome == "inconclusive", t.False > 0 || t.Outcome == "regression", t.overrun()}
	})
	return b.String()
}
