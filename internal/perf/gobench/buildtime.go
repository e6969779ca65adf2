package gobench

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// buildTurns is the number of times that each side is built, if buildLimit has time for so many.
const (
	buildTurns = 5
	buildLimit = 30 * time.Second
)

// Built implements [ab.Varied].
func (p *pair) Built(context.Context) (size [2]float64, seconds [2][]float64, err error) {
	if !child.DifferInBuilding(p.Variants()) {
		return size, seconds, nil
	}
	return p.sizes(), seconds, nil
}

// Built implements [ab.Varied]. Each turn adds a file to the tested packages, so that the go
// command compiles these again, and finds others in its cache.
func (s *Source) Built(ctx context.Context) (size [2]float64, seconds [2][]float64, err error) {
	if size, _, err = s.pair.Built(ctx); err != nil || size == [2]float64{} || s.built || len(s.broken) > 0 {
		return size, seconds, err
	}
	begun := time.Now()
	// A build takes half the time if the build before was of the same side. So the sides take turns.
	if _, err := s.rebuild(ctx, ab.Head, fmt.Sprintf("first-%d", begun.UnixNano())); err != nil {
		return size, seconds, err
	}
	for turn := range buildTurns {
		if turn > 0 && time.Since(begun)*time.Duration(turn+1)/time.Duration(turn) > buildLimit {
			break
		}
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			took, err := s.rebuild(ctx, side, fmt.Sprintf("%s-%d-%d", side, turn, begun.UnixNano()))
			if err != nil {
				return size, seconds, err
			}
			seconds[side] = append(seconds[side], took.Seconds())
		}
	}
	return size, seconds, nil
}

// rebuild compiles and links the tests of all packages of a side. No build before had the name.
func (s *Source) rebuild(ctx context.Context, side ab.Side, name string) (took time.Duration, err error) {
	packages, err := s.listPackages(ctx, side)
	if err != nil {
		return 0, s.shorten(err)
	}
	replaced := maps.Clone(s.replaced)
	for _, p := range packages {
		if p.Dir == "" || p.Name == "" {
			continue
		}
		file := filepath.Join(s.root, fmt.Sprintf("built-%d.go", len(replaced)))
		if err := os.WriteFile(file, fmt.Appendf(nil, "package %s\n\nconst _ = %q\n", p.Name, name), 0o666); err != nil {
			return 0, err
		}
		replaced[filepath.Join(p.Dir, "zz_ecsbench_built.go")] = file
	}
	overlay := filepath.Join(s.root, "built.json")
	if err := outdir.WriteJSON(overlay, map[string]any{"Replace": replaced}); err != nil {
		return 0, err
	}
	begun := time.Now()
	for _, p := range s.packages {
		if s.binaries[p][side].ProgramCopy == nil {
			continue
		}
		if _, err := s.link(ctx, side, p, "timed.test", append(s.linkFlags(side), "-overlay="+overlay)...); err != nil {
			return 0, s.shorten(err)
		}
	}
	return time.Since(begun), nil
}
