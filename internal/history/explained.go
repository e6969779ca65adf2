package history

import (
	"errors"
	"math"

	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// recall adds the explanations in the files of a step's commit.
func (h *History) recall(s *Series) {
	for i := range s.Steps {
		step := &s.Steps[i]
		before, at := h.Commits[s.Points[step.Before].Commit], h.Commits[s.Points[step.At].Commit]
		for _, f := range at.Files {
			for _, e := range f.Explained {
				if e.Case == step.Key.Name && e.Package == step.Key.Package && e.Before == before.ID {
					step.explain(e)
				}
			}
		}
	}
}

// explain stores an explanation in the step, in place of an earlier one.
func (s *Step) explain(e results.Explanation) {
	s.explained, s.Notes, s.Causes = true, e.Notes, nil
	for _, c := range e.Causes {
		if c.Share == 0 {
			c.Share = math.NaN()
		}
		s.Causes = append(s.Causes, verdict.Cause{
			Share: c.Share, Function: c.Function, Where: verdict.Place{File: c.File, Line: c.Line}, Commits: c.Commits, Like: c.Like,
		})
	}
	if e.Unsure {
		s.doubt()
	}
}

// doubt marks a step whose instructions are the same.
func (s *Step) doubt() {
	s.Status = verdict.Suspect
	if log, _, _ := s.Worse(); log < 0 {
		s.Status = verdict.Unconfirmed
	}
}

// save appends the explanations of a change to the file of its commit.
func (c *change) save() (err error) {
	var found []results.Explanation
	for _, s := range c.steps {
		if !s.explained {
			continue
		}
		e := results.Explanation{
			Package: s.Key.Package, Case: s.Key.Name, Before: c.before.ID, Notes: s.Notes,
			Unsure: s.Status == verdict.Suspect || s.Status == verdict.Unconfirmed,
		}
		for _, k := range s.Causes {
			if math.IsNaN(k.Share) {
				k.Share = 0
			}
			e.Causes = append(e.Causes, results.Cause{
				Share: k.Share, Function: k.Function, File: k.Where.File, Line: k.Where.Line, Commits: k.Commits, Like: k.Like,
			})
		}
		found = append(found, e)
	}
	if len(found) == 0 {
		return nil
	}
	w, _, err := results.Resume(c.at.files[0].Path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	for _, e := range found {
		if err := w.Annotate(results.KindExplained, e); err != nil {
			return err
		}
	}
	return nil
}
