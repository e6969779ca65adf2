// Package worldbench lets a world file take part in an experiment of package ab: the
// programs of one world on two versions of a library.
package worldbench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/internal/ab/copies"
	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/format"
	"github.com/ecsbench/ecsbench/internal/world/generate"
	"github.com/ecsbench/ecsbench/internal/world/play"
	"github.com/ecsbench/ecsbench/results"
)

// timeout is for one process.
const timeout = 2 * time.Minute

// A Source is a pair of programs.
type Source struct {
	*copies.Set
	scratch  *outdir.Scratch
	session  *play.Session
	c        source.Case
	sides    [2]generate.Library
	programs [4]*copies.File
	header   [][2]string
	per      float64 // nanoseconds of an iteration of extra work
}

var side = regexp.MustCompile(`^([a-z]+)(?:@(v\d\S*)|=(.+))$`)

// parse reads NAME@VERSION or NAME=FOLDER.
func parse(text string) (l generate.Library, err error) {
	m := side.FindStringSubmatch(text)
	if m == nil {
		return l, fmt.Errorf("%s: a world is compared on two versions of a library, such as ark@v0.8.0 or ark=../ark", text)
	}
	found, err := generate.Named(m[1])
	if err != nil {
		return l, fmt.Errorf("%s: %w", text, err)
	}
	l = found[0]
	if m[2] != "" {
		l.Version = m[2]
		return l, nil
	}
	if l.Folder, err = filepath.Abs(m[3]); err != nil {
		return l, err
	}
	if _, err := os.Stat(filepath.Join(l.Folder, "go.mod")); err != nil {
		return l, fmt.Errorf("%s: want the folder of the module %s: %w", text, l.Module, err)
	}
	return l, nil
}

// Open builds both programs. Close must be called.
func Open(ctx context.Context, base, head string, w *format.World) (_ *Source, err error) {
	s := &Source{per: drive.NanosecondsPerIteration(), header: [][2]string{{"world", w.Spec.Name}}}
	for i, text := range []string{base, head} {
		if s.sides[i], err = parse(text); err != nil {
			return nil, err
		}
	}
	if s.sides[0].Name != s.sides[1].Name {
		return nil, fmt.Errorf("%s and %s are different libraries, which world run compares: ecsbench world run FILE --library %s,%s", base, head, s.sides[0].Name, s.sides[1].Name)
	}
	if s.scratch, err = outdir.NewScratch("ab"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	s.Set = copies.NewSet(s.scratch.Path)
	build := play.Build{}
	if build.Folder, err = play.CacheFolder(); err != nil {
		return nil, err
	}
	programs, err := build.All(ctx, w, []generate.Library{s.sides[0], s.sides[1], generate.Reference})
	if err != nil {
		return nil, err
	}
	for i, p := range programs {
		if p.Err != nil {
			return nil, p.Err
		}
		if i == len(programs)-1 {
			break
		}
		code, err := os.ReadFile(p.Path)
		if err != nil {
			return nil, err
		}
		if s.programs[i], err = s.Add(source.Side(i), "world", code); err != nil {
			return nil, err
		}
	}
	s.session = play.NewSession(w, programs)
	s.session.Limit = timeout
	s.c = source.Case{Name: "World/world=" + w.Spec.Name + "/impl=" + s.sides[0].Name}
	environment := measure.Host()
	s.header = append(s.header, [2]string{"goos", environment.OS}, [2]string{"goarch", environment.Arch}, [2]string{"cpu", environment.CPU})
	return s, nil
}

// Close removes the programs.
func (s *Source) Close() error { return s.scratch.Remove() }

// Sides implements [source.Source].
func (s *Source) Sides() (base, head string) { return s.sides[0].String(), s.sides[1].String() }

// Same implements [source.Source].
func (s *Source) Same() bool {
	return bytes.Equal(s.programs[source.Base].Code, s.programs[source.Head].Code)
}

// Inventory implements [source.Source]: the frame is the only case.
func (s *Source) Inventory(ctx context.Context, _ time.Duration) (*source.Inventory, error) {
	inv := &source.Inventory{}
	for _, side := range []source.Side{source.Base, source.Head} {
		if _, err := s.Run(ctx, source.Trial{Case: s.c, Side: side, Operations: 10, Blocks: 1}); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			inv.Failed = append(inv.Failed, source.Failure{Case: s.c, Side: side.String(), Reason: err.Error()})
		}
	}
	if len(inv.Failed) == 0 {
		inv.Common = []source.Case{s.c}
	}
	return inv, nil
}

// Run implements [source.Source]: an operation is a frame.
func (s *Source) Run(ctx context.Context, t source.Trial) ([]source.Block, error) {
	spec := s.session.Spec
	spec.Frames = t.Operations * t.Blocks
	if t.Side == source.Injected {
		spec.Extra = int(t.Extra * 1e9 / s.per)
	}
	r, err := s.session.Verified(ctx, play.Program{Library: s.sides[0], Path: s.programs[t.Side].Path}, spec)
	if err != nil {
		return nil, err
	}
	var blocks []source.Block
	for i := range t.Blocks {
		sum := 0.0
		for _, ns := range r.Frames[i*t.Operations : (i+1)*t.Operations] {
			sum += max(float64(ns), -float64(ns))
		}
		blocks = append(blocks, source.Block{"sec/op": sum * 1e-9 / float64(t.Operations), "B/op": r.Bytes, "allocs/op": r.Allocs})
	}
	return blocks, nil
}

// Inject implements [source.Source]: every program can do extra work.
func (s *Source) Inject(context.Context, []source.Case) (err error) {
	for _, side := range []source.Side{source.Control, source.Injected} {
		if s.programs[side], err = s.Add(side, "world", s.programs[source.Base].Code); err != nil {
			return err
		}
	}
	return nil
}

// Shuffle implements [source.Source].
func (s *Source) Shuffle(context.Context, []source.Case, *rand.Rand) error {
	return fmt.Errorf("programs of worlds are not linked anew: %w", errors.ErrUnsupported)
}

// Better implements [source.Source].
func (s *Source) Better(unit string) int { return results.UnitNamed(unit).Better }

// Procs implements [source.Source].
func (s *Source) Procs() int { return runtime.GOMAXPROCS(0) }

// Header implements [source.Source].
func (s *Source) Header(source.Side) [][2]string { return s.header }
