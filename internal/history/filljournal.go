package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/ecsbench/ecsbench/internal/ab"
)

// A journal has the rounds of the current batch, one line each, so that the next call continues.
type journal struct {
	path  string
	file  *os.File
	first []byte // the line that a journal begins with
	sizes map[ab.Case]ab.PlannedCase
	lines []journalLine
}

// A journalLine is a planned case, or a round of a case.
type journalLine struct {
	Size   *ab.PlannedCase     `json:"size,omitempty"`
	Case   ab.Case             `json:"case,omitzero"`
	Round  int                 `json:"round,omitempty"`
	Values map[string]ab.Block `json:"values,omitempty"` // by commit
}

// openJournal reads the journal if machine, toolchain and benchmarks are the same.
func openJournal(path string, o *FillOptions) (*journal, error) {
	j := &journal{path: path, sizes: map[ab.Case]ab.PlannedCase{}}
	var err error
	if j.first, err = json.Marshal(map[string]any{"machine": o.Environment.Machine, "cpu": o.Environment.CPU, "go": o.Environment.GoVersion, "bench": o.Pattern, "packages": o.Packages}); err != nil {
		return nil, err
	}
	text, _ := os.ReadFile(path) // none is an empty one
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 16<<20)
	if !lines.Scan() || !bytes.Equal(lines.Bytes(), j.first) {
		return j, j.reset()
	}
	whole := len(j.first) + 1
	for lines.Scan() {
		var l journalLine
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			break // the last one, when the process was killed
		}
		whole += len(lines.Bytes()) + 1
		j.lines = append(j.lines, l)
		if l.Size != nil {
			j.sizes[l.Size.Case] = *l.Size
		}
	}
	if j.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
		return nil, fmt.Errorf("opening the journal: %w", err)
	}
	if whole < len(text) {
		err = os.Truncate(path, int64(whole))
	}
	return j, err
}

// reset begins an empty journal.
func (j *journal) reset() (err error) {
	if j.file != nil {
		j.file.Close()
	}
	j.lines = nil
	clear(j.sizes)
	if j.file, err = os.Create(j.path); err == nil {
		_, err = j.file.Write(append(slices.Clone(j.first), '\n'))
	}
	if err != nil {
		return fmt.Errorf("beginning the journal: %w", err)
	}
	return nil
}

// close removes the journal if there is nothing to continue.
func (j *journal) close(done bool) error {
	err := j.file.Close()
	if done && err == nil {
		err = os.Remove(j.path)
	}
	return err
}

func (j *journal) write(l journalLine) error {
	line, err := json.Marshal(l)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	return nil
}

// size writes the plan of a case.
func (j *journal) size(c ab.PlannedCase) error {
	j.sizes[c.Case] = c
	return j.write(journalLine{Size: &c})
}

// round writes the values of a round.
func (j *journal) round(c ab.Case, r int, values map[string]ab.Block) error {
	return j.write(journalLine{Case: c, Round: r, Values: values})
}

// restore adds the rounds of an earlier call to a group.
func (j *journal) restore(g *group) {
	for _, l := range j.lines {
		if l.Size == nil && l.Case == g.Case {
			g.add(l.Round, l.Values)
		}
	}
}
