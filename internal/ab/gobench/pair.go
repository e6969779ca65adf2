package gobench

import (
	"bytes"
	"context"
	"runtime"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A programPair is what sources have in common whose sides are one program each, which can do
// extra work.
type programPair struct {
	*CopySet
	scratch  *outdir.Scratch
	labels   [2]string // base and head, for people
	programs [4]*ProgramCopy
	name     string // of the files
	header   [][2]string
	extra    func() float64 // measures perExtra
	perExtra float64        // seconds of a unit of extra work
}

// add makes the program of a side.
func (p *programPair) add(side ab.Side, code []byte) (err error) {
	p.programs[side], err = p.Add(side, p.name, code)
	return err
}

// Inject implements [ab.Source]. Nothing needs copies of base before.
func (p *programPair) Inject(context.Context, []ab.Case) error {
	p.perExtra = p.extra()
	for _, side := range []ab.Side{ab.Control, ab.Injected} {
		if err := p.add(side, p.programs[ab.Base].Code); err != nil {
			return err
		}
	}
	return nil
}

// Close removes the programs.
func (p *programPair) Close() error { return p.scratch.Remove() }

// Sides implements [ab.Source].
func (p *programPair) Sides() (base, head string) { return p.labels[ab.Base], p.labels[ab.Head] }

// Same implements [ab.Source].
func (p *programPair) Same() bool {
	return bytes.Equal(p.programs[ab.Base].Code, p.programs[ab.Head].Code)
}

// Better implements [ab.Source].
func (*programPair) Better(unit string) int { return results.UnitNamed(unit).Better }

// Procs implements [ab.Source].
func (*programPair) Procs() int { return runtime.GOMAXPROCS(0) }

// Header implements [ab.Source].
func (p *programPair) Header(ab.Side) [][2]string { return p.header }
