// Package scenariobench lets ecsbench's own scenarios take part in an
// experiment of package ab: two revisions of ecsbench, or two built programs,
// measured with the scenarios and implementations of this one.
//
//  1. [Open] builds the program at both revisions, or against both versions of
//     a [Library], or takes it as it is.
//  2. [Source.Inventory] asks both programs for one operation of every case of
//     the plan; what one of them does not know or support is a case that the
//     other has alone.
//  3. [Source.Run] starts a program as a worker (measure.TrialRequest). The
//     worker verifies its work before its values count. Injected work is done by
//     the worker itself, inside the timed part (package spin).
//  4. [Source.Count] and [Source.Sample] say what a verdict goes back to: what a
//     program executes beyond preparing its operations, and where its time goes.
package scenariobench

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
	"strings"
	"sync"
	"time"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/ab/attribution"
	"github.com/ecsbench/ecsbench/internal/ab/copies"
	"github.com/ecsbench/ecsbench/internal/ab/snapshot"
	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/measure/gomod"
	"github.com/ecsbench/ecsbench/internal/measure/spin"
	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// Config says what to measure.
type Config struct {
	Dir        string // a folder of ecsbench's repository; "" for the current one
	Base, Head string // revisions, "." for the working tree, paths of built programs, or versions of a library
	Plan       measure.Plan
	Worker     string // the program's argument that makes it a worker of trials
	Profiler   string // and that which makes it one that is counted, and takes profiles
}

// A Source is a pair of programs.
type Source struct {
	*copies.Set      // of the programs
	attribution.Pair // their sources, where they are known
	config           Config
	scratch          *outdir.Scratch
	root             string
	base, head       string
	libraries        [2]*Library // by side, where versions of a library are compared
	programs         [4]*copies.File
	writeWhole       func() error            // puts the programs where whole says, once
	repo             *snapshot.Repository    // nil without revisions
	revisions        [2]*snapshot.Revision   // of ecsbench
	built            bool                    // a side was given as a program
	cases            map[string]measure.Case // by name
	step             float64
	header           [][2]string
}

// Open makes both programs. Close must be called.
func Open(ctx context.Context, c Config) (_ *Source, err error) {
	cases, err := c.Plan.Cases()
	if err != nil {
		return nil, err
	}
	libraries, err := librariesOf(c.Base, c.Head)
	if err != nil {
		return nil, err
	}
	scratch, err := outdir.NewScratch("ab")
	if err != nil {
		return nil, err
	}
	s := &Source{config: c, scratch: scratch, root: scratch.Path, libraries: libraries, Set: copies.NewSet(scratch.Path), cases: map[string]measure.Case{}, header: measure.Config(c.Plan.Profile, measure.Environment())}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	for _, k := range cases {
		s.cases[caseOf(k).Name] = k
	}
	s.Changes = s.changes
	var base, head []byte
	if s.base, base, err = s.program(ctx, source.Base, c.Base); err != nil {
		return nil, err
	}
	if s.built && c.Head == c.Base {
		s.head, head = s.base, base
	} else if s.head, head, err = s.program(ctx, source.Head, c.Head); err != nil {
		return nil, err
	}
	for side, code := range [][]byte{base, head} {
		if err = s.add(source.Side(side), code); err != nil {
			return nil, err
		}
	}
	s.writeWhole = sync.OnceValue(func() error {
		return errors.Join(os.WriteFile(s.whole(source.Base), base, 0o777), os.WriteFile(s.whole(source.Head), head, 0o777))
	})
	return s, nil
}

// add makes the program of a side.
func (s *Source) add(side source.Side, code []byte) (err error) {
	s.programs[side], err = s.Add(side, "ecsbench", code)
	return err
}

// Close removes the programs.
func (s *Source) Close() (err error) {
	if s.repo != nil {
		err = s.repo.Close()
	}
	return errors.Join(err, s.scratch.Remove())
}

// program builds a revision, or reads a built one.
func (s *Source) program(ctx context.Context, side source.Side, name string) (title string, code []byte, err error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		s.built = true
		code, err := os.ReadFile(name)
		return name, code, err
	}
	if l := s.libraries[side]; l != nil {
		if err := os.MkdirAll(s.folder(side), 0o777); err != nil {
			return "", nil, err
		}
		if code, err = s.build(ctx, side, built); err == nil {
			s.Trees[side], err = l.tree(ctx, s.folder(side))
			s.Prefix = l.module
		}
		return l.String(), code, err
	}
	if s.repo == nil {
		if s.repo, err = snapshot.Open(ctx, cmp.Or(s.config.Dir, ".")); err != nil {
			return "", nil, err
		}
	}
	v, err := s.repo.Resolve(ctx, name)
	if err != nil {
		return "", nil, err
	}
	s.revisions[side] = v
	files := s.folder(side)
	if err := v.Export(ctx, files); err != nil {
		return "", nil, err
	}
	if _, err := os.Stat(filepath.Join(files, "cmd", "ecsbench")); err != nil {
		return "", nil, fmt.Errorf("%s is no revision of ecsbench, whose scenarios would be measured; for the benchmarks of another module use --bench", v)
	}
	if code, err = s.build(ctx, side, built); err != nil {
		return "", nil, fmt.Errorf("building ecsbench at %s: %w", v, err)
	}
	s.Trees[side] = attribution.New(files, gomod.In(files))
	return v.String(), code, nil
}

// log lists the commits between two revisions that touched a file.
func (s *Source) changes(ctx context.Context, file string) ([]snapshot.Change, error) {
	base, head := s.revisions[source.Base], s.revisions[source.Head]
	if base == nil || head == nil {
		return nil, nil
	}
	return s.repo.Changes(ctx, base, head, file)
}

// whole is the program of a side as it was built, with the lines of its functions,
// whatever runs in rounds that confirm.
func (s *Source) whole(side source.Side) string { return filepath.Join(s.root, side.String()+".whole") }

// folder holds the files of a revision.
func (s *Source) folder(side source.Side) string { return filepath.Join(s.root, side.String()) }

// built is the program of base, and then of head: the go command does not link again
// what is there.
const built = "built.program"

// build builds the program of a side in the file output. The files of a revision are
// there.
func (s *Source) build(ctx context.Context, side source.Side, output string, flags ...string) ([]byte, error) {
	output = filepath.Join(s.root, output)
	if l := s.libraries[side]; l != nil {
		if err := l.build(ctx, s.folder(side), output, flags...); err != nil {
			return nil, err
		}
		return os.ReadFile(output)
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", output}, flags...)
	if _, err := child.Go(ctx, s.folder(side), s.root, append(args, "./cmd/ecsbench")...); err != nil {
		return nil, err
	}
	return os.ReadFile(output)
}

// Shuffle implements [source.Source]: one program has all cases.
func (s *Source) Shuffle(ctx context.Context, _ []source.Case, rng *rand.Rand) error {
	if s.built {
		return fmt.Errorf("built programs cannot be linked anew: %w", errors.ErrUnsupported)
	}
	return copies.Relink(ctx, s.folder(source.Base), s.root, rng, func(side source.Side, flag string) error {
		code, err := s.build(ctx, side, side.String()+".program", flag)
		if err == nil {
			s.programs[side].Code = code
		}
		return err
	})
}

// caseOf names a case as result files do, without the number of processors,
// which the recorder adds.
func caseOf(k measure.Case) source.Case {
	name := k.Name
	if procs := fmt.Sprintf("-%d", runtime.GOMAXPROCS(0)); runtime.GOMAXPROCS(0) > 1 {
		name = strings.TrimSuffix(name, procs)
	}
	return source.Case{Name: name}
}

// Inventory implements [source.Source].
func (s *Source) Inventory(ctx context.Context, each time.Duration) (*source.Inventory, error) {
	inv := &source.Inventory{}
	cases, err := s.config.Plan.Cases()
	if err != nil {
		return nil, err
	}
	for _, k := range cases {
		c := caseOf(k)
		var lacks [2]string
		failed := false
		for _, side := range []source.Side{source.Base, source.Head} {
			answer, err := s.ask(ctx, source.Trial{Case: c, Side: side, Operations: 1, Blocks: 1}, min(each, s.config.Plan.Timeout))
			if err != nil {
				return nil, err
			}
			lacks[side] = answer.Unsupported + answer.Unknown
			if answer.Failed != "" {
				failed = true
				inv.Failed = append(inv.Failed, source.Failure{Case: c, Side: side.String(), Reason: answer.Failed})
			}
		}
		switch {
		case failed || lacks[source.Base] != "" && lacks[source.Head] != "":
		case lacks[source.Base] != "":
			inv.HeadOnly = append(inv.HeadOnly, c)
		case lacks[source.Head] != "":
			inv.BaseOnly = append(inv.BaseOnly, c)
		default:
			inv.Common = append(inv.Common, c)
		}
	}
	return inv, nil
}

// Same implements [source.Source].
func (s *Source) Same() bool {
	return bytes.Equal(s.programs[source.Base].Code, s.programs[source.Head].Code)
}

// ask runs a worker, for so long.
func (s *Source) ask(ctx context.Context, t source.Trial, limit time.Duration) (answer measure.TrialAnswer, err error) {
	k := s.cases[t.Case.Name]
	r := measure.TrialRequest{Request: k.Request, Operations: t.Operations, Blocks: t.Blocks}
	if t.Side == source.Injected {
		r.Steps = t.Extra / s.step
	}
	p := measure.Process{Program: s.programs[t.Side].Path, Args: []string{s.config.Worker}}
	failed, err := p.Ask(ctx, r, &answer, limit)
	if strings.Contains(failed, "unknown command") {
		failed = fmt.Sprintf("%s is older than `ecsbench ab` and cannot take part", t.Side)
	}
	if failed != "" {
		answer = measure.TrialAnswer{Failed: failed}
	}
	return answer, err
}

// Run implements [source.Source].
func (s *Source) Run(ctx context.Context, t source.Trial) ([]source.Block, error) {
	answer, err := s.ask(ctx, t, s.config.Plan.Timeout)
	if err != nil {
		return nil, err
	}
	if reason := answer.Failed + answer.Unsupported + answer.Unknown; reason != "" {
		return nil, errors.New(reason)
	}
	if len(answer.Blocks) != t.Blocks {
		return nil, fmt.Errorf("answered with %d blocks where %d were asked for", len(answer.Blocks), t.Blocks)
	}
	blocks := make([]source.Block, len(answer.Blocks))
	for i, values := range answer.Blocks {
		blocks[i] = source.Block{}
		for _, v := range values {
			value, unit := benchunit.Tidy(v.Value, v.Unit)
			blocks[i][unit] = value
		}
	}
	return blocks, nil
}

// Inject implements [source.Source]; every worker can add work. Nothing needs copies of
// base before.
func (s *Source) Inject(context.Context, []source.Case) error {
	s.step = spin.StepTime()
	for _, side := range []source.Side{source.Control, source.Injected} {
		if err := s.add(side, s.programs[source.Base].Code); err != nil {
			return err
		}
	}
	return nil
}

// Better implements [source.Source].
func (s *Source) Better(unit string) int { return results.UnitNamed(unit).Better }

// Sides implements [source.Source].
func (s *Source) Sides() (base, head string) { return s.base, s.head }

// Procs implements [source.Source].
func (s *Source) Procs() int { return runtime.GOMAXPROCS(0) }

// Header implements [source.Source].
func (s *Source) Header(source.Side) [][2]string { return s.header }
