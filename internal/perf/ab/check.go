package ab

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
)

// The most that a plan can have of each, far above what a budget allows.
const (
	mostOperations = 1 << 40
	mostBlocks     = 1 << 12
)

// check returns an error for a journal that [Run] does not write. A damaged or foreign one would
// otherwise be an index out of range, or take all memory.
func (s *Session) check() error {
	for i, n := range s.entries {
		if err := n.check(len(s.Plan.Cases)); err != nil {
			return fmt.Errorf("%s:%d: %w; begin a new experiment", filepath.Join(s.Dir, journalFile), i+1, err)
		}
		if i > 0 && n.Begun != nil {
			return fmt.Errorf("%s:%d: it begins a second experiment; begin a new one", filepath.Join(s.Dir, journalFile), i+1)
		}
	}
	if err := s.beginning.check(); err != nil {
		return fmt.Errorf("%s:1: %w; begin a new experiment", filepath.Join(s.Dir, journalFile), err)
	}
	return nil
}

func (b *beginning) check() error {
	if err := b.Options.Check(); err != nil {
		return err
	}
	p := &b.Plan
	switch {
	case b.Inventory == nil:
		return errors.New("the inventory is missing")
	case p.Rounds < 0 || p.Comparisons < 0 || !(p.Slowdown >= 0):
		return fmt.Errorf("a plan with %d rounds, %d comparisons and a slowdown of %g", p.Rounds, p.Comparisons, p.Slowdown)
	}
	for _, c := range p.Cases {
		if c.Operations < 1 || c.Operations > mostOperations || c.Blocks < 1 || c.Blocks > mostBlocks || c.Procs < 0 || c.Wall < 0 || !(c.PerOp >= 0) || !(c.Spread >= 0) {
			return fmt.Errorf("the plan of %s has %d operations, %d blocks, %d processors, %v per trial, %g s per operation", display.Escape(c.CaseID.String()), c.Operations, c.Blocks, c.Procs, c.Wall, c.PerOp)
		}
	}
	for _, c := range p.Counted {
		if c.Work == nil || !(c.Work.Base > 0) {
			return fmt.Errorf("the counted instructions of %s are missing", display.Escape(c.Case.String()))
		}
	}
	for _, i := range slices.Concat(p.Controls, p.Slowed) {
		if i < 0 || i >= len(p.Cases) {
			return fmt.Errorf("control %d of %d cases", i, len(p.Cases))
		}
	}
	if len(lists.Add(nil, p.Controls...)) < len(p.Controls) || len(lists.Add(nil, p.Slowed...)) < len(p.Slowed) {
		return errors.New("a case is a control twice")
	}
	return nil
}

// check returns an error for indexes that a plan with so many cases does not have.
func (n *entry) check(cases int) error {
	if n.Stage < 0 || n.Stage > 1 || n.Spent < 0 {
		return fmt.Errorf("stage %d after %v", n.Stage, n.Spent)
	}
	index := func(i int, side Side) error {
		if i < 0 || i >= cases || side < Base || side > Injected {
			return fmt.Errorf("side %d of case %d of %d", side, i, cases)
		}
		return nil
	}
	for i, sides := range n.Ran {
		for _, side := range append(slices.Clone(sides), Base) {
			if err := index(i, side); err != nil {
				return err
			}
		}
	}
	for _, i := range n.Dead {
		if err := index(i, Base); err != nil {
			return err
		}
	}
	for _, l := range n.Lost {
		if err := index(l.Case, l.Side); err != nil {
			return err
		}
	}
	return nil
}
