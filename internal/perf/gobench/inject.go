package gobench

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/internal/timing"
)

// slowdownVariable is the environment variable with the steps of work that a binary adds
// per iteration.
const slowdownVariable = "ECSBENCH_SLOWDOWN"

// processVariable is the environment variable with which a binary reports memory and garbage
// collection.
const processVariable = "ECSBENCH_PROCESS"

// spinPackage is the import path of the files of timing.SpinSource in the changed testing
// package.
const spinPackage = "internal/ecsbenchspin"

// testingSource is added to the standard library's testing package. A test compares its names
// with the constants.
//
// An arbitrary benchmark has no parameter that makes it slower by 5%. Scaling its result, or
// running it 5% longer, would test arithmetic only. So both sides are built with two changed
// lines in the standard library's testing package, by `go test -overlay`. When a benchmark
// function returns, and before the clock is read, a loop of dependent integer operations runs.
// Its steps per iteration give the requested slowdown, and are 0 otherwise. The processor really
// does this work while the clock runs, unseen by the user's code. The duration of a step is
// measured beforehand.
//
// The changed package also reads the clock and the noise probe of the core
// ([timing.ReadCore]) before and after the timed part, and reports both as metrics. It
// subtracts the time that the process waited for a processor ([timing.ProcessTurns]).
//
// Base and head need the changed lines too. Without them, their functions would have other
// places than those of the injected program. That can cost some percent, and would look like
// injected work.
//
//go:embed slowdown.go.txt
var testingSource []byte

// Inject implements [ab.Source]. All sides are built with the changed testing package. Base,
// its second copy and base with injected work are one program with different
// environments: functions at other addresses would change the time by some percent, like
// injected work.
func (s *Source) Inject(_ context.Context, cases []ab.CaseID) error {
	if s.built {
		s.binaries[""][ab.Injected] = s.binaries[""][ab.Base]
		return nil
	}
	if len(cases) == 0 {
		return nil
	}
	for _, c := range cases {
		if b := s.binaries[c.Group]; b[ab.Injected].ProgramCopy == nil {
			file, err := s.add(ab.Injected, c.Group, b[ab.Base].Code)
			if err != nil {
				return err
			}
			b[ab.Injected] = binary{ProgramCopy: file, dir: b[ab.Base].dir}
		}
	}
	s.step = timing.SpinStepTime()
	return nil
}

// overlayFile is the overlay with which the go command uses the changed testing package.
const overlayFile = "overlay.json"

// writeOverlay writes the changed testing packages, one for each toolchain of the sides.
func (s *Source) writeOverlay(ctx context.Context) error {
	s.replaced = map[string]string{}
	for side := range s.sides() {
		out, err := s.goIn(side, s.module(side)).Run(ctx, "env", "GOROOT", "GOMODCACHE")
		if err != nil {
			return err
		}
		root, cache, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		if name, err := filepath.Rel(cache, root); err == nil && filepath.IsLocal(name) {
			links := filepath.Join(s.root, side.String()+"-go")
			if err := s.setups[s.of(side)].Relocate(root, links); err != nil {
				return err
			}
			root = links
		}
		if err := s.changeTesting(filepath.Join(root, "src"), side.String()); err != nil {
			return err
		}
	}
	return outdir.WriteJSON(filepath.Join(s.root, overlayFile), map[string]any{"Replace": s.replaced})
}

// changeTesting adds the changed testing package of a toolchain to the replaced files. A name
// distinguishes it from others.
func (s *Source) changeTesting(library, name string) error {
	original := filepath.Join(library, "testing", "benchmark.go")
	if s.replaced[original] != "" {
		return nil
	}
	code, err := os.ReadFile(original)
	if err != nil {
		return err
	}
	changed, err := insertSlowdown(code)
	if err != nil {
		return fmt.Errorf("%s: %w", original, err)
	}
	files := map[string][]byte{original: changed, filepath.Join(library, "testing", "ecsbench_slowdown.go"): testingSource}
	err = fs.WalkDir(timing.SpinSource, ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[filepath.Join(library, filepath.FromSlash(spinPackage), file)], err = timing.SpinSource.ReadFile(file)
		}
		return err
	})
	for at, text := range files {
		s.replaced[at] = filepath.Join(s.root, name+"-"+filepath.Base(at))
		written := aged(text)
		err = errors.Join(err, os.WriteFile(s.replaced[at], text, 0o666), os.Chtimes(s.replaced[at], written, written))
	}
	return err
}

// aged returns a time in the past that depends on the content of a file. Up to Go 1.25, the go
// command finds no package of the library in an overlay whose files were written just now. It
// identifies files by their times and sizes.
func aged(text []byte) time.Time {
	const before = 1e9 // seconds since 1970, in 2001
	return time.Unix(int64(xxhash.Sum64(text)%before), 0)
}

// insertSlowdown adds calls before and after the one statement of runN that calls the
// benchmark function.
func insertSlowdown(source []byte) ([]byte, error) {
	call := []byte("\tb.benchFunc(b)\n")
	if bytes.Count(source, call) != 1 {
		return nil, errors.New("this version of Go calls benchmark functions in an unknown way")
	}
	return bytes.Replace(source, call, slices.Concat([]byte("\tecsbenchBefore(b)\n"), call, []byte("\tecsbenchAfter(b)\n")), 1), nil
}
