package gobench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/results"
)

// A ProgramPair is the common part of sources with one program per side that is no test binary. A
// source embeds it, makes the programs by Build or Put, and runs them its own way.
type ProgramPair struct {
	pair
	config   PairConfig
	main     MainPackage // of Build
	programs [4]*ProgramCopy
	same     bool    // known before building
	unit     float64 // seconds of a unit of extra work
}

// A PairConfig describes the programs of a pair.
type PairConfig struct {
	Name     string           // of the files
	Variants [2]child.Variant // of base and head
	Header   [][2]string      // configuration lines of result files
	Unit     func() float64   // measures the seconds of a unit of the extra work that the programs do on request
}

// NewProgramPair returns a pair without programs. Close must be called.
func NewProgramPair(ctx context.Context, c PairConfig) (*ProgramPair, error) {
	p, err := newPair(ctx, c.Variants)
	if err != nil {
		return nil, err
	}
	return &ProgramPair{pair: p, config: c}, nil
}

// A MainPackage is a package of two revisions of a module whose programs are compared.
type MainPackage struct {
	Dir        string      // a folder of the repository; "" for the current one
	Base, Head string      // revisions, "." for the working tree, or paths of built programs
	Package    string      // its folder in a revision, with slashes
	Lacking    string      // an error states this of a revision without the folder
	Equal      bool        // builds both sides even if all their files are the same
	Progress   ab.Progress // of building; may be nil
}

// Build makes the programs of a main package, unless both sides have the same files.
func (p *ProgramPair) Build(ctx context.Context, m MainPackage) error {
	p.main = m
	if err := p.find(ctx); err != nil || p.same {
		return err
	}
	folder := cmp.Or(m.Dir, ".")
	if err := p.findLinker(ctx, [2]string{folder, folder}); err != nil {
		return err
	}
	begun := time.Now()
	for side, name := range []string{m.Base, m.Head} {
		if !isProgram(name) {
			m.Progress.Report("building", side, 2, begun)
		}
		code, err := p.program(ctx, ab.Side(side), name)
		if err != nil {
			return err
		}
		if err := p.Put(ab.Side(side), code); err != nil {
			return err
		}
	}
	return nil
}

// find finds the revisions of both sides, and whether they are the same.
func (p *ProgramPair) find(ctx context.Context) error {
	revisions := true
	for side, name := range []string{p.main.Base, p.main.Head} {
		if isProgram(name) {
			revisions = false
		} else if err := p.resolve(ctx, ab.Side(side), p.main.Dir, name); err != nil {
			return err
		}
	}
	if !revisions || p.main.Equal || p.varied() {
		return nil
	}
	if _, err := os.Stat(filepath.Join(p.repo.Top, filepath.FromSlash(p.main.Package))); err != nil {
		return nil // program reports it
	}
	changed, err := p.repo.Differences(ctx, p.revisions[ab.Base], p.revisions[ab.Head])
	p.same = err == nil && len(changed) == 0
	return err
}

// program builds a revision, or reads a built one.
func (p *ProgramPair) program(ctx context.Context, side ab.Side, name string) (code []byte, err error) {
	if isProgram(name) {
		p.built, p.labels[side] = true, name
		if v := p.setups[side].Variant; v.Builds() {
			return nil, builtError(v, side)
		}
		return os.ReadFile(name)
	}
	files, v := p.folder(side), p.revisions[side]
	if err := v.Export(ctx, files); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(files, filepath.FromSlash(p.main.Package))); err != nil {
		return nil, fmt.Errorf("%s %s", v, p.main.Lacking)
	}
	if code, err = p.build(ctx, side, builtMain, p.linkFlags(side)...); err != nil {
		return nil, fmt.Errorf("building %s at %s: %w", p.config.Name, v, err)
	}
	p.Trees[side] = NewSourceTree(files, host.ModuleOf(files))
	return code, nil
}

// builtMain is the file of base's program and later of head's: the go command does not link
// an equal one again.
const builtMain = "built.program"

// build builds the program of a side from its exported files to the file output.
func (p *ProgramPair) build(ctx context.Context, side ab.Side, output string, flags ...string) ([]byte, error) {
	output = filepath.Join(p.root, output)
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", output}, flags...)
	if _, err := p.goIn(side, p.folder(side)).Run(ctx, append(args, "./"+p.main.Package)...); err != nil {
		return nil, err
	}
	return os.ReadFile(output)
}

// Shuffle implements [ab.Source] for the programs of Build: one program has all cases.
func (p *ProgramPair) Shuffle(ctx context.Context, _ []ab.CaseID, rng *rand.Rand) error {
	if p.built {
		return fmt.Errorf("built programs cannot be linked anew: %w", errors.ErrUnsupported)
	}
	return p.relink(ctx, rng, func(side ab.Side, flags []string) error {
		code, err := p.build(ctx, side, side.String()+".program", flags...)
		if err == nil {
			err = p.Put(side, code)
		}
		return err
	})
}

// Put makes the program of a side. If it has one, the new code is used from the next Refresh on.
func (p *ProgramPair) Put(side ab.Side, code []byte) (err error) {
	if p.programs[side] != nil {
		p.programs[side].Code = code
		return nil
	}
	p.programs[side], err = p.Add(side, p.config.Name, code)
	return err
}

// Program returns the program of a side.
func (p *ProgramPair) Program(side ab.Side) *ProgramCopy { return p.programs[side] }

// Environment is that of the programs of a side.
func (p *ProgramPair) Environment(side ab.Side) []string { return p.environment(side) }

// Setup is what a side is built with.
func (p *ProgramPair) Setup(side ab.Side) child.Setup { return p.setups[side] }

// SetLabel sets the printed name of a side.
func (p *ProgramPair) SetLabel(side ab.Side, label string) { p.labels[side] = label }

// Alignment is the linker's flag that aligns functions on both sides, "" if there is none.
func (p *ProgramPair) Alignment(ctx context.Context) (flag string, err error) {
	err = p.findLinker(ctx, [2]string{p.root, p.root})
	return p.align, err
}

// Export writes a revision of the repository of a folder to a temporary folder of the side. It
// returns where this folder is in it, and the printed name of the revision.
func (p *ProgramPair) Export(ctx context.Context, side ab.Side, dir, name string) (folder, revision string, err error) {
	if err := p.resolve(ctx, side, dir, name); err != nil {
		return "", "", err
	}
	if err := p.revisions[side].Export(ctx, p.folder(side)); err != nil {
		return "", "", err
	}
	return filepath.Join(p.folder(side), p.repo.Prefix), p.revisions[side].String(), nil
}

// Inject implements [ab.Source]. It needs no copies of base.
func (p *ProgramPair) Inject(context.Context, []ab.CaseID) error {
	p.unit = p.config.Unit()
	for _, side := range []ab.Side{ab.Control, ab.Injected} {
		if err := p.Put(side, p.programs[ab.Base].Code); err != nil {
			return err
		}
	}
	return nil
}

// Units returns the units of extra work in each operation of a trial: 0 except on the injected side.
func (p *ProgramPair) Units(t ab.Trial) float64 {
	if t.Side != ab.Injected {
		return 0
	}
	return t.Extra / p.unit
}

// Same implements [ab.Source].
func (p *ProgramPair) Same() bool {
	return p.same || !p.varied() && bytes.Equal(p.programs[ab.Base].Code, p.programs[ab.Head].Code)
}

// Better implements [ab.Source].
func (*ProgramPair) Better(unit string) int { return results.UnitNamed(unit).Better }

// Procs implements [ab.Source].
func (*ProgramPair) Procs() int { return runtime.GOMAXPROCS(0) }

// Header implements [ab.Source].
func (p *ProgramPair) Header(ab.Side) [][2]string { return p.config.Header }

// Place implements [ab.Source]: a program has no place.
func (*ProgramPair) Place(ab.CaseID) (at results.Place) { return at }
