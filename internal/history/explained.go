package history

import (
	"errors"

	"github.com/ecsbench/ecsbench/internal/lists"
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
	s.explained, s.Notes, s.Causes = true, e.Notes, e.Causes
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
func (c *change) save() error {
	file := lists.First(c.at.files, isPaired)
	found := lists.Filter(c.steps, func(s *Step) bool { return s.explained })
	if file == nil || len(found) == 0 {
		return nil // a file of another command is not changed
	}
	w, _, err := results.Resume(file.Path)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range found {
		errs = append(errs, w.Annotate(results.KindExplained, results.Explanation{
			Package: s.Key.Package, Case: s.Key.Name, Before: c.before.ID, Causes: s.Causes, Notes: s.Notes,
			Unsure: s.Status == verdict.Suspect || s.Status == verdict.Unconfirmed,
		}))
	}
	return errors.Join(append(errs, w.Close())...)
}
