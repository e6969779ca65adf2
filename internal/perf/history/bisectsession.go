package history

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A Bisection searches for a commit and stores its findings in a folder.
type Bisection struct {
	Dir string

	kept
	temporary bool // Dir is removed, unless the search can be resumed
	trier     Bisectable
	progress  func(line string)
}

type kept struct {
	ab.Request
	Options  ab.Options      `json:"options"` // of each comparison, with the budget for one
	Findings *BisectFindings `json:"findings"`
}

const keptFile = "bisect.json"

// BeginBisection returns a session for the commits after good up to bad, in a temporary folder
// if dir is "". Asked is the caller's request, for [ContinueBisection].
func BeginBisection(good, bad string, o ab.Options, dir string, asked any) (_ *Bisection, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	temporary := dir == ""
	dir = cmp.Or(dir, ab.FolderFor("ecsbench-bisect-", o.Started))
	s := &Bisection{Dir: dir, temporary: temporary, kept: kept{Options: o, Findings: &BisectFindings{Good: good, Bad: bad}}}
	if s.Request, err = ab.NewRequest(asked); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, keptFile)); err == nil {
		return nil, fmt.Errorf("%s holds another search; choose another folder with -o, or go on with --resume", dir)
	}
	if err := outdir.MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("making the result folder: %w", err)
	}
	return s, nil
}

// ContinueBisection returns a session that resumes a search, and sets the earlier request.
func ContinueBisection(dir string, asked any) (*Bisection, error) {
	text, err := os.ReadFile(filepath.Join(dir, keptFile))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, fmt.Errorf("%s holds no search to resume: it has no %s: name another folder, or begin a new one", dir, keptFile)
	}
	if err != nil {
		return nil, fmt.Errorf("resuming the search in %s: %w", dir, err)
	}
	s := &Bisection{Dir: dir}
	if err := json.Unmarshal(text, &s.kept); err != nil || s.Findings == nil {
		return nil, fmt.Errorf("%s is not the file of a search; begin a new one", filepath.Join(dir, keptFile))
	}
	if err := s.Findings.check(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w; begin a new search", filepath.Join(dir, keptFile), err)
	}
	if len(s.Findings.First) > 0 || s.Findings.Nothing != "" {
		return nil, fmt.Errorf("the search in %s is finished", dir)
	}
	if err := s.Repeat(asked); err != nil {
		return nil, fmt.Errorf("resuming the search in %s: %w", dir, err)
	}
	return s, s.Options.Check()
}

// hash is that of a commit, which names a folder of results.
var hash = regexp.MustCompile(`^[0-9A-Za-z]{4,64}$`)

// check returns an error for findings that a search does not store: their commits would name
// folders elsewhere, or there would be no commit between good and bad.
func (f *BisectFindings) check() error {
	for _, c := range append([]snapshot.Commit{{Hash: cmp.Or(f.Base, "none")}}, f.Commits...) {
		if !hash.MatchString(c.Hash) {
			return fmt.Errorf("%q is not the hash of a commit", c.Hash)
		}
	}
	for _, step := range f.Steps {
		if step.Answer != BisectGood && step.Answer != BisectBad && step.Answer != BisectSkipped {
			return fmt.Errorf("%q is not an answer", step.Answer)
		}
	}
	switch low, high := f.bounds(); {
	case f.Case == nil && len(f.Steps) > 0, (f.Case != nil || f.Base != "") && len(f.Commits) == 0, f.Base == "" && len(f.Commits) > 0:
		return errors.New("it has judged commits without a case, or a case without commits")
	case f.Case != nil && low >= high:
		return errors.New("a commit is good after a bad one")
	case !(f.Most >= 0):
		return fmt.Errorf("the threshold is %g", f.Most)
	}
	return nil
}

// Run searches until the commit is found. If ctx ends first, the error is a
// [results.InterruptedError] with the folder.
func (s *Bisection) Run(ctx context.Context, t Bisectable, progress func(line string)) (*BisectFindings, error) {
	held, err := outdir.TakeLock(filepath.Join(s.Dir, "lock"))
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", s.Dir, err)
	}
	defer held.Release()
	s.trier, s.progress = t, progress
	if err := s.save(); err != nil {
		return nil, err
	}
	if err = s.search(ctx); err == nil {
		err = s.save()
	}
	if ctx.Err() != nil {
		return nil, &results.InterruptedError{Path: s.Dir}
	}
	if s.temporary {
		err = errors.Join(err, os.RemoveAll(s.Dir))
	}
	return s.Findings, err
}

// folder returns the folder for the results of one comparison. An interrupted comparison is
// repeated.
func (s *Bisection) folder(name string) string {
	dir := filepath.Join(s.Dir, name)
	os.RemoveAll(dir)
	return dir
}

// save stores the findings: the whole file or nothing.
func (s *Bisection) save() error {
	if err := outdir.WriteJSON(filepath.Join(s.Dir, keptFile), s.kept); err != nil {
		return fmt.Errorf("storing the findings: %w", err)
	}
	return nil
}

// BisectBenchmarks are the Go benchmarks in the history of the current folder.
type BisectBenchmarks struct {
	Pattern  string   // as for go test -bench
	Packages []string // as for go test
	Progress ab.Progress
	Say      func(line string)
}

// Commits implements [Bisectable].
func (b *BisectBenchmarks) Commits(ctx context.Context, good, bad string) ([]snapshot.Commit, error) {
	repo, err := snapshot.Open(ctx, ".")
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	ends, err := repo.ResolveBoth(ctx, good, bad)
	if err != nil {
		return nil, err
	}
	if ends[0].Commit == ends[1].Commit {
		return nil, fmt.Errorf("good and bad are the same commit, %s", ends[0])
	}
	return repo.Since(ctx, ends[0], ends[1])
}

// Same implements [Bisectable].
func (b *BisectBenchmarks) Same(ctx context.Context, from, to string, c ab.CaseID) bool {
	return gobench.Same(ctx, gobench.Config{Base: from, Head: to}, c)
}

// Compare implements [Bisectable].
func (b *BisectBenchmarks) Compare(ctx context.Context, base, head string, only *ab.CaseID, o ab.Options, dir string) (*verdict.Verdict, error) {
	c := gobench.Config{Base: base, Head: head, Pattern: b.Pattern, Packages: b.Packages}
	if only != nil {
		c.Pattern, c.Packages = verdict.Exactly(only.Name), []string{only.Group}
	}
	o.Progress = b.Progress
	return ab.Compare(ctx, ab.Reported(base[:min(12, len(base))]+" and "+head[:min(12, len(head))], b.Say, b.Progress, func(ctx context.Context, building ab.Progress) (ab.Source, error) {
		c.Progress = building
		return gobench.Open(ctx, c)
	}), o, dir)
}
