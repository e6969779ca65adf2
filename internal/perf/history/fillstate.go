package history

import (
	"cmp"
	"errors"
	"strings"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// A state is a commit with its results and programs.
type state struct {
	RangeCommit
	at      int             // in the series
	files   []*results.File // its results; none if it is missing
	failure string          // why it cannot be measured

	// In the current batch:
	code      map[ab.CaseID]string // the hash of what each benchmark function can reach; nil if it was not built
	goVersion string
	src       *gobench.Source // nil if it is not needed
	bench     *ab.Bench       // nil if nothing is measured
}

// close ends what the batch has of the commit. Its unfinished file stays.
func (s *state) close() (err error) {
	if s.bench != nil {
		err = s.bench.Close(results.Interrupted)
	}
	s.bench, s.code = nil, nil
	return errors.Join(err, s.closeSource())
}

// closeSource removes the programs of the commit.
func (s *state) closeSource() (err error) {
	if s.src != nil {
		err = s.src.Close()
	}
	s.src = nil
	return err
}

// name is that of its file.
func (s *state) name() string {
	return strings.ReplaceAll(s.ID[:min(12, len(s.ID))], "/", "-") + ".txt"
}

// class returns the identity of the code of a case.
func (s *state) class(c ab.CaseID) string {
	return cmp.Or(s.code[c.Top()], "commit "+s.ID)
}

// result returns a case in the files of the commit, and its class.
func (s *state) result(c ab.CaseID, procs int) (found *results.Case, class string) {
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
func fillCase(r *results.Case, procs int) ab.CaseID {
	return ab.CaseNamed(r.Config["pkg"], r.Name, procs)
}

// message is the text of an error in one line.
func message(err error) string { return child.GoMessage(err, 2) }
