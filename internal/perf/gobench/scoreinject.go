package gobench

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// perTurn is the approximate number of instructions of a turn of the injected loop.
const perTurn = 3

// inject builds the tests of a package with a loop at the start of a function that takes about
// so many instructions.
func (s *scoring) inject(ctx context.Context, f *ScoredFunction, importPath string, perCall float64) (b binary, err error) {
	turns := max(1, int(math.Round(perCall/perTurn)))
	text, err := os.ReadFile(f.path)
	if err != nil {
		return b, fmt.Errorf("reading the source of %s: %w", f.name, err)
	}
	// On the line of the brace, so all other lines keep their numbers.
	loop := fmt.Sprintf(" for ecsbenchTurn := 0; ecsbenchTurn < %d; ecsbenchTurn++ { }; ", turns)
	changed, overlay := filepath.Join(s.root, "changed.go"), filepath.Join(s.root, "injected.json")
	replace := maps.Clone(s.replaced)
	replace[f.path] = changed
	err = os.WriteFile(changed, []byte(string(text[:f.body])+loop+string(text[f.body:])), 0o666)
	if err == nil {
		err = outdir.WriteJSON(overlay, map[string]any{"Replace": replace})
	}
	if err != nil {
		return b, fmt.Errorf("writing the injected slowdown: %w", err)
	}
	return s.program(ctx, importPath, "injected.test", "-overlay="+overlay)
}

// score judges one function.
func (s *scoring) score(ctx context.Context, f *ScoredFunction) (ScoreResult, error) {
	r := ScoreResult{Function: f.name, Package: f.Package, Where: f.Where, Unknown: s.uncovered}
	callers := lists.Filter(s.benchmarks, func(b *benchmark) bool { return b.calls[f.position()] > 0 })
	for _, b := range callers {
		if err := s.sample(ctx, b); err != nil {
			return r, err
		}
	}
	slices.SortStableFunc(callers, func(a, b *benchmark) int { // those with the largest share of time in it first
		return cmp.Compare(b.shares[f.position()], a.shares[f.position()])
	})
	for _, b := range callers[:min(mostTried, len(callers))] {
		change, err := s.change(ctx, f, b)
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil { // the benchmark may or may not detect it
			r.Unknown = fmt.Sprintf("%s: %v", b.Name, err)
			continue
		}
		if r.Benchmark == "" || change > r.Change {
			r.Benchmark, r.Change = b.Name, change
		}
		if r.Change >= s.Threshold {
			r.Detected, r.Unknown = true, ""
			break
		}
	}
	if len(callers) == 0 && r.Unknown == "" {
		r.Note = "no benchmark calls it"
	}
	return r, nil
}

// change is the growth of a benchmark if a function is slower: counted, or estimated by its share
// of the time.
func (s *scoring) change(ctx context.Context, f *ScoredFunction, b *benchmark) (float64, error) {
	if b.unprofiled != nil {
		return 0, b.unprofiled
	}
	share := b.shares[f.position()]
	if !s.counted || share == 0 {
		return s.Slowdown * share, nil
	}
	return s.more(ctx, f, b, share)
}

// mostTried limits the benchmarks that are counted with a slower function, the likeliest first.
const mostTried = 3

// more is the growth of a benchmark's instructions if a function is slower. One turn of the loop
// may exceed the wanted slowdown; then the growth is scaled.
func (s *scoring) more(ctx context.Context, f *ScoredFunction, b *benchmark, share float64) (_ float64, err error) {
	if b.instructions == 0 {
		if b.instructions, err = s.count(ctx, b, s.binaries[b.Group][ab.Head]); err != nil {
			return 0, err
		}
	}
	calls := b.calls[f.position()]
	wanted := s.Slowdown * share * b.instructions / calls // per call
	var program binary
	if _, err := s.budget.Build(s.BuildTimeout, func(ctx context.Context) (err error) {
		program, err = s.inject(ctx, f, b.Group, wanted)
		return err
	}); err != nil {
		return 0, err
	}
	slower, err := s.count(ctx, b, program)
	if err != nil {
		return 0, err
	}
	more := slower - b.instructions
	if got := more / calls; got > wanted {
		more *= wanted / got
	}
	return more / b.instructions, nil
}

// A ScoredFunction is an exported function, or an exported method of an exported type.
type ScoredFunction struct {
	function
	Package string        // import path
	Where   results.Place // relative to the current folder
	path    string        // of the file
	file    string        // as in coverage and profiles
}

// exported lists the exported functions of a package in a module in this folder. Other modules
// must be able to import the package.
func (p *goPackage) exported(module string) (list []ScoredFunction, err error) {
	if p.Name == "main" || strings.Contains("/"+p.ImportPath+"/", "/internal/") {
		return nil, nil
	}
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("reading the sources of %s: %w", p.ImportPath, err)
		}
		for _, declared := range functionsOf(string(text)) {
			if !declared.exported || declared.body == 0 {
				continue
			}
			f := ScoredFunction{declared, p.ImportPath, results.Place{File: path, Line: declared.from}, path, p.ImportPath + "/" + name}
			if relative, err := filepath.Rel(module, path); err == nil {
				f.Where.File = filepath.ToSlash(relative)
			}
			list = append(list, f)
		}
	}
	return list, nil
}

// position identifies a function in coverage.
func (f *ScoredFunction) position() string { return fmt.Sprintf("%s:%d", f.file, f.brace) }
