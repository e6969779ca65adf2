package history

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A state is a commit with its results and programs.
type state struct {
	RangeCommit
	at      int             // in the series
	files   []*results.File // its results; none if it is missing
	failure string          // why it cannot be measured

	code      map[ab.Case]string // the hash of what each benchmark function can reach
	goVersion string
	src       *gobench.Source // built, until it is closed
	meter     *ab.Meter
	listed    []ab.Case // its cases
	broken    []ab.Failure
}

// open builds the commit.
func (s *state) open(ctx context.Context, f *filler) error {
	if s.src != nil {
		return nil
	}
	src, err := gobench.Open(ctx, gobench.Config{Dir: f.folder, Head: s.Hash, Pattern: f.Pattern, Packages: f.Packages})
	if err != nil {
		return err
	}
	s.src, s.code, s.goVersion = src, src.Code(ctx), src.GoVersion(ab.Head)
	s.meter = ab.NewMeter(src, ab.Options{Budget: f.Budget})
	return ctx.Err()
}

func (s *state) close() {
	if s.src != nil {
		s.src.Close()
	}
	s.src, s.meter = nil, nil
}

// class returns the identity of the code of a case.
func (s *state) class(c ab.Case) string {
	return cmp.Or(s.code[c.Top()], "commit "+s.ID)
}

// result returns a case in the files of the commit, and its class.
func (s *state) result(c ab.Case, procs int) (found *results.Case, class string) {
	for _, file := range s.files {
		for _, r := range file.Cases {
			if fillCase(r, procs) == c && len(r.In("ns/op")) > 0 {
				return r, cmp.Or(file.CodeOf(r), "commit "+s.ID)
			}
		}
	}
	return nil, ""
}

// fillCase reverts the changes of result files to the name of a case.
func fillCase(r *results.Case, procs int) ab.Case {
	return ab.CaseNamed(r.Config["pkg"], r.Name, procs)
}

// short returns an error in one line, without package names of the go command.
func short(err error) string {
	var parts []string
	for line := range strings.Lines(err.Error()) {
		before, _, isPackage := strings.Cut(strings.TrimSpace(line), "# ")
		if !isPackage {
			parts = append(parts, strings.TrimSpace(line))
		} else if before != "" {
			parts = append(parts, strings.TrimSpace(before))
		}
	}
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// A journal has the plans and rounds of the current batch, so that the next one continues.
type journal struct {
	*outdir.Journal[journalLine]
	path  string
	lines []journalLine
}

// A journalLine is the first line, a planned case, or a round of a case.
type journalLine struct {
	Of     string              `json:"of,omitempty"` // the measured benchmarks and their folder
	Size   *ab.PlannedCase     `json:"size,omitempty"`
	Case   ab.Case             `json:"case,omitzero"`
	Round  int                 `json:"round,omitempty"`
	Values map[string]ab.Block `json:"values,omitempty"` // by commit
}

// mostJournalled is above any number of rounds.
const mostJournalled = 100_000

// openJournal reads the journal if machine, toolchain and benchmarks are the same.
func openJournal(path string, o *FillOptions) (*journal, error) {
	of, err := json.Marshal([]any{o.Environment.Machine, o.Environment.CPU, o.Environment.GoVersion, o.Environment.Settings(), o.Pattern, o.Packages})
	if err != nil {
		return nil, err
	}
	j := &journal{path: path}
	if j.Journal, j.lines, err = outdir.OpenJournal[journalLine](path); err != nil {
		return nil, err
	}
	for i, l := range j.lines {
		if l.Round < 0 || l.Round > mostJournalled || l.Size != nil && (l.Size.Operations < 1 || l.Size.Blocks < 0 || l.Size.Wall < 0 || !(l.Size.PerOp >= 0)) {
			return nil, errors.Join(fmt.Errorf("%s:%d: a round or a plan that is impossible: remove the file, and call again", path, i+1), j.Close())
		}
	}
	if len(j.lines) == 0 || j.lines[0].Of != string(of) {
		j.lines = []journalLine{{Of: string(of)}}
		return j, j.reset()
	}
	return j, nil
}

// reset keeps the first line only.
func (j *journal) reset() error {
	first := j.lines[0]
	j.lines = nil
	return errors.Join(j.Reset(), j.add(first))
}

func (j *journal) add(l journalLine) error {
	j.lines = append(j.lines, l)
	return j.Add(l)
}

// close removes the journal if there is nothing to continue.
func (j *journal) close(done bool) error {
	err := j.Close()
	if done && err == nil {
		err = os.Remove(j.path)
	}
	return err
}

// restore adds the rounds of earlier batches to a group. It reports whether its case is planned.
func (j *journal) restore(g *group) (planned bool) {
	for _, l := range j.lines {
		if l.Size != nil && l.Size.Case == g.Case {
			g.PlannedCase, planned = *l.Size, true
		} else if l.Case == g.Case {
			g.add(l.Round, l.Values)
		}
	}
	return planned
}
