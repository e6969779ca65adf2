// Package world ranks ECS libraries for a game: it reads a world file, builds a program per
// library, runs them and reports.
//
//	format  world file -> checked numbers; running game -> world file
//	play    numbers -> a program per library -> results of fresh processes
//	drive   selects entities, times frames, verifies; a copy is in each program,
//	        so that it imports nothing but the standard library
//	world   results -> verdict and tables
//
// It also measures libraries for scenarios: it finds the question, the world file of a scenario,
// builds a program per library, and takes verified samples in fresh processes ([Measurer]).
//
// For package ab, [OpenVersions] compares the programs of a world file on two versions of a library, and
// [OpenScenarios] two revisions of ecsbench, which run its scenarios as workers. These verify their work
// before a value counts, and do injected work inside of the timed part.
//
// An [Answer] has all figures; [Answer.Text], [Answer.Markdown], [Answer.Page] and
// encoding/json write it.
package world

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/suite/world/play"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/worlds"
)

// Options select the measurements of a world.
type Options struct {
	Libraries []play.Library
	Build     play.Build
	Samples   int           // processes per library
	Budget    time.Duration // of all measurements, after the build; 0 for no limit
	Seed      uint64        // of the order of processes
	Timeout   time.Duration // of one process
	Skip      []string      // some of [Parts]
	Output    string        // result file, "" for none
	Force     bool          // overwrite it
	Progress  engine.Progress
}

// Parts can be omitted: the variants that change the order, and the largest multiple within the
// budget.
var Parts = []string{"variants", "capacity"}

// layouts is the number of layouts of each library: one per process and per 10 s of the budget,
// since linking takes time too.
func (o Options) layouts() int {
	const most = 6
	n := min(most, o.Samples)
	if o.Budget > 0 {
		n = min(n, int(o.Budget/(10*time.Second)))
	}
	return max(1, n)
}

// Load reads a world file, or an embedded world by its name.
func Load(nameOrPath string) (*format.World, error) {
	if text, found := worlds.Named(nameOrPath); found {
		return format.Parse(nameOrPath+".yaml", text)
	}
	w, err := format.Read(nameOrPath)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("world %q: neither a file nor one of the worlds that come with ecsbench%s", nameOrPath, display.DidYouMean(nameOrPath, worlds.All()))
	}
	return w, err
}

// Run measures a world. If ctx ends first, the error is a [results.InterruptedError].
func Run(ctx context.Context, w *format.World, o Options) (*Answer, error) {
	now := time.Now()
	o.Progress.Report("build", 0, len(o.Libraries)+1, now)
	watch := &stopwatch{began: now, last: now}
	o.Build.Layouts = o.layouts()
	programs, err := o.Build.All(ctx, w, append(slices.Clone(o.Libraries), play.Reference))
	if ctx.Err() != nil {
		return nil, &results.InterruptedError{}
	}
	if err != nil {
		return nil, err
	}
	fresh := 0 // programs that were not in the cache
	for _, p := range programs {
		if p.Fresh {
			fresh++
		}
	}
	watch.lap(fmt.Sprintf("generate and build %d of %d programs", fresh, len(programs)))
	s := play.NewExperiment(w, programs)
	s.Samples, s.Seed, s.Limit, s.Progress = o.Samples, o.Seed, o.Timeout, o.Progress
	environment := measure.Environment()
	environment.Modules = make(map[string]string)
	for _, l := range o.Libraries {
		environment.Modules[l.Module] = l.Edition()
	}
	if o.Output != "" {
		file, err := results.Create(o.Output, o.Force, results.Head{
			Header: results.Header{Format: results.Format, Version: environment.Version, Start: time.Now(), Title: "world " + w.Spec.Name},
			Plan:   s.Spec, Environment: environment, Config: [][2]string{{"world", w.Spec.Name}},
		})
		if err != nil {
			return nil, err
		}
		defer file.Close()
		s.Record = func(stage string, c *play.Measurement, r *drive.Result) error {
			return file.Sample(sample(w, stage, c, r))
		}
	}
	began := time.Now()
	var flows []Flow
	if !s.Spec.Measured() {
		flows = measureFlows(w)
		watch.lap("bandwidth of memory")
	}
	err = measureStages(ctx, o, began, s, watch)
	if ctx.Err() != nil {
		return nil, &results.InterruptedError{Path: o.Output}
	}
	if err != nil {
		return nil, err
	}
	a := New(s, environment, flows)
	a.Notes = append(a.Notes, fmt.Sprintf("%s; runs of the reference are %v of it", watch, s.Verifying.Round(10*time.Millisecond)))
	return a, nil
}

// measureStages divides the budget by stages. Later stages get the time that a stage leaves.
func measureStages(ctx context.Context, o Options, began time.Time, s *play.Experiment, watch *stopwatch) error {
	type stage struct {
		name    string
		weight  time.Duration
		measure func(context.Context) error
	}
	stages := []stage{{"frames", 40, s.Measure}}
	if s.Spec.Measured() {
		o.Skip = Parts
	}
	if !slices.Contains(o.Skip, "variants") {
		stages = append(stages, stage{"variants", 15, s.Vary})
	}
	if s.World.Find || s.World.Thresholds.Capacity.Given || !slices.Contains(o.Skip, "capacity") {
		stages = append(stages, stage{"capacity", 45, s.Search})
	}
	all, until := time.Duration(0), time.Duration(0)
	for _, stage := range stages {
		all += stage.weight
	}
	for _, stage := range stages {
		limited, cancel := ctx, context.CancelFunc(func() {})
		if until += stage.weight; o.Budget > 0 {
			limited, cancel = context.WithDeadline(ctx, began.Add(o.Budget*until/all))
		}
		err := stage.measure(limited)
		cancel()
		if err != nil {
			return err
		}
		watch.lap(stage.name)
	}
	return nil
}

// A stopwatch divides the time of the command by stages.
type stopwatch struct {
	began, last time.Time
	stages      []string
}

// lap ends a stage.
func (s *stopwatch) lap(stage string) {
	now := time.Now()
	s.stages = append(s.stages, fmt.Sprintf("%s %v", stage, now.Sub(s.last).Round(10*time.Millisecond)))
	s.last = now
}

// String is a line with all stages.
func (s *stopwatch) String() string {
	return fmt.Sprintf("the command took %v: %s", s.last.Sub(s.began).Round(10*time.Millisecond), strings.Join(s.stages, ", "))
}

// sample returns a result as a line of the benchmark format.
func sample(w *format.World, stage string, c *play.Measurement, r *drive.Result) results.Sample {
	frames, _ := play.Times(r)
	name := "World/world=" + w.Spec.Name + "/impl=" + c.Library.Name
	if r.Passes > 0 {
		return measuredSample(name, r)
	}
	if stage != "frames" {
		name += "/variant=" + strings.ReplaceAll(stage, " ", "-")
	}
	return results.Sample{Case: name, Iterations: len(frames), Values: []results.Value{
		{Value: play.Mean(r), Unit: "ns/frame"},
		{Value: play.Percentile(frames, 0.5), Unit: "p50-ns/frame"},
		{Value: play.Percentile(frames, 0.99), Unit: "p99-ns/frame"},
		{Value: play.Percentile(frames, 0.999), Unit: "p99.9-ns/frame"},
		{Value: float64(over(frames, w.Spec.Budget)), Unit: "missed-frames"},
		{Value: r.Bytes, Unit: "B/op"},
		{Value: r.Allocs, Unit: "allocs/op"},
		{Value: float64(r.Retained), Unit: "retained-B/world"},
	}}
}
