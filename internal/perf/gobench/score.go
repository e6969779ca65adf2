package gobench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// ScoreOptions of a score.
type ScoreOptions struct {
	Packages  []string      `json:"packages"`
	Pattern   string        `json:"bench"`
	Slowdown  float64       `json:"slowdown"`  // 0.10: each function becomes 10% slower
	Threshold float64       `json:"threshold"` // 0.005: a benchmark detects 0.5% more instructions
	Budget    time.Duration `json:"-"`         // without building

	BuildTimeout time.Duration     `json:"-"` // of each build; 0 is no limit
	Progress     ab.Progress       `json:"-"`
	Say          func(line string) `json:"-"`
}

// A ScoreResult is the score of one function.
type ScoreResult struct {
	Function  string        `json:"function"`
	Package   string        `json:"package"`
	Where     results.Place `json:"where"`
	Detected  bool          `json:"detected"`
	Benchmark string        `json:"benchmark,omitempty"` // the one that detects it, or that is nearest to it
	Change    float64       `json:"change"`              // its share of more instructions
	Note      string        `json:"note,omitempty"`      // that no benchmark calls it
	Unknown   string        `json:"unknown,omitempty"`   // why it is unknown whether a benchmark detects it
}

// A Score is the results of all functions, in the order of the sources.
type Score struct {
	ScoreOptions
	Results []ScoreResult
	Open    int // functions for which the budget had no time
	Notes   []string
	Dir     string // of the journal
}

// A scoreLine is the request, in the first line of a journal, or a result.
type scoreLine struct {
	Request *request     `json:"request,omitempty"`
	Result  *ScoreResult `json:"result,omitempty"`
}

type request struct {
	ScoreOptions
	Folder   string `json:"folder"`
	Programs string `json:"programs"` // a hash of the test binaries
	Counted  bool   `json:"counted"`  // by valgrind
}

// journalFile holds the request and a line for each function.
const journalFile = "score.jsonl"

// RunScore scores the functions that the journal in dir lacks. A new folder gets a new
// journal. If dir is "", the folder is temporary, and removed unless something is left to score. If ctx
// ends first, the error is a [results.InterruptedError] with the folder, if it has a journal.
//
//  1. It lists the exported functions and builds the tests of each package with counters of
//     coverage. Runs of two lengths of each benchmark show how often an operation calls
//     each function. A function that no benchmark calls is unguarded.
//  2. A CPU profile shows which share of a benchmark's time is spent in a function and what
//     it calls. The instructions of an operation are counted under valgrind. Both state how
//     many instructions make a call of the function slower by the slowdown, such as 10%.
//  3. That many instructions are injected into the function, in an overlay of its file. The
//     benchmarks that call it are counted again, the likeliest one first, until one executes
//     more instructions by at least the threshold: it detects the slowdown.
//
// Without valgrind nothing is injected. A benchmark is then expected to detect a slowdown if
// slowdown times share of the time reaches the threshold. This is as precise as a sampling profiler.
func RunScore(ctx context.Context, o ScoreOptions, dir string) (v *Score, err error) {
	if dir == "" {
		dir = ab.FolderFor("ecsbench-score-", time.Now())
		defer func() {
			if _, none := os.Stat(filepath.Join(dir, journalFile)); none != nil || ctx.Err() == nil && (err != nil || v.Open+v.Unknown() == 0) {
				os.RemoveAll(dir)
			}
		}()
	}
	if err := outdir.MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("making the folder of the score: %w", err)
	}
	held, err := outdir.TakeLock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("scoring into %s: %w", dir, err)
	}
	defer held.Release()
	v = &Score{ScoreOptions: o, Dir: dir}
	_, missing := instructions.FindValgrind(ctx)
	if missing != nil {
		v.Notes = append(v.Notes, "nothing is injected: the changes are estimated by samples of the processor, since "+missing.Error())
	}
	budget := engine.NewBudget(ctx, time.Now().Add(o.Budget))
	defer budget.Close()
	functions, err := v.score(budget, missing == nil)
	switch {
	case ctx.Err() != nil:
		interrupted := &results.InterruptedError{}
		if _, none := os.Stat(filepath.Join(dir, journalFile)); none == nil {
			interrupted.Path = dir
		}
		return nil, interrupted
	case budget.IsOver():
		err = nil
	}
	v.Open = functions - len(v.Results)
	return v, err
}

// score adds the results of the functions, and returns how many there are.
func (v *Score) score(ctx *engine.Budget, counted bool) (functions int, err error) {
	s := &scoring{budget: ctx, ScoreOptions: v.ScoreOptions, counted: counted}
	took, err := ctx.Build(v.BuildTimeout, func(ctx context.Context) (err error) {
		if s.Source, err = Open(ctx, Config{Head: ".", Pattern: v.Pattern, Packages: v.Packages, Progress: v.Progress}); err == nil {
			err = s.load(ctx)
		}
		return err
	})
	if s.Source != nil {
		defer s.Close()
	}
	if err != nil {
		return 0, err
	}
	v.Say(ab.Built(display.Count(len(s.packages), "package"), took))
	s.meter = ab.NewMeter(ctx, s.Source, ab.Options{Budget: v.Budget})
	functions = len(s.functions)
	journal, known, err := v.open(s.Programs(), counted)
	if err != nil {
		return functions, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	inv, err := s.meter.Inventory(ctx)
	if err != nil {
		return functions, err
	}
	v.Notes = append(v.Notes, inv.Notes...)
	for _, f := range inv.Failed {
		v.Notes = append(v.Notes, fmt.Sprintf("%s detects nothing, because it fails: %s", f.Case, f.Reason))
	}
	for _, c := range engine.Steps(v.Progress, "coverage", inv.Common) {
		if err := s.add(ctx, c); err != nil {
			return functions, err
		}
	}
	begun, fresh := time.Now(), 0
	for i := range s.functions {
		f := &s.functions[i]
		if r, ok := known[f.Package+" "+f.name]; ok {
			v.Results = append(v.Results, r)
			continue
		}
		v.Progress("scoring", i, functions, time.Duration(functions-i)*time.Since(begun)/time.Duration(max(1, fresh)))
		r, err := s.score(ctx, f)
		if err == nil {
			err = journal.Add(scoreLine{Result: &r})
		}
		if err != nil {
			return functions, err
		}
		fresh++
		v.Results = append(v.Results, r)
	}
	return functions, nil
}

// open creates the journal or reads it.
func (v *Score) open(programs string, counted bool) (journal *outdir.Journal[scoreLine], known map[string]ScoreResult, err error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	asked := &request{v.ScoreOptions, folder, programs, counted}
	journal, lines, err := outdir.OpenJournal[scoreLine](filepath.Join(v.Dir, journalFile))
	if err != nil {
		return nil, nil, err
	}
	if len(lines) == 0 {
		return journal, nil, journal.Add(scoreLine{Request: asked})
	}
	if begun := lines[0].Request; begun == nil || begun.Programs != asked.Programs || begun.Folder != asked.Folder || begun.Counted != asked.Counted {
		return nil, nil, errors.Join(fmt.Errorf("%s was begun with other sources, in another folder, or with another valgrind: begin a new score", v.Dir), journal.Close())
	}
	known = map[string]ScoreResult{}
	for _, l := range lines[1:] {
		if r := l.Result; r != nil && r.Unknown == "" { // unknown ones are scored again
			known[r.Package+" "+r.Function] = *r
		}
	}
	return journal, known, nil
}

// BegunScore returns the options of a score to continue.
func BegunScore(dir string) (o ScoreOptions, err error) {
	lines, err := outdir.ReadJournal[scoreLine](filepath.Join(dir, journalFile))
	if err == nil && (len(lines) == 0 || lines[0].Request == nil) {
		err = errors.New("its journal is empty")
	}
	if err != nil {
		return o, fmt.Errorf("%s holds no score to resume: %w", dir, err)
	}
	return lines[0].Request.ScoreOptions, nil
}

// Detected counts the functions whose slowdown a benchmark detects.
func (v *Score) Detected() int {
	return lists.Count(v.Results, func(r ScoreResult) bool { return r.Detected })
}

// Unknown counts the functions that could not be measured.
func (v *Score) Unknown() int {
	return lists.Count(v.Results, func(r ScoreResult) bool { return r.Unknown != "" })
}

// Headline is the score in one line.
func (v *Score) Headline() string {
	n := len(v.Results)
	text := fmt.Sprintf("%d of %s could become %s slower without any benchmark detecting it", n-v.Detected()-v.Unknown(), display.Count(n, "exported function"), display.Percent(v.Slowdown))
	if unknown := v.Unknown(); unknown > 0 {
		text += fmt.Sprintf("; %d could not be measured", unknown)
	}
	if v.Open > 0 {
		text += fmt.Sprintf("; %d not scored within the budget", v.Open)
	}
	return text
}

// WriteText prints the headline and a row for each function, unguarded ones first.
func (v *Score) WriteText(out io.Writer) error {
	w := display.NewWriter(out)
	w.Printf("%s\n\n", v.Headline())
	rows := slices.Clone(v.Results)
	slices.SortStableFunc(rows, func(a, b ScoreResult) int { return order(a) - order(b) })
	t := display.NewTable("where", "function", ">instructions", "detected by")
	for _, r := range rows {
		by, change := r.Benchmark, ""
		if r.Benchmark != "" {
			change = "+" + display.Percent(r.Change)
		}
		if r.Unknown != "" {
			by, change = "not measured: "+r.Unknown, ""
		} else if !r.Detected {
			by = "none"
			if r.Benchmark != "" {
				by += " (nearest: " + r.Benchmark + ")"
			} else if r.Note != "" {
				by += " (" + r.Note + ")"
			}
		}
		t.Row(r.Where.String(), r.Function, change, by)
	}
	if len(t.Rows) > 0 {
		if err := w.Table(t); err != nil {
			return err
		}
	}
	for _, n := range v.Notes {
		w.Printf("\nnote: %s\n", n)
	}
	return w.Flush()
}

// order sorts unguarded functions first, then unknown ones, and detected ones last.
func order(r ScoreResult) int {
	switch {
	case r.Detected:
		return 3
	case r.Unknown != "":
		return 2
	case r.Benchmark != "":
		return 1
	}
	return 0
}

// WriteJSON prints the score as one object.
func (v *Score) WriteJSON(out io.Writer) error {
	return display.WriteJSON(out, struct {
		Headline  string        `json:"headline"`
		Slowdown  float64       `json:"slowdown"`
		Threshold float64       `json:"threshold"`
		Functions int           `json:"functions"` // scored
		Detected  int           `json:"detected"`
		Unknown   int           `json:"unknown"` // could not be measured
		Open      int           `json:"open"`    // not scored within the budget
		Notes     []string      `json:"notes"`
		Results   []ScoreResult `json:"results"`
	}{v.Headline(), v.Slowdown, v.Threshold, len(v.Results), v.Detected(), v.Unknown(), v.Open, append([]string{}, v.Notes...), v.Results})
}
