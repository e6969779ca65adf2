package ab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A Bench measures one revision, to be compared later with files of other revisions:
// fresh processes, rounds in random order, quiet cores, the clock, and instructions if
// valgrind is installed.
type Bench struct {
	Options           // Budget, Rounds, Seed, Environment, Progress
	Request   any     // of the caller, for [ContinueBench]
	Precision float64 // a case is measured until the precision of its median is at most this
	Path      string  // of the result file
	Force     bool    // overwrites the file

	// Run sets:
	Failed     []results.Exception // cases that failed, also before an interruption
	Unmeasured int                 // cases without a value, because the budget had no time
	Cases      int                 // all cases
	Short      time.Duration       // the budget, if it had no time for some cases

	begun   *results.File   // what an interrupted session has measured
	writer  *results.Writer // of it
	plan    benchPlan
	counted []Case // in this session
}

// A benchPlan is the part of the file that is needed to continue it.
type benchPlan struct {
	Asked     json.RawMessage `json:"bench"` // Bench.Request
	Seed      uint64          `json:"order"` // order of the rounds; worlds do not depend on it
	Rounds    int             `json:"rounds,omitempty"`
	Precision float64         `json:"precision"`
	Budget    time.Duration   `json:"budget_ns,omitempty"`
	Programs  string          `json:"programs"` // Source.Programs
	Cases     []PlannedCase   `json:"cases"`
}

// fewestSamples is the minimum for the test of the gate, at any precision. Samples beyond
// mostSamples add nothing.
const fewestSamples, mostSamples = 12, 200

// Instructions are counted first: they decide if the times are too noisy.
var (
	benchCounts = phase{hard: 0.65}
	benchRounds = phase{stop: 0.93, hard: 0.98}
)

// ContinueBench returns a Bench that resumes an interrupted file, and sets the earlier request.
func ContinueBench(path string, asked any) (*Bench, error) {
	b := &Bench{Path: path}
	var err error
	if b.writer, b.begun, err = results.Resume(path); err != nil {
		return nil, err
	}
	if h := b.begun.Header; h == nil || json.Unmarshal(h.Plan, &b.plan) != nil || json.Unmarshal(b.plan.Asked, asked) != nil {
		err = fmt.Errorf("%s was not begun by ecsbench bench: measure it anew", path)
	} else if slices.ContainsFunc(b.begun.Ends, func(e results.End) bool { return e.Reason == "complete" }) {
		err = fmt.Errorf("%s is complete: nothing is left to measure", path)
	}
	if err != nil {
		return nil, errors.Join(err, b.writer.Close())
	}
	b.Seed, b.Rounds, b.Precision = b.plan.Seed, b.plan.Rounds, b.plan.Precision
	return b, nil
}

// Run measures head of the source. Each round is on disk before the next begins. If ctx ends
// first, the error is a [results.InterruptedError].
func (b *Bench) Run(ctx context.Context, open Open) (err error) {
	var noise *results.Noise // of this session, once the file can be appended to
	end := func(reason string) error {
		return b.writer.Annotate(results.KindEnd, results.End{Reason: reason, Seconds: time.Since(b.Started).Seconds(), Noise: noise})
	}
	defer func() {
		if err != nil && ctx.Err() != nil {
			interrupted := &results.InterruptedError{}
			err = interrupted
			if b.writer != nil { // there is something in the file
				interrupted.Path = b.Path
			}
			if noise != nil {
				err = errors.Join(err, end(results.Interrupted))
			}
		}
		if b.writer != nil {
			err = cmp.Or(err, b.writer.Close())
		}
	}()
	b.complete()
	b.Seed = cmp.Or(b.Seed, DrawSeed())
	src, err := b.open(ctx, open)
	if err != nil {
		return err
	}
	defer src.Close()
	b.Calibrate = true
	e := &experiment{ctx: ctx, src: src, o: b.Options, record: &recorder{src: src, samples: map[string][]results.Sample{}}}
	if b.begun != nil {
		err = b.repeat(e)
	} else {
		err = b.begin(e)
	}
	if err != nil {
		return err
	}
	b.restore(e)
	noise = &e.noise.Noise
	if _, err := e.in(benchCounts, func() error { return b.counts(e) }); err != nil {
		return err
	}
	_, err = e.in(benchRounds, func() error {
		return e.rounds(0, all(e.plan.Cases), cmp.Or(b.Rounds, mostSamples), 1, b.stop(benchRounds))
	})
	if err = errors.Join(err, e.record.flush(), b.skipped(e)); err != nil {
		return err
	}
	for _, f := range e.failed {
		b.Failed = append(b.Failed, f.exception(e.src))
	}
	return end("complete")
}

// restore takes the samples and failures of an interrupted session from the file.
func (b *Bench) restore(e *experiment) {
	e.record.files = map[string]*results.Writer{fileOf(Head.String()): b.writer}
	e.noise.Noise = results.Noise{} // of the trials for sizing, which are not in the file
	e.plan.Seed, e.plan.single = b.Seed, b.isOpen
	e.series = make([]series, len(e.plan.Cases))
	e.done[0] = mostSamples
	for i, c := range e.plan.Cases {
		s := &e.series[i]
		for _, ns := range b.measured(e, c.Case, "ns/op") {
			s.stage[0] = append(s.stage[0], round{Head: {unitTime: ns / 1e9}})
		}
		s.dead = b.begun != nil && slices.ContainsFunc(b.begun.Failed, func(f results.Exception) bool { return f.Case == nameOf(e.src, c.Case) })
		if !s.dead && b.isOpen(s) {
			e.done[0] = min(e.done[0], len(s.stage[0]))
		}
	}
}

// begin lists and sizes the cases, and creates the file with the hash of each benchmark's
// reachable code.
func (b *Bench) begin(e *experiment) error {
	if err := e.list(); err != nil {
		return err
	}
	if e.late != nil {
		return e.late
	}
	late, err := e.size()
	if err != nil {
		return err
	}
	b.plan = benchPlan{Seed: b.Seed, Rounds: b.Rounds, Precision: b.Precision, Budget: b.Budget, Programs: e.src.Programs(), Cases: e.plan.Cases}
	if b.plan.Asked, err = json.Marshal(b.Request); err != nil {
		return err
	}
	head, err := b.head(e)
	if err != nil {
		return err
	}
	if b.writer, err = results.Create(b.Path, b.Force, head); err != nil {
		return err
	}
	b.Path = b.writer.Path()
	if id, ok := e.src.(Identified); ok {
		hashes := id.Code(e.ctx)
		for _, c := range e.plan.Cases {
			if hash := hashes[c.Top()]; hash != "" {
				err = errors.Join(err, b.writer.Annotate(results.KindCode, results.Code{Package: c.Group, Case: nameOf(e.src, c.Case), Hash: hash}))
			}
		}
	}
	for _, f := range e.failed {
		err = errors.Join(err, b.writer.Annotate(results.KindFailed, f.exception(e.src)))
	}
	b.Cases = len(e.plan.Cases) + len(e.failed) + len(late)
	return errors.Join(err, b.late(e, late))
}

// late records cases for which the budget has no time.
func (b *Bench) late(e *experiment, cases []Case) (err error) {
	reason := fmt.Sprintf("the budget of %s has no time for it", display.Duration(b.Budget))
	for _, c := range cases {
		late := Failure{Case: c, Reason: reason}.exception(e.src)
		late.Late = true
		err = errors.Join(err, b.writer.Annotate(results.KindFailed, late))
	}
	b.miss(len(cases), b.Budget)
	return err
}

// miss counts cases for which a budget had no time.
func (b *Bench) miss(n int, budget time.Duration) {
	if n == 0 {
		return
	}
	b.Unmeasured, b.Short = b.Unmeasured+n, budget
}

// Enough estimates the budget that suffices for all cases, from the one that was too short.
func (b *Bench) Enough() time.Duration {
	return time.Duration(float64(b.Short) * float64(b.Cases) / float64(max(1, b.Cases-b.Unmeasured)))
}

// skipped records the cases of the plan without a value.
func (b *Bench) skipped(e *experiment) error {
	var list []Case
	for i, c := range e.plan.Cases {
		counted := slices.Contains(b.counted, c.Case) || len(b.measured(e, c.Case, unitInstructions)) > 0
		if s := &e.series[i]; len(s.stage[0]) == 0 && !s.dead && !counted {
			list = append(list, c.Case)
		}
	}
	return b.late(e, list)
}

// repeat reads the plan from the file. The programs must be the same.
func (b *Bench) repeat(e *experiment) error {
	if e.src.Programs() != b.plan.Programs {
		return fmt.Errorf("%s was measured with other programs: the revision, the toolchain or the flags have changed; measure it anew", b.Path)
	}
	for _, then := range b.begun.Environments {
		if other := then.OtherSetting(b.Environment); other != "" {
			return fmt.Errorf("%s was measured with another setting of Go, %s: set that again, or measure it anew", b.Path, other)
		}
	}
	e.plan.Cases = b.plan.Cases
	b.Failed = lists.Filter(b.begun.Failed, func(f results.Exception) bool { return !f.Late })
	b.Cases = len(e.plan.Cases) + lists.Count(b.begun.Failed, func(f results.Exception) bool {
		return !slices.ContainsFunc(e.plan.Cases, func(c PlannedCase) bool { return nameOf(e.src, c.Case) == f.Case })
	})
	b.miss(len(b.begun.Failed)-len(b.Failed), cmp.Or(b.plan.Budget, b.Budget))
	head, err := b.head(e)
	if err != nil {
		return err
	}
	return b.writer.Continue(head, nil)
}

// measured returns the values of a case in a unit, as printed in the file.
func (b *Bench) measured(e *experiment, c Case, unit string) []float64 {
	if b.begun == nil {
		return nil
	}
	for _, m := range b.begun.Cases {
		if m.Name == nameOf(e.src, c) && m.Config["pkg"] == c.Group {
			return m.In(unit)
		}
	}
	return nil
}

// head is the beginning of the file.
func (b *Bench) head(e *experiment) (h results.Head, err error) {
	_, label := e.src.Sides()
	h = e.head(Head, fmt.Sprintf("ecsbench bench: %s, seed %d; one line per process, the fastest of its blocks", label, b.Seed))
	h.Plan = b.plan
	if id, ok := e.src.(Identified); ok {
		h.Environment.Commit, h.Environment.CommitTime, h.Environment.Dirty, err = id.Commit(e.ctx)
	}
	return h, err
}

// isOpen reports whether a case needs more samples.
func (b *Bench) isOpen(s *series) bool {
	n := len(s.stage[0])
	switch {
	case b.Rounds > 0:
		return n < b.Rounds
	case n < fewestSamples:
		return true
	case n >= mostSamples:
		return false
	}
	values := lists.Map(s.stage[0], func(r round) float64 { return r[Head][unitTime] })
	return !(statistics.MedianOf(values).Precision() <= b.Precision)
}

// counts adds the instructions of each case, one line each, if its processes agree.
func (b *Bench) counts(e *experiment) error {
	counter, ok := e.src.(Counter)
	if !ok {
		return nil
	}
	if _, err := instructions.FindValgrind(e.ctx); err != nil {
		return nil // counting is impossible, and times suffice
	}
	for i, c := range e.plan.Cases {
		if e.series[i].dead || len(b.measured(e, c.Case, unitInstructions)) > 0 {
			continue
		}
		b.Progress("counting", i, len(e.plan.Cases), 0)
		perOp, operations, err := agreedCount(e.ctx, counter, c)
		switch {
		case err != nil:
			return err
		case perOp == 0:
			continue // processes differ, start others, or execute too little
		}
		t := Trial{Case: c.Case, Side: Head, Operations: operations}
		if err := b.writer.Sample(e.record.sample(t, Block{unitInstructions: perOp})); err != nil {
			return err
		}
		b.counted = append(b.counted, c.Case)
	}
	return nil
}

const (
	// countedProcesses is the number of counts of a case. Two with random inputs may agree by
	// chance.
	countedProcesses = 3
	// countsAgree is above the variation that the runtime causes in counts, up to 0.3%.
	countsAgree = 0.005
	// countedInstructions is about how many a process executes.
	countedInstructions = 1e8
)

// agreedCount returns the median of the instructions per operation over the processes of a case,
// and the number of operations. It returns 0 if the processes do not agree. The first count
// determines the number of operations, because counts repeat better than times, and gate
// compares only counts of equal numbers of operations.
func agreedCount(ctx context.Context, counter Counter, c PlannedCase) (perOp float64, operations int, err error) {
	operations = c.counted()
	first, err := perOperation(ctx, counter, c.Case, operations)
	if first == 0 {
		return 0, 0, err
	}
	counts := []float64{first}
	if n := powerOfTwo(countedInstructions / first); n != operations {
		operations, counts = n, nil
	}
	for len(counts) < countedProcesses {
		count, err := perOperation(ctx, counter, c.Case, operations)
		if count == 0 {
			return 0, 0, err
		}
		counts = append(counts, count)
		if slices.Max(counts) > (1+countsAgree)*slices.Min(counts) {
			return 0, 0, nil
		}
	}
	slices.Sort(counts)
	return counts[countedProcesses/2], operations, nil
}

// perOperation counts the instructions per operation in one process. It returns 0 if they
// cannot be counted, and an error only if the context ended.
func perOperation(ctx context.Context, counter Counter, c Case, operations int) (float64, error) {
	counted, err := counter.Count(ctx, c, Head, operations)
	if err != nil {
		return 0, ctx.Err()
	}
	return max(0, float64(counted.Total.Instructions)/float64(operations)), nil
}
