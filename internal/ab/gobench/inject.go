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

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/timing"
)

// slowdownVariable is the environment variable with the steps of work that a binary adds
// per iteration.
const slowdownVariable = "ECSBENCH_SLOWDOWN"

// spinPackage is the import path of the files of timing.SpinSource in the changed testing
// package.
const spinPackage = "internal/ecsbenchspin"

// testingSource is added to the standard library's testing package. A test compares its names
// with the constants.
//
//go:embed slowdown.go.txt
var testingSource []byte

// Inject implements [ab.Source]. All sides are built with the changed testing package. Base,
// its second copy and base with injected work are one program with different
// environments: functions at other addresses would change the time by some percent, like
// injected work.
func (s *Source) Inject(_ context.Context, cases []ab.Case) error {
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

// writeOverlay writes the changed testing package.
func (s *Source) writeOverlay(ctx context.Context) error {
	root := s.root
	out, err := child.Go(ctx, s.module(ab.Base), root, "env", "GOROOT")
	if err != nil {
		return err
	}
	original := filepath.Join(strings.TrimSpace(string(out)), "src", "testing", "benchmark.go")
	code, err := os.ReadFile(original)
	if err != nil {
		return err
	}
	changed, err := insertSlowdown(code)
	if err != nil {
		return fmt.Errorf("%s: %w", original, err)
	}
	files := map[string][]byte{original: changed, filepath.Join(filepath.Dir(original), "ecsbench_slowdown.go"): testingSource}
	err = fs.WalkDir(timing.SpinSource, ".", func(name string, file fs.DirEntry, err error) error {
		if err == nil && !file.IsDir() {
			files[filepath.Join(filepath.Dir(filepath.Dir(original)), filepath.FromSlash(spinPackage), name)], err = timing.SpinSource.ReadFile(name)
		}
		return err
	})
	s.replaced = map[string]string{}
	for at, text := range files {
		s.replaced[at] = filepath.Join(root, filepath.Base(at))
		err = errors.Join(err, os.WriteFile(s.replaced[at], text, 0o666))
	}
	return errors.Join(err, outdir.WriteJSON(filepath.Join(root, overlayFile), map[string]any{"Replace": s.replaced}))
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
