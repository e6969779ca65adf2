package ab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A fakeSource is a machine with noise in which every effect is known.
type fakeSource struct {
	rng       *rand.Rand
	inventory Inventory
	trials    int
	refreshes int

	// effect returns the factor by which a side's time differs from base's.
	effect func(t Trial, trial int) float64
	// values may replace what a block reports.
	values func(t Trial, perOp float64) Block
	// fail may end a trial.
	fail func(t Trial, trial int) error
	// noSlowdown makes injected work have no effect.
	noSlowdown bool
	shuffles   int
	shuffled   []CaseID // the last time
	same       bool
	hangs      bool // the inventory
	versions   [4]string
	fixed      error // what Shuffle returns
}

func newFake(seed uint64, names ...string) *fakeSource {
	f := &fakeSource{rng: rand.New(rand.NewPCG(seed, 99))}
	for _, n := range names {
		f.inventory.Common = append(f.inventory.Common, CaseID{Group: "example.com/m", Name: n})
	}
	return f
}

func (f *fakeSource) Sides() (string, string) { return "old", "new" }
func (f *fakeSource) Programs() string        { return "0123456789abcdef" }
func (f *fakeSource) GoVersion(s Side) string { return f.versions[s] }
func (f *fakeSource) Same() bool              { return f.same }
func (f *fakeSource) Inventory(ctx context.Context, _ time.Duration) (*Inventory, error) {
	if f.hangs {
		<-ctx.Done()
	}
	return &f.inventory, ctx.Err()
}
func (f *fakeSource) Inject(context.Context, []CaseID) error { return nil }
func (f *fakeSource) Place(CaseID) (at results.Place)        { return at }
func (f *fakeSource) Close() error                           { return nil }
func (f *fakeSource) Procs() int                             { return 2 }
func (f *fakeSource) Header(Side) [][2]string                { return [][2]string{{"goos", "linux"}} }

func (f *fakeSource) Shuffle(_ context.Context, cases []CaseID, _ *rand.Rand) error {
	f.shuffles++
	f.shuffled = cases
	return f.fixed
}

func (f *fakeSource) Refresh(context.Context, *rand.Rand) error { f.refreshes++; return nil }

func (f *fakeSource) Better(unit string) int {
	switch unit {
	case unitTime, unitBytes, unitAllocs:
		return -1
	case "B/s", "things/s":
		return 1
	}
	return 0
}

// killedAfter returns a context that ends with the given number of trials.
func (f *fakeSource) killedAfter(trials int) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	f.fail = func(_ Trial, trial int) error {
		if trial > trials {
			cancel()
		}
		return ctx.Err()
	}
	return ctx
}

// perOp is the true time of an operation of base.
const perOp = 1e-6

func (f *fakeSource) Run(ctx context.Context, t Trial) ([]Block, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.trials++
	if f.fail != nil {
		if err := f.fail(t, f.trials); err != nil {
			return nil, err
		}
	}
	process := 1 + 0.01*f.rng.NormFloat64()
	if f.effect != nil {
		process *= f.effect(t, f.trials)
	}
	blocks := make([]Block, t.Blocks)
	for i := range blocks {
		time := perOp * process
		if !f.noSlowdown {
			time += t.Extra
		}
		if f.rng.Float64() < 0.3 { // a neighbour on the same core
			time *= 1.7
		}
		blocks[i] = Block{unitTime: time, unitAllocs: 0}
		if f.values != nil {
			blocks[i] = f.values(t, time)
		}
	}
	return blocks, nil
}

// options for short experiments.
func options(seed uint64) Options {
	return Options{Rounds: 40, Started: time.Now(), MaxRegression: 0.02, Alpha: 0.01, MaxMDE: 0.10, Seed: seed}
}

// Run runs a new experiment. If ctx ends first, the error is that of ctx.
func Run(ctx context.Context, src Source, o Options, dir string) (*verdict.Verdict, error) {
	v, err := Compare(ctx, opened(src), o, dir)
	return v, plain(ctx, err)
}

// resume runs an interrupted experiment likewise.
func (s *Session) resume(ctx context.Context, src Source) (*verdict.Verdict, error) {
	v, err := s.Run(ctx, opened(src))
	return v, plain(ctx, err)
}

func opened(src Source) Open { return func(context.Context) (Source, error) { return src, nil } }

func plain(ctx context.Context, err error) error {
	if errors.As(err, new(*results.InterruptedError)) {
		return ctx.Err()
	}
	return err
}

func mustRun(t *testing.T, f *fakeSource, o Options) *verdict.Verdict {
	t.Helper()
	return mustRunSource(t, f, o)
}

func mustRunSource(t *testing.T, f Source, o Options) *verdict.Verdict {
	t.Helper()
	return mustRunIn(t, filepath.Join(t.TempDir(), "results"), f, o)
}

// nowhere is the folder of experiments without files. Tests that need only verdicts are faster.
const nowhere = ""

func mustRunIn(t *testing.T, dir string, f Source, o Options) *verdict.Verdict {
	t.Helper()
	v, err := Run(context.Background(), f, o, dir)
	fixture.Check(t, err)
	for _, k := range v.Comparisons { // of all experiments
		if k.Status == verdict.Regression && (len(k.Causes) == 0) == (k.NoCause == "") {
			t.Errorf("%s %s: want causes, or the reason why there are none: causes %+v, no cause %q", k.Case, k.Unit, k.Causes, k.NoCause)
		}
	}
	return v
}

// failed lists the failed cases of a verdict.
func failed(v *verdict.Verdict) []string {
	for _, p := range v.Problems {
		if strings.Contains(p.Remedy, "--allow failed") {
			return p.Cases
		}
	}
	return nil
}

// fixed reports whether functions stayed where they are in fresh rounds.
func fixed(v *verdict.Verdict) bool {
	return strings.Contains(v.Method, "of the same builds") && strings.Contains(fmt.Sprint(v.Notes), "the placement of functions")
}

// slower makes one case of head slower.
func slower(name string, factor float64) func(Trial, int) float64 {
	return func(t Trial, _ int) float64 {
		if t.Side == Head && t.Case.Name == name {
			return factor
		}
		return 1
	}
}

var errBroken = errors.New("broken")
