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
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A Bench measures one revision, to be compared later with files of other revisions:
// fresh processes, rounds in random order, quiet cores, the clock, and instructions if
// valgrind is installed. [InTurns] measures several in the same rounds.
type Bench struct {
	Options           // Budget, Rounds, Seed, Environment, Progress
	Request   any     // of the caller, for [ContinueBench]
	Precision float64 // a case is measured until the precision of its median is at most this
	Path      string  // of the result file
	Force     bool    // overwrites the file

	// One of several may measure a part of the cases. All may be zero.
	Only  []CaseID               // instead of the inventory
	Skip  func(CaseID) bool      // omits cases of the inventory
	Sized map[CaseID]PlannedCase // sizes of trials in other benches; Begin adds its own

	// Set while it measures:
	Meter      *Meter
	Measured   []*MeasuredCase
	Failed     []results.Exception // cases that failed, also before an interruption
	Unmeasured int                 // cases without a value, because the budget had no time
	Cases      int                 // all cases
	Short      time.Duration       // the budget, if it had no time for some cases

	resumed bool          // the file is that of an interrupted session
	earlier *results.File // what it has measured; empty for a new one
	writer  *results.Writer
	begun   bool // samples can be appended
	plan    benchPlan
}

// A MeasuredCase is a case with its samples.
type MeasuredCase struct {
	PlannedCase
	Values []Block // one for each round
	Failed bool    // it is not run any more

	counted bool // its instructions are in the file
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

// FewestSamples is the minimum for the test of the gate, at any precision. Samples beyond
// mostSamples add nothing.
const FewestSamples, mostSamples = 12, 200

// Instructions are counted first: they decide if the times are too noisy.
var (
	benchCounts = phase{hard: 0.65}
	benchRounds = phase{stop: 0.93, hard: 0.98}
)

// ContinueBench returns a Bench that resumes an interrupted file, and sets the earlier request.
func ContinueBench(path string, asked any) (*Bench, error) {
	b := &Bench{Path: path, resumed: true}
	var err error
	if b.writer, b.earlier, err = results.Resume(path); err != nil {
		return nil, err
	}
	if h := b.earlier.Header; h == nil || json.Unmarshal(h.Plan, &b.plan) != nil || json.Unmarshal(b.plan.Asked, asked) != nil {
		err = fmt.Errorf("%s was not begun by ecsbench bench: measure it anew", path)
	} else if !b.earlier.PlanIntact() {
		err = fmt.Errorf("%s:1: the plan was changed since the start: measure it anew", path)
	} else if slices.ContainsFunc(b.earlier.Ends, func(e results.End) bool { return e.Reason == "complete" }) {
		err = fmt.Errorf("%s is complete: nothing is left to measure", path)
	}
	if err != nil {
		return nil, errors.Join(err, b.writer.Close())
	}
	b.Seed, b.Rounds, b.Precision = b.plan.Seed, b.plan.Rounds, b.plan.Precision
	return b, nil
}

// Run measures head of the source. Each sample is on disk before the next. If ctx ends first, the
// error is a [results.InterruptedError].
func (b *Bench) Run(ctx context.Context, open Open) error {
	err := b.run(ctx, open)
	switch {
	case err == nil:
		return b.Close("complete")
	case ctx.Err() == nil:
		return cmp.Or(err, b.Close(""))
	}
	interrupted := &results.InterruptedError{}
	if b.writer != nil { // there is something in the file
		interrupted.Path = b.Path
	}
	return errors.Join(interrupted, b.Close(results.Interrupted))
}

func (b *Bench) run(ctx context.Context, open Open) error {
	src, err := b.open(ctx, open)
	if err != nil {
		return err
	}
	if err := b.Begin(ctx, src); err != nil {
		return err
	}
	if _, err := b.Meter.in(benchCounts, b.counts); err != nil {
		return err
	}
	if _, err := b.Meter.in(benchRounds, func() error {
		return InTurns(b.Meter.ctx, []*Bench{b}, b.isPrecise, b.stop(benchRounds))
	}); err != nil {
		return err
	}
	return b.skipped()
}

// Begin lists and sizes the cases of head, or takes those of an interrupted session. If it returns
// no error, samples can be taken until [Bench.Close], which closes the source, too.
func (b *Bench) Begin(ctx context.Context, src Source) error {
	b.Seed = cmp.Or(b.Seed, DrawSeed())
	b.Meter = NewMeter(ctx, src, b.Options)
	if b.Skip == nil {
		b.Skip = func(CaseID) bool { return false }
	}
	if b.Sized == nil {
		b.Sized = map[CaseID]PlannedCase{}
	}
	begin := b.begin
	if b.resumed {
		begin = b.repeat
	}
	if err := begin(); err != nil {
		return err
	}
	b.restore()
	b.Meter.noise.Noise = results.Noise{} // of the trials for sizing, which are not in the file
	b.Meter.note = func(_ Side, kind string, v any) error { return b.writer.Annotate(kind, v) }
	b.begun = true
	return nil
}

// Close ends the session. reason is recorded in the file, unless it is "".
func (b *Bench) Close(reason string) (err error) {
	if b.Meter != nil {
		err = b.Meter.src.Close()
	}
	if b.writer == nil {
		return err
	}
	if b.begun && reason != "" {
		noise := b.Meter.Noise()
		err = cmp.Or(err, b.writer.Annotate(results.KindEnd, results.End{Reason: reason, Seconds: time.Since(b.Started).Seconds(), Noise: &noise}))
	}
	return cmp.Or(err, b.writer.Close())
}

// checkEarlier rejects a file with results that its plan does not explain.
func (b *Bench) checkEarlier() error {
	for _, m := range b.earlier.Cases {
		if !slices.ContainsFunc(b.plan.Cases, func(p PlannedCase) bool { return p.Group == m.Config["pkg"] && nameOf(b.Meter.src, p.CaseID) == m.Name }) {
			return fmt.Errorf("%s has results of %s %s, which it does not plan: it was changed since; measure it anew", b.Path, display.Escape(m.Config["pkg"]), display.Escape(m.Name))
		}
	}
	return nil
}

// restore takes the samples and failures of an interrupted session from the file.
func (b *Bench) restore() {
	for _, p := range b.plan.Cases {
		b.Sized[p.CaseID] = p
		c := &MeasuredCase{PlannedCase: p}
		name := nameOf(b.Meter.src, p.CaseID)
		for _, m := range b.earlier.Cases {
			if m.Name != name || m.Config["pkg"] != p.Group {
				continue
			}
			for _, value := range blocksOf(m) {
				if _, isCount := value[unitInstructions]; isCount {
					c.counted = true
				} else {
					c.Values = append(c.Values, value)
				}
			}
		}
		c.Failed = slices.ContainsFunc(b.earlier.Failed, func(f results.Exception) bool { return f.Case == name && f.Package == p.Group })
		b.Measured = append(b.Measured, c)
	}
}

// begin lists and sizes the cases, and creates the file with the hash of each benchmark's
// reachable code.
func (b *Bench) begin() (err error) {
	b.earlier = &results.File{}
	inv := &Inventory{Common: b.Only}
	if len(b.Only) == 0 {
		if inv, err = b.Meter.list(); err != nil {
			return err
		}
	}
	var known []PlannedCase
	var fresh []CaseID
	for _, c := range spread(inv.Common, b.Seed) {
		p, sized := b.Sized[c]
		switch {
		case b.Skip(c):
		case !sized:
			fresh = append(fresh, c)
		default:
			if len(b.Only) == 0 && !slices.Contains(inv.Alone, c) {
				p.Procs = 0
			}
			known = append(known, p)
		}
	}
	sized, failed, unsized, err := b.Meter.size(fresh, inv.Alone)
	if err != nil {
		return err
	}
	b.plan = benchPlan{Seed: b.Seed, Rounds: b.Rounds, Precision: b.Precision, Budget: b.Budget, Programs: b.Meter.src.Programs(), Cases: append(known, sized...)}
	if b.plan.Asked, err = json.Marshal(b.Request); err != nil {
		return err
	}
	head, err := b.head()
	if err != nil {
		return err
	}
	if b.writer, err = results.Create(b.Path, b.Force, head); err != nil {
		return err
	}
	b.Path = b.writer.Path()
	if id, ok := b.Meter.src.(Identified); ok {
		hashes := id.Code(b.Meter.ctx)
		for _, c := range b.plan.Cases {
			if hash := hashes[c.Top()]; hash != "" {
				if err := b.writer.Annotate(results.KindCode, results.Code{Package: c.Group, Case: nameOf(b.Meter.src, c.CaseID), Hash: hash}); err != nil {
					return err
				}
			}
		}
	}
	failed = slices.Concat(inv.Failed, failed)
	for _, f := range failed {
		if err := b.fail(f); err != nil {
			return err
		}
	}
	b.Cases = len(b.plan.Cases) + len(b.Failed) + len(unsized)
	return b.late(unsized)
}

// A NoTimeError reports that the budget ended before the first round.
type NoTimeError struct{ what, remedy string }

func (e *NoTimeError) Error() string { return e.what + ": " + e.remedy }

// fail records a case that failed, once.
func (b *Bench) fail(f FailedCase) error {
	e := f.exception(b.Meter.src)
	if slices.ContainsFunc(b.Failed, func(other results.Exception) bool { return other.Case == e.Case && other.Package == e.Package }) {
		return nil
	}
	b.Failed = append(b.Failed, e)
	return b.writer.Annotate(results.KindFailed, e)
}

// late records cases for which the budget has no time.
func (b *Bench) late(cases []CaseID) error {
	reason := fmt.Sprintf("the budget of %s has no time for it", display.Duration(b.Budget))
	for _, c := range cases {
		late := FailedCase{Case: c, Reason: reason}.exception(b.Meter.src)
		late.Late = true
		if err := b.writer.Annotate(results.KindFailed, late); err != nil {
			return err
		}
	}
	b.miss(len(cases), b.Budget)
	return nil
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
func (b *Bench) skipped() error {
	var list []CaseID
	for _, c := range b.Measured {
		if len(c.Values) == 0 && !c.Failed && !c.counted {
			list = append(list, c.CaseID)
		}
	}
	return b.late(list)
}

// repeat takes the plan from the file. The programs must be the same.
func (b *Bench) repeat() error {
	src := b.Meter.src
	if src.Programs() != b.plan.Programs {
		return fmt.Errorf("%s was measured with other programs: the revision, the toolchain or the flags have changed; measure it anew", b.Path)
	}
	for _, then := range b.earlier.Environments {
		if now := b.Environment; then.CPU != now.CPU || then.CPUs != now.CPUs {
			return fmt.Errorf("%s was measured on another machine, with %d CPUs of %q: continue it there, or measure it anew", b.Path, then.CPUs, then.CPU)
		}
		if other := then.OtherSetting(b.Environment); other != "" {
			return fmt.Errorf("%s was measured with another setting of Go, %s: set that again, or measure it anew", b.Path, other)
		}
	}
	if err := b.checkEarlier(); err != nil {
		return err
	}
	b.Failed = lists.Filter(b.earlier.Failed, func(f results.Exception) bool { return !f.Late })
	b.Cases = len(b.plan.Cases) + lists.Count(b.earlier.Failed, func(f results.Exception) bool {
		return !slices.ContainsFunc(b.plan.Cases, func(c PlannedCase) bool { return nameOf(src, c.CaseID) == f.Case })
	})
	b.miss(len(b.earlier.Failed)-len(b.Failed), cmp.Or(b.plan.Budget, b.Budget))
	head, err := b.head()
	if err != nil {
		return err
	}
	return b.writer.Continue(head, nil)
}

// head is the beginning of the file.
func (b *Bench) head() (h results.Head, err error) {
	_, label := b.Meter.src.Sides()
	h = b.Meter.head(Head, fmt.Sprintf("ecsbench bench: %s, seed %d; one line per process, the fastest of its blocks", label, b.Seed), b.plan.Cases)
	h.Plan = b.plan
	if id, ok := b.Meter.src.(Identified); ok {
		h.Environment.Commit, h.Environment.CommitTime, h.Environment.Dirty, err = id.Commit(b.Meter.ctx)
	}
	return h, err
}

// isPrecise reports whether the median of a case has the precision.
func (b *Bench) isPrecise(c CaseID) bool {
	m := b.Of(c)
	values := lists.Map(m.Values, func(v Block) float64 { return v[unitTime] })
	return statistics.MedianOf(values).Precision() <= b.Precision
}

// Of returns a measured case, nil if it is not in the plan.
func (b *Bench) Of(c CaseID) *MeasuredCase {
	return lists.First(b.Measured, func(m *MeasuredCase) bool { return m.CaseID == c })
}

// PerRound estimates the duration of a round.
func (b *Bench) PerRound() (sum time.Duration) {
	for _, c := range b.Measured {
		sum += c.Wall
	}
	return sum
}

// counts adds the instructions of each case, one line each, if its processes agree.
func (b *Bench) counts() error {
	ctx := b.Meter.ctx
	counter, ok := b.Meter.src.(Counter)
	if !ok {
		return nil
	}
	if _, err := instructions.FindValgrind(ctx); err != nil {
		return nil // counting is impossible, and times suffice
	}
	for _, c := range engine.Steps(b.Meter.o.Progress, "counting", b.Measured) {
		if c.Failed || c.counted {
			continue
		}
		perOp, operations, err := agreedCount(ctx, counter, c.PlannedCase)
		switch {
		case err != nil:
			return err
		case perOp == 0:
			continue // processes differ, start others, or execute too little
		}
		counted := c.PlannedCase
		counted.Operations = operations
		if err := b.writer.Sample(b.Meter.Line(counted, Block{unitInstructions: perOp})); err != nil {
			return err
		}
		c.counted = true
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
	first, err := perOperation(ctx, counter, c.CaseID, operations)
	if first == 0 {
		return 0, 0, err
	}
	counts := []float64{first}
	if n := powerOfTwo(countedInstructions / first); n != operations {
		operations, counts = n, nil
	}
	for len(counts) < countedProcesses {
		count, err := perOperation(ctx, counter, c.CaseID, operations)
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
func perOperation(ctx context.Context, counter Counter, c CaseID, operations int) (float64, error) {
	counted, err := counter.Count(ctx, c, Head, operations)
	if err != nil {
		return 0, ctx.Err()
	}
	return max(0, float64(counted.Total.Instructions)/float64(operations)), nil
}
