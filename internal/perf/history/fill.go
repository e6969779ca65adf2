package history

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// FillOptions select what to measure and for how long.
type FillOptions struct {
	ab.Options          // Budget, Started, Rounds, Seed, Environment, Progress
	Dir        string   // of the result files
	Pattern    string   // as for go test -bench
	Packages   []string // as for go test
	Precision  float64  // half-width of the interval of a median at which a commit is done, unless Rounds are given
	Say        func(line string)
}

const (
	measureShare = 0.85 // of the budget; the rest is for causes
	firstShare   = 0.6  // of the remaining time, for a batch that others follow
	mostCommits  = 16   // that are measured in turns at a time; their test binaries are kept
)

// A FillOutcome is the result of a call.
type FillOutcome struct {
	History  *History // nil if nothing is measured yet
	Commits  int
	Measured int      // in this call
	Same     int      // of these, with the same code as others
	Left     int      // without time
	Failed   []string // commits that cannot be built or measured, and why
}

// Summary is one line.
func (o *FillOutcome) Summary() string {
	parts := []string{fmt.Sprintf("%s: %d measured now", display.Count(o.Commits, "commit"), o.Measured)}
	if o.Same > 0 {
		parts = append(parts, fmt.Sprintf("%d of them have the same code as others", o.Same))
	}
	if n := len(o.Failed); n > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be measured", n))
	}
	if o.Left > 0 {
		parts = append(parts, fmt.Sprintf("%d remain for the next call of the same command", o.Left))
	}
	return strings.Join(parts, ", ")
}

// A filler is a call of [Fill].
type filler struct {
	FillOptions
	*CommitRange
	commits []*commit
	request string // what makes the samples of two calls comparable, besides the programs
	outcome FillOutcome
}

// Fill measures missing commits. If ctx ends first, the error is a
// [results.InterruptedError]; the same call continues.
func Fill(ctx context.Context, series *CommitRange, o FillOptions) (*FillOutcome, error) {
	if err := outdir.MakeFolder(o.Dir); err != nil {
		return nil, fmt.Errorf("making the folder of results: %w", err)
	}
	held, err := outdir.TakeLock(filepath.Join(o.Dir, ".fill.lock"))
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", o.Dir, err)
	}
	defer held.Release()
	request, err := json.Marshal([]any{o.Environment.Machine, o.Environment.CPU, o.Environment.GoVersion, o.Environment.Settings(), o.Pattern, o.Packages})
	if err != nil {
		return nil, err
	}
	f := &filler{FillOptions: o, CommitRange: series, request: string(request)}
	f.outcome.Commits = len(series.Commits)
	for at, c := range series.Commits {
		f.commits = append(f.commits, &commit{RangeCommit: c, at: at})
	}
	if err := f.load(); err != nil {
		return nil, err
	}
	err = f.fill(ctx)
	if ctx.Err() != nil {
		return nil, &results.InterruptedError{Path: o.Dir}
	}
	if err != nil {
		return nil, err
	}
	f.outcome.Left = len(f.missing())
	return &f.outcome, f.conclude(ctx)
}

// load reads the finished files.
func (f *filler) load() error {
	files, err := Read([]string{f.Dir}, func(error) {})
	if errors.Is(err, ErrNoResults) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		if c := f.commitOf(recordedCommit(file)); c != nil && !(isPaired(file) && file.Unfinished) {
			c.take(file, f.Environment.GOMAXPROCS)
		}
	}
	return nil
}

func recordedCommit(file *results.File) string {
	return lists.First(file.Environments, func(e results.Environment) bool {
		return e.Commit != "" && !e.Dirty
	}).Commit
}

func (f *filler) commitOf(id string) *commit {
	return lists.First(f.commits, func(c *commit) bool { return c.ID == id })
}

// missing lists the commits that can be measured.
func (f *filler) missing() []*commit {
	return lists.Filter(f.commits, func(c *commit) bool { return len(c.files) == 0 && c.failure == "" })
}

// fill measures batch after batch, until nothing is missing or the budget ends.
func (f *filler) fill(ctx context.Context) error {
	for len(f.missing()) > 0 {
		done, err := f.batch(ctx)
		if err != nil || !done {
			return err
		}
	}
	return nil
}

// left is the time for measuring that is left.
func (f *filler) left() time.Duration { return time.Until(f.After(measureShare)) }

// order lists the missing commits, coarse to fine: the ends of the range, then always the middle of the
// widest gap.
func (f *filler) order() (list []*commit) {
	known := lists.Map(f.commits, func(c *commit) bool { return len(c.files) > 0 || c.failure != "" })
	for next := []int{len(known) - 1, 0}; len(next) > 0; next = next[1:] {
		if i := next[0]; !known[i] {
			known[i] = true
			list = append(list, f.commits[i])
		}
		if middle := widest(known); len(next) == 1 && middle >= 0 {
			next = append(next, middle)
		}
	}
	return list
}

// widest returns the middle of the widest gap between known commits, -1 if nothing is missing.
func widest(known []bool) (middle int) {
	middle = -1
	from, size := -1, 0
	for i := range len(known) + 1 {
		if i < len(known) && !known[i] {
			continue
		}
		if gap := i - from - 1; gap > size {
			middle, size = (from+i)/2, gap
		}
		from = i
	}
	return middle
}
