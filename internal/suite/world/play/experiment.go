package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/world/drive"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/timing"
)

// A Measurement is what was measured of a library. The error of the program is the reason for missing
// results: an [Unsupported], a [Failure], or that of its build.
type Measurement struct {
	Program
	Results  []*drive.Result // of the world as it is
	Variants [][]*drive.Result
	Capacity *Capacity
}

// An Experiment measures a world on several libraries. The deadline of a context ends a stage, not
// the experiment: earlier measurements count.
type Experiment struct {
	Cases   []*Measurement
	Limit   time.Duration // of one process
	Seed    uint64        // of the order of processes
	Samples int           // processes per library
	// Progress is called before each process; it may be nil.
	Progress engine.Progress
	// Record receives each result that counts; it may be nil.
	Record func(stage string, c *Measurement, r *drive.Result) error
	// Verifying is the time of the reference's runs.
	Verifying time.Duration
	// Cut lists omitted measurements for which there was no time.
	Cut []string

	World     *format.World
	Spec      drive.Spec // with the iterations of work for this machine
	reference Program
	stages    uint64                   // begun so far; each has an order of its own
	expected  map[string]*drive.Result // of the reference, by spec
	costs     map[string]cost          // by the name of the program
	frames    int                      // of a probe
	floor     timing.NoiseFloor        // of measured steps
}

// NewExperiment begins an experiment with built programs, the reference among them.
func NewExperiment(w *format.World, programs []Program) *Experiment {
	s := &Experiment{World: w, Limit: time.Minute, Seed: 1, Samples: 6, expected: make(map[string]*drive.Result), costs: make(map[string]cost)}
	s.Spec = s.withWork(w.Spec)
	for _, p := range programs {
		if p.Library.Module == "" && p.Library.Name == "reference" {
			s.reference = p
			continue
		}
		s.Cases = append(s.Cases, &Measurement{Program: p})
	}
	return s
}

// withWork returns a world with the iterations of work that take the times of the file at the
// present clock of the core.
func (s *Experiment) withWork(spec drive.Spec) drive.Spec {
	if !slices.ContainsFunc(s.World.Systems, func(a format.Access) bool { return a.Work > 0 }) {
		return spec
	}
	spec.Steps = slices.Clone(spec.Steps)
	per := drive.NanosecondsPerIteration()
	for _, a := range s.World.Systems {
		if a.Work > 0 {
			spec.Steps[a.Step].Work = max(1, int(float64(a.Work)/per+0.5))
		}
	}
	return spec
}

// A Variant is a changed world. If it changes the rates of some operations, the world must have
// one of them.
type Variant struct {
	Name string
	Of   []drive.Op
	Spec func(drive.Spec) drive.Spec
}

// Variants show what would change the order of libraries.
var Variants = []Variant{
	{"twice the entities", nil, func(s drive.Spec) drive.Spec {
		return s.Scaled(2).WithRates(0.5, drive.Changing...).WithRates(0.5, drive.Lookup)
	}},
	{"twice the changes", drive.Changing, func(s drive.Spec) drive.Spec { return s.WithRates(2, drive.Changing...) }},
	{"half the look-ups", []drive.Op{drive.Lookup}, func(s drive.Spec) drive.Spec { return s.WithRates(0.5, drive.Lookup) }},
}

// Measure measures the unchanged world. With a deadline, a pilot of few frames shows how many
// frames each process has time for.
func (s *Experiment) Measure(ctx context.Context) (err error) {
	spec, stage, first := s.Spec, "frames", "frames"
	var pilots map[*Measurement][]*drive.Result
	if spec.Measured() {
		stage, first = "samples", "sample"
		spec.MinTime = int64(measure.DefaultMinTime)
	} else {
		if _, limited := ctx.Deadline(); limited && spec.Frames > pilotFrames {
			if pilots, err = s.pilot(ctx, timeLeft(ctx)/3); err != nil {
				return err
			}
		}
		if spec = s.fitted(ctx, s.Spec, s.Samples, fewestTimed, 1); s.round(spec, 1) > timeLeft(ctx) {
			spec = s.fitted(ctx, s.Spec, 1, pilotFrames, 1)
		}
	}
	results, err := s.rounds(ctx, stage, s.Samples, spec)
	if err != nil {
		return err
	}
	fewest, short := s.Samples, []string(nil)
	for _, c := range s.Cases {
		n := len(results[c])
		switch c.Results = results[c]; {
		case c.Err != nil:
		case n == 0 && len(pilots[c]) > 0:
			c.Results = pilots[c]
			short = append(short, c.Library.Name)
		case n == 0:
			c.Err = &Failure{Reason: "the budget ended before its first " + first + ": raise --budget, or name fewer libraries with --library", Late: true}
		case n < s.Samples && spec.Measured():
			s.cut("%d of %d samples of %s", n, s.Samples, c.Library.Name)
		default:
			fewest = min(fewest, n)
		}
	}
	if 2*spec.Frames < s.Spec.Frames {
		s.cut("%s per run instead of %d", display.Count(spec.Frames, "frame"), s.Spec.Frames)
	}
	if fewest < s.Samples {
		s.cut("%s per library instead of %d, and no 95%% confidence intervals", display.Count(fewest, "run"), s.Samples)
	}
	if len(short) > 0 {
		s.cut("no more than %d frames of %s", pilotFrames, strings.Join(short, ", "))
	}
	return nil
}

// pilot runs each library for few frames with a time limit. Its results are not recorded.
func (s *Experiment) pilot(ctx context.Context, limit time.Duration) (map[*Measurement][]*drive.Result, error) {
	spec := withFrames(s.Spec, pilotFrames)
	if _, err := s.reach(ctx, spec); err != nil && !late(err) { // the reference may take longer
		return nil, err
	}
	usual, record := s.Limit, s.Record
	s.Limit, s.Record = min(usual, limit), nil
	results, err := s.rounds(ctx, "first frames", 1, spec)
	s.Limit, s.Record = usual, record
	for _, c := range s.Cases {
		if failure, is := errors.AsType[*Failure](c.Err); is {
			failure.Late = failure.slow && limit < usual
		}
	}
	return results, err
}

// Vary measures the variants, a third as often. Each has an equal share of the time.
func (s *Experiment) Vary(ctx context.Context) error {
	for i, v := range Variants {
		var results map[*Measurement][]*drive.Result
		if v.Of == nil || slices.ContainsFunc(s.Spec.Steps, func(s drive.Step) bool { return slices.Contains(v.Of, s.Op) }) {
			var err error
			stage, cancel := context.WithTimeout(ctx, timeLeft(ctx)/time.Duration(len(Variants)-i))
			results, err = s.vary(stage, v)
			cancel()
			if err != nil {
				return err
			}
		}
		for _, c := range s.Cases {
			c.Variants = append(c.Variants, results[c])
		}
	}
	return nil
}

// vary returns the results of each case, or none if those of one case are missing: an order
// needs all libraries.
func (s *Experiment) vary(ctx context.Context, v Variant) (results map[*Measurement][]*drive.Result, err error) {
	const slower = 2 // than the unchanged world, at most
	samples := max(1, s.Samples/3)
	spec := s.fitted(ctx, v.Spec(s.Spec), samples, fewestVariant, slower)
	if s.round(spec, slower) <= timeLeft(ctx) {
		if results, err = s.rounds(ctx, v.Name, samples, spec); err != nil {
			return nil, err
		}
	}
	for _, c := range s.Cases {
		if c.Err == nil && len(results[c]) == 0 {
			s.cut("not the world with %s", v.Name)
			return nil, nil
		}
	}
	return results, nil
}

func (s *Experiment) cut(format string, args ...any) {
	s.Cut = append(s.Cut, fmt.Sprintf(format, args...))
}

// rounds runs every library once per round, and returns the results of each case. The layouts of
// a library take turns. It ends at the deadline, and before a round that would exceed it.
func (s *Experiment) rounds(ctx context.Context, stage string, most int, spec drive.Spec) (map[*Measurement][]*drive.Result, error) {
	results, done, begun := make(map[*Measurement][]*drive.Result), 0, time.Now()
	s.stages++
	rounds := engine.Rounds[*Measurement]{Seed: s.Seed, Stream: s.stages, Most: most}
	rounds.Open = func(round int) []*Measurement {
		if round > 0 && s.round(spec, s.size(&spec)) > timeLeft(ctx) {
			return nil
		}
		return s.Cases
	}
	rounds.Begin = func(ctx context.Context, _ engine.Round, _ []*Measurement) (err error) {
		if !spec.Measured() { // measured steps have as many passes as the time allows
			_, err = s.reach(ctx, spec)
		}
		return err
	}
	rounds.Sample = func(ctx context.Context, round engine.Round, c *Measurement) error {
		s.Progress.Report(stage, done, most*len(s.Cases), begun)
		done++
		if c.Err != nil {
			return nil
		}
		r, err := s.sample(ctx, c.Turn(round.Nth), spec)
		if _, is := errors.AsType[*Failure](err); is {
			c.Err = err
			return nil
		}
		if err != nil {
			return err
		}
		results[c] = append(results[c], r)
		if s.Record != nil {
			return s.Record(stage, c, r)
		}
		return nil
	}
	return results, rounds.Run(ctx)
}

// attempts is how often a sample of measured steps is taken that another program disturbed.
const attempts = 3

// sample takes a sample of a program in a round, again if it was disturbed.
func (s *Experiment) sample(ctx context.Context, p Program, spec drive.Spec) (r *drive.Result, err error) {
	for range attempts {
		spec.Probe = s.floor.Probe()
		if r, err = s.Verified(ctx, p, spec); err != nil || r.Sample == nil {
			return r, err
		}
		s.floor.Add(r.Sample.Probe)
		if !r.Sample.Disturbed {
			return r, nil
		}
	}
	return r, nil
}

// reach returns the result of the reference.
func (s *Experiment) reach(ctx context.Context, spec drive.Spec) (*drive.Result, error) {
	key := fmt.Sprint(spec)
	if r, known := s.expected[key]; known {
		return r, nil
	}
	if s.reference.Err != nil {
		return nil, s.reference.Err
	}
	began := time.Now()
	r, err := s.run(ctx, s.reference, &spec)
	s.Verifying += time.Since(began)
	if err != nil {
		return nil, fmt.Errorf("the reference, which all libraries are compared with: %w", err)
	}
	s.expected[key] = r
	return r, nil
}

// Verified runs a program on a world of the experiment with other numbers of frames. The error is a
// [Failure] if the state differs from that of the reference.
func (s *Experiment) Verified(ctx context.Context, p Program, spec drive.Spec) (*drive.Result, error) {
	r, err := s.run(ctx, p, &spec)
	if err != nil {
		return nil, err
	}
	spec.Passes = r.Passes
	plain := spec
	plain.Extra, plain.MinTime, plain.Probe = 0, 0, 0
	want, err := s.reach(ctx, plain)
	if err != nil {
		return nil, err
	}
	if reason := s.wrong(ctx, p, spec, r, want); reason != "" {
		return nil, &Failure{Reason: reason, Wrong: true}
	}
	return r, nil
}

// wrong returns an entity whose state differs from that of the reference, "" if there is none.
func (s *Experiment) wrong(ctx context.Context, p Program, spec drive.Spec, got, want *drive.Result) string {
	if got.State == want.State && got.Entities == want.Entities {
		return ""
	}
	after := display.Count(spec.Warmup+spec.Frames, "frame")
	if spec.Measured() {
		after = display.Count(spec.Passes, "run")
	}
	summary := fmt.Sprintf("wrong state after %s: %s, want %d", after, display.Count(got.Entities, "entity"), want.Entities)
	a, errA := p.Run(ctx, &spec, s.Limit, "-dump")
	b, errB := s.reference.Run(ctx, &spec, s.Limit, "-dump")
	if errA != nil || errB != nil || len(a.Dump) != len(b.Dump) {
		return summary
	}
	wrong, example := 0, uint64(0)
	for i := 0; i+1 < len(a.Dump); i += 2 {
		if a.Dump[i+1] != b.Dump[i+1] {
			if wrong == 0 {
				example = a.Dump[i]
			}
			wrong++
		}
	}
	if wrong == 0 {
		return summary + "; all entities are right, and what was read is not"
	}
	return fmt.Sprintf("%s; %d of %s differ from the reference, such as the one that was spawned as number %d",
		summary, wrong, display.Count(len(a.Dump)/2, "entity"), example)
}
