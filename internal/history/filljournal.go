package history

import (
	"encoding/json"
	"errors"
	"os"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/outdir"
)

// A journal has the rounds of the current batch, so that the next call continues.
type journal struct {
	*outdir.Journal[journalLine]
	path  string
	first journalLine
	sizes map[ab.Case]ab.PlannedCase
	lines []journalLine
}

// A journalLine is the first line, a planned case, or a round of a case.
type journalLine struct {
	Of     string              `json:"of,omitempty"` // what is measured, and where
	Size   *ab.PlannedCase     `json:"size,omitempty"`
	Case   ab.Case             `json:"case,omitzero"`
	Round  int                 `json:"round,omitempty"`
	Values map[string]ab.Block `json:"values,omitempty"` // by commit
}

// openJournal reads the journal if machine, toolchain and benchmarks are the same.
func openJournal(path string, o *FillOptions) (*journal, error) {
	of, err := json.Marshal([]any{o.Environment.Machine, o.Environment.CPU, o.Environment.GoVersion, o.Pattern, o.Packages})
	if err != nil {
		return nil, err
	}
	j := &journal{path: path, first: journalLine{Of: string(of)}, sizes: map[ab.Case]ab.PlannedCase{}}
	if j.Journal, j.lines, err = outdir.OpenJournal[journalLine](path); err != nil {
		return nil, err
	}
	if len(j.lines) == 0 || j.lines[0].Of != j.first.Of {
		return j, j.reset()
	}
	for _, l := range j.lines {
		if l.Size != nil {
			j.sizes[l.Size.Case] = *l.Size
		}
	}
	return j, nil
}

// reset begins an empty journal.
func (j *journal) reset() error {
	j.lines = nil
	clear(j.sizes)
	return errors.Join(j.Reset(), j.Add(j.first))
}

// close removes the journal if there is nothing to continue.
func (j *journal) close(done bool) error {
	err := j.Close()
	if done && err == nil {
		err = os.Remove(j.path)
	}
	return err
}

// size writes the plan of a case.
func (j *journal) size(c ab.PlannedCase) error {
	j.sizes[c.Case] = c
	return j.Add(journalLine{Size: &c})
}

func (j *journal) round(c ab.Case, r int, values map[string]ab.Block) error {
	return j.Add(journalLine{Case: c, Round: r, Values: values})
}

// restore adds the rounds of an earlier call to a group.
func (j *journal) restore(g *group) {
	for _, l := range j.lines {
		if l.Size == nil && l.Of == "" && l.Case == g.Case {
			g.add(l.Round, l.Values)
		}
	}
}
