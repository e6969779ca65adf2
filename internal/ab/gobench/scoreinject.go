package gobench

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/ecsbench/ecsbench/internal/outdir"
)

// perTurn is about how many instructions a turn of the injected loop takes.
const perTurn = 3

// inject builds the tests of a benchmark with a loop at the start of a function, and
// returns the binary and how many instructions a call takes more, as far as planned.
func (s *scoring) inject(ctx context.Context, f *ScoredFunction, b *benchmark, perCall float64) (string, error) {
	turns := max(1, int(math.Round(perCall/perTurn)))
	text, err := os.ReadFile(f.path)
	if err != nil {
		return "", fmt.Errorf("reading the source of %s: %w", f.Name, err)
	}
	// On the line of the brace, so that all others keep their numbers.
	loop := fmt.Sprintf(" for ecsbenchTurn := 0; ecsbenchTurn < %d; ecsbenchTurn++ { }; ", turns)
	changed := filepath.Join(s.dir, "changed.go")
	overlay := filepath.Join(s.dir, "overlay.json")
	if err := os.WriteFile(changed, []byte(string(text[:f.body])+loop+string(text[f.body:])), 0o666); err != nil {
		return "", fmt.Errorf("writing the injected slowdown: %w", err)
	}
	if err := outdir.WriteJSON(overlay, map[string]any{"Replace": map[string]string{f.path: changed}}); err != nil {
		return "", fmt.Errorf("writing the injected slowdown: %w", err)
	}
	return s.build(ctx, b.pkg, "-overlay="+overlay)
}

// score judges one function.
func (s *scoring) score(ctx context.Context, f *ScoredFunction) (ScoreResult, error) {
	r := ScoreResult{Function: f.Name, Package: f.Package, Where: f.Where}
	callers := s.calling(f)
	for _, b := range callers {
		if err := s.profile(ctx, b); err != nil {
			return r, err
		}
	}
	sortByShare(callers, f)
	for n, b := range callers {
		if n == mostTried {
			break
		}
		share := b.shares[f.position()]
		change := s.Slowdown * share
		if s.valgrind != "" && share > 0 {
			counted, err := s.counted(ctx, f, b, share)
			if ctx.Err() != nil {
				return r, ctx.Err()
			}
			if err != nil {
				r.Note = err.Error()
				continue
			}
			change = counted
		}
		if r.Benchmark == "" || change > r.Change {
			r.Benchmark, r.Change = b.label(), change
		}
		if r.Change >= s.Threshold {
			r.Noticed = true
			break
		}
	}
	if len(callers) == 0 {
		r.Note = "no benchmark calls it"
	}
	return r, nil
}

// mostTried benchmarks are counted with a slower function, the likeliest first.
const mostTried = 3

// counted is by how much a benchmark executes more instructions where a function is
// slower. A loop of one turn may be longer than that; the change is then scaled.
func (s *scoring) counted(ctx context.Context, f *ScoredFunction, b *benchmark, share float64) (float64, error) {
	if b.counted == 0 {
		binary, err := s.plain(ctx, b.pkg)
		if err != nil {
			return 0, err
		}
		if b.counted, err = s.count(ctx, b, binary); err != nil {
			return 0, err
		}
	}
	calls := b.calls[f.position()]
	wanted := s.Slowdown * share * b.counted / calls // instructions of a call
	binary, err := s.inject(ctx, f, b, wanted)
	if err != nil {
		return 0, err
	}
	defer os.Remove(binary)
	slower, err := s.count(ctx, b, binary)
	if err != nil {
		return 0, err
	}
	more := slower - b.counted
	if got := more / calls; got > wanted {
		more *= wanted / got
	}
	return more / b.counted, nil
}
