package gobench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/results"
)

// ScoreOptions of a score.
type ScoreOptions struct {
	Packages  []string      `json:"packages"`
	Pattern   string        `json:"bench"`
	Slowdown  float64       `json:"slowdown"`  // 0.10: each function becomes 10% slower
	Threshold float64       `json:"threshold"` // 0.005: a benchmark notices 0.5% more instructions
	Budget    time.Duration `json:"-"`
	Started   time.Time     `json:"-"`

	Progress func(stage string, done, total int, left time.Duration) `json:"-"`
}

// A ScoreResult is the score of one function.
type ScoreResult struct {
	Function  string        `json:"function"`
	Package   string        `json:"package"`
	Where     results.Place `json:"where"`
	Noticed   bool          `json:"noticed"`
	Benchmark string        `json:"benchmark,omitempty"` // that notices, or the one that comes nearest
	Change    float64       `json:"change"`              // share of more instructions in it
	Note      string        `json:"note,omitempty"`      // why nothing is known, or that no benchmark calls it
}

// A Score is the results of all functions, in the order of the sources.
type Score struct {
	ScoreOptions
	Results []ScoreResult
	Open    int // functions for which the budget had no time
	Notes   []string
	Dir     string // with the journal
}

// A scoreLine is the request, in the first line of a journal, or a result.
type scoreLine struct {
	Request *request     `json:"request,omitempty"`
	Result  *ScoreResult `json:"result,omitempty"`
}

type request struct {
	ScoreOptions
	Folder  string `json:"folder"`
	Sources string `json:"sources"` // a hash
	Counted bool   `json:"counted"` // by valgrind
}

// journalFile holds the request and a line for each function.
const journalFile = "score.jsonl"

// A scoring is a score in the making.
type scoring struct {
	ScoreOptions
	dir       string // for temporary files
	valgrind  string // its path; "" if it is missing
	functions []ScoredFunction
	cases     []*benchmark
	binaries  map[string]string
	built     int
	journal   *outdir.Journal[scoreLine]
}

// RunScore scores the functions that the journal in dir lacks. A new folder gets a new
// journal. If ctx ends first, the error is a [results.InterruptedError] with the folder.
func RunScore(ctx context.Context, o ScoreOptions, dir string) (*Score, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the folder of the score: %w", err)
	}
	held, err := outdir.TakeLock(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("scoring into %s: %w", dir, err)
	}
	defer held.Release()
	scratch, err := outdir.NewScratch("score")
	if err != nil {
		return nil, err
	}
	defer scratch.Remove()
	s := &scoring{ScoreOptions: o, dir: scratch.Path, binaries: map[string]string{}}
	v := &Score{ScoreOptions: o, Dir: dir}
	if found, err := profiler.FindValgrind(ctx); err == nil {
		s.valgrind = found.Path
	} else {
		v.Notes = append(v.Notes, "nothing is injected: the changes are estimated by samples of the processor, since "+err.Error())
	}
	limited, cancel := context.WithDeadline(ctx, o.Started.Add(o.Budget))
	defer cancel()
	err = s.all(limited, v)
	switch {
	case ctx.Err() != nil:
		return nil, &results.InterruptedError{Path: dir}
	case limited.Err() != nil:
		err = nil
	}
	if s.journal != nil {
		err = errors.Join(err, s.journal.Close())
	}
	v.Open = len(s.functions) - len(v.Results)
	if err == nil && len(s.functions) == 0 {
		err = fmt.Errorf("building took longer than the budget of %v: use a larger --budget", o.Budget)
	}
	return v, err
}

func (s *scoring) all(ctx context.Context, v *Score) error {
	packages, functions, hash, err := load(ctx, s.dir, s.Packages)
	if err != nil {
		return err
	}
	s.functions = functions
	known, err := s.open(v.Dir, hash)
	if err != nil {
		return err
	}
	for i := range packages {
		p := &packages[i]
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		s.Progress("coverage", i, len(packages), 0)
		list, err := s.benchmarks(ctx, p, packages)
		if err != nil {
			return err
		}
		s.cases = append(s.cases, list...)
	}
	if len(s.cases) == 0 {
		return fmt.Errorf("no benchmark matches %q: --bench . takes them all", s.Pattern)
	}
	begun, fresh := time.Now(), 0
	for i := range functions {
		f := &functions[i]
		if r, ok := known[f.Package+" "+f.Name]; ok {
			v.Results = append(v.Results, r)
			continue
		}
		s.Progress("scoring", i, len(functions), time.Duration(len(functions)-i)*time.Since(begun)/time.Duration(max(1, fresh)))
		r, err := s.score(ctx, f)
		if err != nil {
			return err
		}
		if err := s.journal.Add(scoreLine{Result: &r}); err != nil {
			return err
		}
		fresh++
		v.Results = append(v.Results, r)
	}
	return nil
}

// open begins the journal or reads what it holds.
func (s *scoring) open(dir, hash string) (known map[string]ScoreResult, err error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	asked := &request{s.ScoreOptions, folder, hash, s.valgrind != ""}
	var lines []scoreLine
	if s.journal, lines, err = outdir.OpenJournal[scoreLine](filepath.Join(dir, journalFile)); err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, s.journal.Add(scoreLine{Request: asked})
	}
	if begun := lines[0].Request; begun == nil || begun.Sources != asked.Sources || begun.Folder != asked.Folder || begun.Counted != asked.Counted {
		return nil, fmt.Errorf("%s was begun with other sources, in another folder, or with another valgrind: begin a new score", dir)
	}
	known = map[string]ScoreResult{}
	for _, l := range lines[1:] {
		if r := l.Result; r != nil {
			known[r.Package+" "+r.Function] = *r
		}
	}
	return known, nil
}

// BegunScore returns the options of a score to go on with.
func BegunScore(dir string) (o ScoreOptions, err error) {
	lines, err := outdir.ReadJournal[scoreLine](filepath.Join(dir, journalFile))
	if err == nil && (len(lines) == 0 || lines[0].Request == nil) {
		err = errors.New("its journal is empty")
	}
	if err != nil {
		return o, fmt.Errorf("%s holds no score that could go on: %w", dir, err)
	}
	return lines[0].Request.ScoreOptions, nil
}

// sortByShare puts the benchmarks first in which most time is spent in a function.
func sortByShare(list []*benchmark, f *ScoredFunction) {
	slices.SortStableFunc(list, func(a, b *benchmark) int {
		return cmp.Compare(b.shares[f.position()], a.shares[f.position()])
	})
}

// Noticed counts the functions whose slowdown a benchmark notices.
func (v *Score) Noticed() (n int) {
	for _, r := range v.Results {
		if r.Noticed {
			n++
		}
	}
	return n
}
