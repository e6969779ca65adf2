package ab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// Sizes of a trial; doc.go has the reasons.
const (
	blockTime      = time.Millisecond       // of a block, at least half of it
	allocatingTime = 5 * time.Millisecond   // of a block of a case that allocates: time for a garbage collection
	trialTime      = 10 * time.Millisecond  // of all blocks of a trial together, if minBlocks allow it
	longTrial      = 300 * time.Millisecond // if minBlocks need longer, there are fewer
	probeBlocks    = 3                      // of the pilot's first trials
	minBlocks      = 5
	maxBlocks      = 16
)

// Units that the experiment uses.
const (
	unitTime         = "sec/op"
	unitBytes        = "B/op"
	unitAllocs       = "allocs/op"
	unitInstructions = "instructions/op"
)

// A PlannedCase is a case and the size of its trials.
type PlannedCase struct {
	CaseID
	Operations int           `json:"operations"`        // per block
	Blocks     int           `json:"blocks"`            // per trial
	Procs      int           `json:"procs,omitempty"`   // 1 if the case needs no more
	Wall       time.Duration `json:"wall_ns"`           // of one trial, process included
	PerOp      float64       `json:"sec_per_op"`        // of base in the pilot, fastest block
	Spread     float64       `json:"spread"`            // of base in the pilot: median block relative to the fastest, minus 1
	Units      []string      `json:"units"`             // that both sides report
	Process    []string      `json:"process,omitempty"` // units of the whole process that are recorded
	Only       []string      `json:"only,omitempty"`    // units that are compared, if not all
	Refused    []Refusal     `json:"refused,omitempty"` // quantiles of too few values
	Still      []string      `json:"still,omitempty"`   // units with equal values in all blocks of the pilot, such as 0 allocations
}

// pilot sizes the trials of all cases. It returns cases that fail on a side as failures, and omits
// cases for which there is no time.
//
// A sequential case without garbage gets one processor. Package testing collects garbage before
// each block. On a busy machine, threads that wait for each other take several times as long for
// this as for the block.
func pilot(ctx context.Context, src Source, cases, alone []CaseID, o *Options) ([]PlannedCase, []FailedCase, error) {
	var planned []PlannedCase
	var failed []FailedCase
	most := o.firstLimit()
	limit := engine.LimitEach(ctx, most)
	for _, c := range engine.Steps(o.Progress, "pilot", cases) {
		p := probe{ctx: ctx, src: src, limit: limit, most: most, asked: o.Metric.units(), plan: PlannedCase{CaseID: c, Operations: 1, Blocks: 1}}
		p.plan.Process = slices.Clone(p.asked)
		if variation(src) != "" {
			p.plan.Process = lists.Add(p.plan.Process, results.UnitPeak, results.UnitGC)
		}
		if slices.Contains(alone, c) {
			p.plan.Procs = 1
		}
		if err := p.size(); err != nil {
			if ctx.Err() != nil {
				return planned, failed, ctx.Err()
			}
			if errors.Is(err, errNoTime) {
				continue
			}
			failed = append(failed, FailedCase{Case: c, Side: p.side.String(), Reason: err.Error()})
			if p.side == Base { // if head does not fail, it is no failure of the change
				if _, _, err := p.run(Head); err != nil && !errors.Is(err, errNoTime) {
					failed = append(failed, FailedCase{Case: c, Side: Head.String(), Reason: err.Error()})
				}
			}
			continue
		}
		if !o.Metric.Has(ByTime) && !o.Metric.Has(ByInstructions) {
			p.plan.Only = p.asked
		}
		planned = append(planned, p.plan)
	}
	return planned, failed, nil
}

// A probe runs the pilot's trials of one case.
type probe struct {
	ctx     context.Context
	src     Source
	limit   func() time.Duration // of a trial
	most    time.Duration        // a trial that takes longer has failed
	asked   []string             // units of the process that are compared
	tails   []string             // units of quantiles
	refused map[string]int       // those that need more values than there is time for, and how many
	side    Side                 // of the last trial
	plan    PlannedCase
}

// run does one trial of the present size.
func (p *probe) run(side Side) (blocks []Block, wall time.Duration, err error) {
	p.side = side
	start, limit := time.Now(), p.limit()
	blocks, err = within(p.ctx, limit, p.src, p.plan.trial(side))
	if errors.Is(err, errUnfinished) && limit < p.most {
		err = errNoTime
	}
	return blocks, time.Since(start), err
}

var (
	errUnfinished = errors.New("not finished")
	errNoTime     = errors.New("no time for the trial in the budget")
)

// within runs a trial with a time limit.
func within(ctx context.Context, limit time.Duration, src Source, t Trial) ([]Block, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	blocks, err := src.Run(limited, t)
	if limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w after %v", errUnfinished, limit)
	}
	return blocks, err
}

// size grows the number of operations until they fill a block, chooses the
// number of blocks, and measures a trial of that size on both sides.
func (p *probe) size() error {
	target := blockTime
	for {
		p.plan.Blocks = probeBlocks
		blocks, wall, err := p.run(Base)
		if err != nil {
			return err
		}
		fastest := reduce(blocks, p.src.Better)
		if fastest[unitAllocs] >= 0.5 {
			target, p.plan.Procs = allocatingTime, 0
		}
		timed := wall / probeBlocks // for benchmarks that hide their time
		if perOp, ok := fastest[unitTime]; ok {
			timed = time.Duration(perOp * float64(p.plan.Operations) * 1e9)
		}
		if timed >= target/2 || p.plan.Operations >= 1<<30 {
			for unit := range fastest {
				if results.UnitNamed(unit).Tail() > 0 {
					p.tails = append(p.tails, unit)
				}
			}
			p.plan.PerOp = fastest[unitTime]
			p.plan.Blocks = countBlocks(timed)
			break
		}
		grow := min(100, float64(target)/float64(max(1, timed)))
		p.plan.Operations = max(2*p.plan.Operations, powerOfTwo(float64(p.plan.Operations)*grow))
	}
	p.refused = p.reachTails()
	if err := p.time(); err != nil {
		return err
	}
	p.plan.Refused = nil
	p.plan.Units = slices.DeleteFunc(p.plan.Units, func(unit string) bool {
		n, refused := p.refused[unit]
		if refused {
			p.plan.Refused = append(p.plan.Refused, Refusal{unit, p.plan.inTail(p.pools()), n})
		}
		return refused
	})
	return nil
}

// muchSlower is the ratio of times from which the blocks of base become shorter, so that those of
// head do not take all time. Such a change is clear in short blocks, too.
const muchSlower = 2

// powerOfTwo returns the power of two nearest to n. Two experiments with one program then mostly
// have equal numbers of operations, and equal shares of one-time allocations.
func powerOfTwo(n float64) int { return 1 << max(0, int(math.Round(math.Log2(n)))) }

// time measures a trial of the chosen size: its undisturbed duration and its units. Of head some
// blocks suffice, which may be many times longer.
func (p *probe) time() error {
	base, wall, err := p.run(Base)
	if err != nil {
		return err
	}
	all := p.plan.Blocks
	p.plan.Blocks = min(all, probeBlocks)
	head, headWall, err := p.run(Head)
	if err != nil {
		return err
	}
	perBlock := time.Duration(reduce(head, p.src.Better)[unitTime] * float64(p.plan.Operations) * 1e9)
	perBlock = cmp.Or(perBlock, headWall/time.Duration(p.plan.Blocks)) // for benchmarks that hide their time
	p.plan.Wall = min(wall, headWall+time.Duration(all-p.plan.Blocks)*perBlock)
	p.plan.Blocks = all
	best := reduce(base, p.src.Better)[unitTime]
	p.plan.Spread = spreadOf(base)
	if p.plan.PerOp > 0 && best > 0 { // processes differ by more than the blocks of one process
		p.plan.Spread = max(p.plan.Spread, math.Abs(best/p.plan.PerOp-1))
	}
	p.plan.PerOp = min(p.plan.PerOp, best)
	if slower := reduce(head, p.src.Better)[unitTime] / best; slower > muchSlower && !math.IsInf(slower, 0) {
		p.plan.Operations = max(1, powerOfTwo(float64(p.plan.Operations)*muchSlower/slower))
	}
	p.plan.Units, p.plan.Still = nil, nil
	for unit, value := range base[0] {
		known := results.UnitNamed(unit)
		if _, ok := head[0][unit]; !ok || known.Machine || known.Process && !slices.Contains(p.asked, unit) || RestatesTime(unit, base, head) {
			continue
		}
		p.plan.Units = append(p.plan.Units, unit)
		if !slices.ContainsFunc(slices.Concat(base, head), func(b Block) bool { return b[unit] != value }) {
			p.plan.Still = append(p.plan.Still, unit)
		}
	}
	slices.SortFunc(p.plan.Units, compareUnits)
	slices.SortFunc(p.plan.Still, compareUnits)
	return nil
}

// spreadOf is the median block relative to the fastest, minus 1.
func spreadOf(blocks []Block) float64 {
	times := lists.Map(blocks, func(b Block) float64 { return b[unitTime] })
	times = lists.Filter(times, func(t float64) bool { return t > 0 })
	if len(times) == 0 {
		return 0
	}
	return statistics.Median(times)/slices.Min(times) - 1
}

// countBlocks returns the number of blocks of that length in a trial.
func countBlocks(block time.Duration) int {
	n := min(maxBlocks, max(minBlocks, int(trialTime/block)))
	if time.Duration(n)*block > longTrial {
		n = max(1, int(longTrial/block))
	}
	return n
}
