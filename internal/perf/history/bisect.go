package history

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A Bisectable is a history whose commits can be compared.
type Bisectable interface {
	// Commits lists the commits from good to bad.
	Commits(ctx context.Context, good, bad string) ([]snapshot.Commit, error)
	// Same reports whether a case is unchanged between two revisions.
	Same(ctx context.Context, from, to string, c ab.CaseID) bool
	// Compare measures or counts one case or all, and writes results to the folder.
	Compare(ctx context.Context, base, head string, only *ab.CaseID, o ab.Options, dir string) (*verdict.Verdict, error)
}

// A BisectAnswer is the judgement on a commit.
type BisectAnswer string

// The answers.
const (
	BisectGood    BisectAnswer = "good"
	BisectBad     BisectAnswer = "bad"
	BisectSkipped BisectAnswer = "skipped"
)

// A BisectStep is the judgement of one commit.
type BisectStep struct {
	Commit   snapshot.Commit `json:"commit"`
	Answer   BisectAnswer    `json:"answer"`
	Measured bool            `json:"measured"` // measured or counted; otherwise proved or skipped
	Why      string          `json:"why"`
}

// BisectFindings are the results so far, stored for resumption.
type BisectFindings struct {
	Good    string            `json:"good"`
	Bad     string            `json:"bad"`
	Base    string            `json:"base,omitempty"`      // the commit of Good at the start: a branch may move
	Case    *ab.CaseID        `json:"case,omitempty"`      // nil until the case to follow is chosen
	Label   string            `json:"label,omitempty"`     // of the case, with its worse unit
	Change  string            `json:"change,omitempty"`    // from good to bad
	Most    float64           `json:"threshold,omitempty"` // a commit that is worse by more than this is bad
	Commits []snapshot.Commit `json:"commits,omitempty"`
	Steps   []BisectStep      `json:"steps,omitempty"`

	First    []snapshot.Commit `json:"first,omitempty"`   // the first bad commit; several if those between cannot be judged
	Nothing  string            `json:"nothing,omitempty"` // why there is no bad commit
	Notes    []string          `json:"notes,omitempty"`   // of the comparisons, such as why time was measured instead of instructions
	Verdict  *verdict.Verdict  `json:"verdict,omitempty"` // of the first bad commit against good, or of bad against good
	Measured int               `json:"measured"`          // revisions, good and bad included
}

// search is Run with a place for the findings.
//
//  1. It compares GOOD and BAD by package ab. Without a confirmed regression the search ends.
//     Otherwise it follows the case with the largest one.
//  2. The candidates are the commits between the two along first parents. A merge is one
//     candidate, with all commits that it brought in.
//  3. Each step judges the commit in the middle of the candidates. Package proof comes first:
//     a commit is good if the case is unchanged since the last good commit, and bad if it is
//     unchanged until the first bad one. Other commits are compared with GOOD by package ab.
//     They are bad if they are worse by more than half of the confirmed regression, so smaller
//     permitted changes do not mislead.
//  4. A commit that cannot be built or judged is skipped, like by `git bisect skip`, and the
//     nearest one to the middle is taken.
//
// Every step is in a file before the next begins. With ab.ByInstructions no step is repeated in rounds.
func (s *Bisection) search(ctx context.Context) error {
	f := s.Findings
	if f.Case == nil {
		if err := s.confirm(ctx); err != nil || f.Nothing != "" {
			return err
		}
	}
	for {
		low, high := f.bounds()
		middle, ok := f.middle(low, high)
		if !ok {
			f.First = f.Commits[low+1 : high+1]
			return nil
		}
		s.progress(fmt.Sprintf("%s in question, next is %s", display.Count(high-low, "commit"), f.Commits[middle]))
		step, err := s.try(ctx, low, middle, high)
		if err != nil {
			return err
		}
		f.Steps = append(f.Steps, step)
		if step.Measured {
			f.Measured++
		}
		s.progress(fmt.Sprintf("%s: %s", step.Answer, step.Why))
		if err := s.save(); err != nil {
			return err
		}
	}
}

// confirm compares the ends and chooses the case to follow.
func (s *Bisection) confirm(ctx context.Context) error {
	f := s.Findings
	if f.Base == "" {
		all, err := s.trier.Commits(ctx, f.Good, f.Bad)
		if err != nil {
			return err
		}
		f.Base, f.Commits = all[0].Hash, all[1:]
		if err := s.save(); err != nil {
			return err
		}
	}
	s.progress(fmt.Sprintf("comparing the ends of %s", display.Count(len(f.Commits), "commit")))
	o := s.Options
	v, err := s.trier.Compare(ctx, f.Base, f.Commits[len(f.Commits)-1].Hash, nil, o, s.folder("ends"))
	if err != nil {
		return err
	}
	f.Verdict, f.Measured = v, 2
	s.note(v)
	if v.Proof != "" {
		f.Measured = 0
	}
	worse := v.With(verdict.Regression)
	if len(worse) == 0 {
		f.Nothing = "there is no certain regression between good and bad: " + v.Headline()
		return s.save()
	}
	k := worse[max(0, slices.IndexFunc(worse, func(c *verdict.Comparison) bool { return c.Evidence != verdict.Derived }))] // comparisons are sorted
	_, low, _ := k.Worse()
	f.Case, f.Label, f.Change = caseOf(k.Key), k.Case+" "+k.Unit, k.Effect.Change()+" "+k.Effect.Interval()
	f.Most = max(s.Options.MaxRegression, math.Expm1(low/2))
	if math.IsInf(low, 0) {
		f.Most = s.Options.MaxRegression
	}
	return s.save()
}

// note keeps the notes of a verdict.
func (s *Bisection) note(v *verdict.Verdict) {
	for _, n := range v.Notes {
		if !slices.Contains(s.Findings.Notes, n) {
			s.Findings.Notes = append(s.Findings.Notes, n)
			s.progress("note: " + n)
		}
	}
}

// caseOf removes the additions of result files from the name of a case.
func caseOf(k results.Key) *ab.CaseID {
	c := ab.CaseNamed(k.Package, k.Name, runtime.GOMAXPROCS(0))
	return &c
}

// bounds returns the last known good commit, -1 for GOOD itself, and the first known bad one.
func (f *BisectFindings) bounds() (low, high int) {
	low, high = -1, len(f.Commits)-1
	for i, c := range f.Commits {
		switch f.answer(c) {
		case BisectGood:
			low = max(low, i)
		case BisectBad:
			high = min(high, i)
		}
	}
	return low, high
}

func (f *BisectFindings) answer(c snapshot.Commit) BisectAnswer {
	of := func(s BisectStep) bool { return s.Commit.Hash == c.Hash }
	return lists.First(f.Steps, of).Answer
}

// middle returns the next commit to judge: the nearest to the middle that was not skipped.
func (f *BisectFindings) middle(low, high int) (at int, ok bool) {
	half := (low + high) / 2
	for distance := range high - low {
		for _, i := range []int{half + distance, half - distance} {
			if low < i && i < high && f.answer(f.Commits[i]) == "" {
				return i, true
			}
		}
	}
	return 0, false
}

// try judges one commit.
func (s *Bisection) try(ctx context.Context, low, middle, high int) (BisectStep, error) {
	f := s.Findings
	at := f.Commits[middle]
	step := BisectStep{Commit: at}
	lastGood := f.Base
	if low >= 0 {
		lastGood = f.Commits[low].Hash
	}
	o := s.Options
	same := func(from, to string) (same bool) {
		engine.Build(ctx, o.BuildTimeout, func(ctx context.Context) error {
			same = s.trier.Same(ctx, from, to, *f.Case)
			return nil
		})
		return same
	}
	switch {
	case same(lastGood, at.Hash):
		step.Answer, step.Why = BisectGood, "nothing that the benchmark can reach has changed since the last good commit"
		return step, ctx.Err()
	case same(at.Hash, f.Commits[high].Hash):
		step.Answer, step.Why = BisectBad, "nothing that the benchmark can reach changes until the first bad commit"
		return step, ctx.Err()
	}
	o.MaxRegression = f.Most
	o.MaxMDE = max(o.MaxMDE, 2*f.Most)
	v, err := s.trier.Compare(ctx, f.Base, at.Hash, f.Case, o, s.folder(at.Hash[:min(12, len(at.Hash))]))
	if ctx.Err() != nil {
		return step, ctx.Err()
	}
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		step.Answer, step.Why = BisectSkipped, first
		return step, nil
	}
	s.note(v)
	step.Measured = true
	step.Why = v.Headline()
	if k := followed(v, f); k != nil {
		step.Why = fmt.Sprintf("%s %s %s", k.Unit, k.Effect.Change(), k.Effect.Interval())
	}
	switch v.Outcome {
	case verdict.Regressed:
		step.Answer = BisectBad
		f.Verdict = v
	case verdict.Pass:
		step.Answer = BisectGood
	default:
		step.Answer, step.Why = BisectSkipped, v.Headline()
	}
	return step, nil
}

// followed returns the comparison of the case with the largest regression.
func followed(v *verdict.Verdict, f *BisectFindings) *verdict.Comparison {
	for i := range v.Comparisons {
		if k := &v.Comparisons[i]; *caseOf(k.Key) == *f.Case && strings.HasSuffix(f.Label, " "+k.Unit) {
			return k
		}
	}
	return nil
}

// Headline is the result in one line.
func (f *BisectFindings) Headline() string {
	switch {
	case f.Nothing != "":
		return "NOTHING TO FIND: " + f.Nothing
	case len(f.First) == 1:
		return "FIRST BAD COMMIT: " + f.First[0].String()
	}
	return "NOT DECIDED: the first bad commit is one of these, not all of which could be judged"
}

// WriteText prints the result for a terminal: the commit, the regression and its causes, and the
// steps.
func (f *BisectFindings) WriteText(out io.Writer) error {
	w := display.NewWriter(out)
	w.Printf("%s\n", f.Headline())
	if f.Nothing != "" {
		return w.Flush()
	}
	if len(f.First) > 1 {
		for _, c := range f.First {
			w.Printf("  %s\n", c.String())
		}
	}
	w.Printf("%s: %s from good to bad\n", f.Label, f.Change)
	if f.Verdict != nil {
		if k := followed(f.Verdict, f); k != nil {
			for _, cause := range k.Causes {
				w.Printf("  cause: %s\n", cause)
			}
			if k.NoCause != "" {
				w.Printf("  cause unknown: %s\n", k.NoCause)
			}
		}
	}
	end := ""
	if len(f.Steps) > 0 {
		end = ":"
	}
	w.Printf("\n%s, %s measured or counted%s\n", display.Count(len(f.Commits), "commit"), display.Count(f.Measured, "revision"), end)
	for _, s := range f.Steps {
		w.Printf("  %-7s  %s: %s\n", string(s.Answer), s.Commit.String(), s.Why)
	}
	for _, n := range f.Notes {
		w.Printf("note: %s\n", n)
	}
	return w.Flush()
}

// WriteJSON prints the findings as one object.
func (f *BisectFindings) WriteJSON(out io.Writer) error { return display.WriteJSON(out, f) }
