package ab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A beginning has the decisions before the first round.
type beginning struct {
	Options   Options        `json:"options"`
	Programs  string         `json:"programs"` // Source.Programs
	Machine   string         `json:"machine"`
	Inventory *Inventory     `json:"inventory"`
	Plan      ExperimentPlan `json:"plan"`
}

// machineOf returns the description of the machine in result files, and the settings of Go.
func machineOf(src Source) string {
	var env results.Environment
	env.ReadSettings()
	return fmt.Sprint(src.Header(Base), src.Procs(), env.Settings())
}

// An entry is a line of journal.jsonl: the state to resume. The first is written before the
// first round, and each other at the end of a round. The values are in the result files.
type entry struct {
	Begun  *beginning              `json:"begun,omitempty"` // of the first line
	Stage  int                     `json:"stage"`
	Spent  time.Duration           `json:"spent_ns"` // of the budget, so far
	Marks  map[string]results.Mark `json:"marks"`    // of the files with results
	Ran    map[int][]Side          `json:"ran"`      // in this round, by case
	Failed []FailedCase            `json:"failed,omitempty"`
	Dead   []int                   `json:"dead,omitempty"` // cases
	Lost   []lost                  `json:"lost,omitempty"`
}

// A lost control, and the reason.
type lost struct {
	Case   int    `json:"case"`
	Side   Side   `json:"side"`
	Reason string `json:"reason"`
}

// entry describes a finished round of these cases.
func (e *experiment) entry(stage int, cases []int) entry {
	n := entry{Stage: stage, Spent: time.Since(e.o.Started), Failed: e.failed, Ran: map[int][]Side{}}
	for _, i := range cases {
		if !e.alive(i) {
			continue
		}
		rounds := e.series[i].stage[stage]
		for side, value := range rounds[len(rounds)-1] {
			if value != nil {
				n.Ran[i] = append(n.Ran[i], Side(side))
			}
		}
	}
	for i := range e.series {
		s := &e.series[i]
		if s.dead {
			n.Dead = append(n.Dead, i)
		}
		for side, err := range s.lost {
			if err != nil {
				n.Lost = append(n.Lost, lost{i, Side(side), err.Error()})
			}
		}
	}
	return n
}

// recall is the reverse of entry. It takes the values of the round from all trials.
func (e *experiment) recall(n entry, all trials) error {
	for _, i := range n.Dead {
		e.series[i].dead = true
	}
	for _, l := range n.Lost {
		e.series[l.Case].lost[l.Side] = errors.New(l.Reason)
	}
	for i, sides := range n.Ran {
		var values round
		for _, side := range sides {
			var err error
			if values[side], err = e.record.next(all, e.plan.Cases[i].CaseID, side); err != nil {
				return err
			}
		}
		e.series[i].stage[n.Stage] = append(e.series[i].stage[n.Stage], values)
	}
	e.failed = n.Failed
	e.done[n.Stage] += bool2int(n.Begun == nil)
	return nil
}

// load returns a session that resumes the experiment in a folder, and keeps it for this process
// until Close. A round that was interrupted counts as not begun.
func load(dir string) (_ *Session, err error) {
	if !IsBegun(dir) {
		return nil, fmt.Errorf("%s holds no experiment to resume: its %s is missing or empty; begin a new one", dir, journalFile)
	}
	s := &Session{Dir: dir}
	if s.lock, err = lockFolder(dir); err != nil {
		return nil, err
	}
	if _, done := os.Stat(filepath.Join(dir, verdictFile)); done == nil {
		err = fmt.Errorf("the experiment in %s is finished: its verdict is in %s", dir, verdictFile)
	} else if s.entries, err = outdir.ReadJournal[entry](filepath.Join(dir, journalFile)); err == nil && (len(s.entries) == 0 || s.entries[0].Begun == nil) {
		err = fmt.Errorf("%s in %s is not that of an experiment; begin a new one", journalFile, dir)
	}
	if err == nil {
		s.beginning = *s.entries[0].Begun
		err = s.check()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// IsBegun reports whether the folder has an experiment for [Continue].
func IsBegun(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, journalFile))
	return err == nil && info.Size() > 0
}

// resume restores an interrupted experiment, whose source was opened again.
func (e *experiment) resume(s *Session) error {
	if e.src.Programs() != s.Programs {
		return fmt.Errorf("the experiment in %s has other programs: base, head or the Go version has changed; begin a new one", s.Dir)
	}
	// The cases are known, but the inventory also sets the units of the source.
	if _, err := e.Inventory(e.ctx); err != nil {
		return err
	}
	if now := machineOf(e.src); now != s.Machine {
		return fmt.Errorf("the experiment in %s was begun on another machine or with other settings of Go, %s, and this is %s; begin a new one", s.Dir, display.Escape(s.Machine), now)
	}
	e.inventory, e.plan, e.series = s.Inventory, s.Plan, make([]series, len(s.Plan.Cases))
	if err := e.inject(); err != nil {
		return err
	}
	last := s.entries[len(s.entries)-1]
	var err error
	if e.record, err = reopenRecorder(s.Dir, e.src, last.Marks); err != nil {
		return err
	}
	e.note = e.record.note
	all, err := e.record.trials()
	for _, n := range s.entries {
		if err == nil {
			err = e.recall(n, all)
		}
	}
	if err != nil {
		return errors.Join(fmt.Errorf("resuming the experiment in %s: %w", s.Dir, err), e.record.close())
	}
	e.o.Started = time.Now().Add(-last.Spent)
	return nil
}
