// Questions compares the programs of question files with the adapters of the scenarios:
//
//	go run -C scripts ./questions -questions iterate-2,lookup -libraries ecs,ark
//
// Both sides do the same work with the same kernel and measuring loop, in fresh processes, in
// turns and in random order. Each process of a side is of a program whose functions the linker
// has put in another order, because the place of a loop of few instructions alone can double its
// time. So the table has the fastest, the median and the slowest order of both sides, in cycles
// per entity. A ratio is program by adapter.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/internal/world"
	"github.com/ecsbench/ecsbench/internal/world/drive"
	"github.com/ecsbench/ecsbench/internal/world/format"
	"github.com/ecsbench/ecsbench/internal/world/play"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A pair is a question and its scenario.
type pair struct {
	question, scenario string
	at                 scenarios.Point
}

// The scenarios register only what they use, as the programs do.
var pairs = []pair{
	{"iterate-1", "iterate:register=used", scenarios.Point{"comps": 1}},
	{"iterate-2", "iterate:register=used", scenarios.Point{"comps": 2}},
	{"iterate-5", "iterate:register=used", scenarios.Point{"comps": 5}},
	{"iterate-10", "iterate:register=used", scenarios.Point{"comps": 10}},
	{"lookup", "lookup:register=used", scenarios.Point{}},
	{"create", "create:register=used", scenarios.Point{"comps": 2}},
	{"destroy", "destroy:register=used", scenarios.Point{"comps": 2}},
	{"exchange", "exchange:register=used", scenarios.Point{"comps": 2}},
	{"fragments", "fragments:register=used", scenarios.Point{"archetypes": 32}},
	{"crowd", "crowd:register=used", scenarios.Point{"others": 256}},
	{"iterate-2-chunk", "iterate:mode=chunk:register=used", scenarios.Point{"comps": 2}},
	{"create-batch", "create:mode=batch:register=used", scenarios.Point{"comps": 2}},
	{"destroy-batch", "destroy:mode=batch:register=used", scenarios.Point{"comps": 2}},
	{"destroy-filter", "destroy:mode=filter:register=used", scenarios.Point{"comps": 2}},
	{"exchange-batch", "exchange:mode=batch:register=used", scenarios.Point{"comps": 2}},
	{"exchange-filter", "exchange:mode=filter:register=used", scenarios.Point{"comps": 2}},
}

func main() {
	questions := flag.String("questions", "", "questions to compare, separated by commas (default all)")
	libraries := flag.String("libraries", "ecs,ark,donburi", "libraries, separated by commas")
	orders := flag.Int("orders", 12, "orders of functions of each side")
	cache := flag.String("cache", filepath.Join(os.TempDir(), "ecsbench-questions"), "`folder` for built programs")
	flag.Parse()
	if err := compare(context.Background(), *questions, *libraries, *orders, *cache); err != nil {
		fmt.Fprintln(os.Stderr, "questions:", err)
		os.Exit(1)
	}
}

// A row is a question on a library, fresh or aged, with the samples of both sides.
type row struct {
	pair
	library          string
	aged             int
	session          *play.Session
	program          play.Program
	adapted, written []float64 // cycles per entity, by order
	failed           string
}

func compare(ctx context.Context, questions, libraries string, orders int, cache string) error {
	adapters, err := buildAdapters(cache, orders)
	if err != nil {
		return err
	}
	rows, err := buildPrograms(ctx, questions, libraries, orders, cache)
	if err != nil {
		return err
	}
	profile, err := profiles.Load("A")
	if err != nil {
		return err
	}
	floor := new(timing.NoiseFloor)
	for order := range orders {
		for _, i := range rand.Perm(len(rows)) {
			sides := []func() error{
				func() error { return rows[i].takeAdapter(ctx, adapters[order], profile, floor) },
				func() error { return rows[i].takeProgram(ctx, order, floor) },
			}
			rand.Shuffle(2, func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
			for _, take := range sides {
				if err := take(); err != nil {
					return err
				}
			}
		}
		fmt.Fprintf(os.Stderr, "%d of %d orders\n", order+1, orders)
	}
	fmt.Println("| question | library | world | adapter | program | fastest | median | slowest |\n|---|---|---|--:|--:|--:|--:|--:|")
	for _, r := range rows {
		r.print()
	}
	return nil
}

// buildAdapters builds the program with all adapters, with its functions in several orders.
func buildAdapters(cache string, orders int) (paths []string, err error) {
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return nil, err
	}
	for order := range orders {
		path := filepath.Join(cache, fmt.Sprintf("adapters-%d", order))
		cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags="+strings.Join(play.LinkerFlags(order), " "), "-o", path, ".")
		cmd.Dir = "../libraries"
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building the adapters: %w: %s", err, out)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func buildPrograms(ctx context.Context, questions, libraries string, orders int, cache string) (rows []*row, err error) {
	chosen, err := play.Named(libraries)
	if err != nil {
		return nil, err
	}
	for _, p := range pairs {
		if questions != "" && !slices.Contains(strings.Split(questions, ","), p.question) {
			continue
		}
		w, err := world.Load(p.question)
		if err != nil {
			return nil, err
		}
		programs, err := play.Build{Folder: filepath.Join(cache, "worlds"), Layouts: orders}.All(ctx, w, append(slices.Clone(chosen), play.Reference))
		if err != nil {
			return nil, err
		}
		reference := programs[len(programs)-1]
		for _, program := range programs[:len(programs)-1] {
			for _, aged := range []int{0, 2} {
				r := &row{pair: p, library: program.Library.Name, aged: aged, program: program, session: play.NewSession(w, []play.Program{reference})}
				if program.Err != nil {
					r.failed = program.Err.Error()
				}
				rows = append(rows, r)
			}
		}
	}
	return rows, nil
}

// attempts is how often a disturbed sample is taken.
const attempts = 4

// entities of a question.
func entities(w *format.World) int {
	n := w.Spec.Kinds[0].Count
	for _, s := range w.Spec.Steps {
		if s.Measured && s.Op == drive.Spawn {
			n = int(s.Count)
		}
	}
	return n
}

// takeAdapter takes a sample of the adapter.
func (r *row) takeAdapter(ctx context.Context, path string, profile profiles.Profile, floor *timing.NoiseFloor) error {
	at := scenarios.Point{"n": entities(r.session.World), "aged": r.aged}
	for name, value := range r.at {
		at[name] = value
	}
	for try := range attempts {
		request := measure.Request{Profile: profile, Scenario: r.scenario, Impl: r.library, At: at, Seed: 1, MinTime: measure.DefaultMinTime, Probe: floor.Probe()}
		a, err := measure.Process{Program: path, Args: []string{"worker"}}.Measure(ctx, request, time.Minute)
		if failed := cmp.Or(a.Failed, a.Unsupported); err != nil || failed != "" {
			r.failed = cmp.Or(r.failed, failed)
			return err
		}
		if floor.Add(a.Probe); a.Disturbed && try < attempts-1 {
			continue
		}
		for _, v := range a.Values {
			if v.Unit == results.UnitCycles {
				r.adapted = append(r.adapted, v.Value)
			}
		}
		return nil
	}
	return nil
}

// takeProgram takes a sample of the program.
func (r *row) takeProgram(ctx context.Context, order int, floor *timing.NoiseFloor) error {
	spec := r.session.Spec
	spec.Aged, spec.MinTime = r.aged, int64(measure.DefaultMinTime)
	for try := range attempts {
		if len(r.program.Paths) == 0 {
			return nil
		}
		spec.Probe = floor.Probe()
		result, err := r.session.Verified(ctx, r.program.Turn(order), spec)
		if failure, is := errors.AsType[*play.Failure](err); is {
			r.failed = failure.Reason
			return nil
		}
		if err != nil {
			return err
		}
		s := result.Sample
		if floor.Add(s.Probe); s.Disturbed && try < attempts-1 {
			continue
		}
		r.written = append(r.written, s.Time/float64(result.PerOp)*s.Clock)
		return nil
	}
	return nil
}

// print writes the row of the table.
func (r *row) print() {
	world := "fresh"
	if r.aged > 0 {
		world = fmt.Sprintf("aged %d", r.aged)
	}
	if r.failed != "" || len(r.adapted) == 0 || len(r.written) == 0 {
		fmt.Printf("| %s | `%s` | %s | %s |\n", r.question, r.library, world, cmp.Or(r.failed, "no samples"))
		return
	}
	three := func(x []float64) [3]float64 { return [3]float64{slices.Min(x), statistics.Median(x), slices.Max(x)} }
	a, b := three(r.adapted), three(r.written)
	fmt.Printf("| %s | `%s` | %s | %.2f, %.2f, %.2f | %.2f, %.2f, %.2f | %.3f | %.3f | %.3f |\n", r.question, r.library, world,
		a[0], a[1], a[2], b[0], b[1], b[2], b[0]/a[0], b[1]/a[1], b[2]/a[2])
}
