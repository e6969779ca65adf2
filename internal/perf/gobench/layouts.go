package gobench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// layoutOrders is the number of orders of functions at the linker's default alignment.
const layoutOrders = 6

// Layouts is a source whose programs of head differ only in the places of functions.
type Layouts struct {
	*Source
	programs map[string][]binary // by import path: orders, then the aligned one
}

// OpenLayouts builds a revision, Config.Head, in all layouts. Close must be called.
func OpenLayouts(ctx context.Context, c Config) (_ *Layouts, err error) {
	c.Base = ""
	s, err := Open(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeAfter(&err, s)
	switch {
	case s.unlinked != nil:
		return nil, fmt.Errorf("%w: remove it", s.unlinked)
	case s.align == "":
		return nil, fmt.Errorf("the linker of this version of Go cannot place functions elsewhere: use Go 1.26 or later")
	}
	flags := [][]string{{"-ldflags=-s -w"}} // the usual order
	for order := 1; order < layoutOrders; order++ {
		flags = append(flags, []string{fmt.Sprintf("-ldflags=-s -w -randlayout=%d", order)})
	}
	flags = append(flags, []string{"-ldflags=-s -w " + s.align})
	l, begun, total := &Layouts{s, map[string][]binary{}}, time.Now(), len(flags)*len(s.packages)
	for i, p := range s.packages {
		of := s.binaries[p][ab.Head]
		if of.ProgramCopy == nil {
			continue
		}
		for k, f := range flags {
			s.config.Progress.Report("building", i*len(flags)+k, total, begun)
			code, err := s.link(ctx, ab.Head, p, "layout.test", f...)
			if err != nil {
				return nil, fmt.Errorf("the tests of %s: %w", p, s.shorten(err))
			}
			file, err := s.Add(ab.Head, fmt.Sprintf("%04d-%d.test", slices.Index(s.packages, p), k), code)
			if err != nil {
				return nil, err
			}
			l.programs[p] = append(l.programs[p], binary{ProgramCopy: file, dir: of.dir})
		}
	}
	return l, nil
}

// Layouts implements [ab.Layouter].
func (l *Layouts) Layouts() int { return layoutOrders }

// RunLayout implements [ab.Layouter].
func (l *Layouts) RunLayout(ctx context.Context, t ab.Trial, layout int) ([]ab.Block, error) {
	l.binaries[t.Case.Group][ab.Head] = l.programs[t.Case.Group][layout]
	return l.Run(ctx, t)
}
