package profiler

import (
	"context"
	"fmt"
	"math"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// A CountInstructions does so many operations of one side's benchmark in fresh processes and
// returns what the operations executed.
type CountInstructions func(ctx context.Context, operations int) (*CachegrindCounts, error)

// Lengths is the Count of a benchmark of which whole processes are counted: the
// difference of two lengths.
func Lengths(whole CountInstructions) CountInstructions {
	return func(ctx context.Context, operations int) (*CachegrindCounts, error) {
		// The shorter one is no single operation: the first ones may grow what later
		// ones use.
		short := 1 + operations/10
		less, err := whole(ctx, short)
		if err != nil {
			return nil, err
		}
		more, err := whole(ctx, short+operations)
		if err != nil {
			return nil, err
		}
		more.Add(less, -1)
		return more, nil
	}
}

// A InstructionFinding says what became of the work.
type InstructionFinding string

// The findings.
const (
	SameInstructions     InstructionFinding = "the same work"
	MoreInstructions     InstructionFinding = "more work"
	FewerInstructions    InstructionFinding = "less work"
	UnsteadyInstructions InstructionFinding = "work that varies" // by more from process to process than between the sides
)

// A InstructionComparison is the work of two sides.
type InstructionComparison struct {
	Base        float64            `json:"base"` // instructions per operation
	Head        float64            `json:"head"`
	Change      float64            `json:"change"` // 0.01: head does 1% more
	Low         float64            `json:"low"`    // of the 99% interval of the change
	High        float64            `json:"high"`
	Repetitions int                `json:"repetitions"` // of each side
	Finding     InstructionFinding `json:"finding"`
	Grown       []GrownFunction    `json:"grown,omitempty"` // the functions that do more, most first
}

const (
	// Floor is what the run-time adds to a count, now and then.
	InstructionFloor = 0.001
	// steady is how well a change is to be known, beside the floor.
	steady = 0.001
	// plain is a change that one count of each side shows: the counts of a program
	// differ by some percent at most from process to process.
	plain, coincidence = 0.10, 0.05
	// equal is a change so small that counts which vary do not agree so well by chance:
	// one count of each side suffices.
	equal = 0.0001
	// fewest repetitions can be told from a coincidence; more than the most
	// would take longer than to measure time.
	fewest, most = 2, 8
)

// CompareInstructions counts both sides at the same time: a count does not mind company.
// Operations are at least so many that they outweigh what a process does at
// random, about 10 ms of work. The error is that of the side which could not be
// counted.
//
// Counts are repeated until the interval of the change has this half-width, at least
// [InstructionPrecision].
func CompareInstructions(ctx context.Context, base, head CountInstructions, operations int, width float64) (*InstructionComparison, error) {
	sides := [2]*side{newSide("base", base, operations), newSide("head", head, operations)}
	for n := 1; ; n++ {
		group, ctx := errgroup.WithContext(ctx)
		for _, s := range sides {
			group.Go(func() error { return s.repeat(ctx) })
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		c := compareSides(sides[0], sides[1])
		if size := math.Abs(c.Change); n < fewest && size < plain && size > equal {
			continue
		}
		if c.High-c.Low <= 2*max(width, InstructionPrecision) || n == most || n < fewest {
			c.Finding = c.finding()
			c.Grown = grown(sides[0], sides[1])
			return c, nil
		}
	}
}

// A side is what was counted of one side.
type side struct {
	name       string
	count      CountInstructions
	operations int
	total      []float64            // instructions per operation, by repetition
	lines      map[SourceLine]int64 // instructions of all operations of all repetitions
}

func newSide(name string, count CountInstructions, operations int) *side {
	return &side{name: name, count: count, operations: max(1, operations), lines: map[SourceLine]int64{}}
}

// repeat counts once more.
func (s *side) repeat(ctx context.Context) error {
	c, err := s.count(ctx, s.operations)
	if err != nil {
		return fmt.Errorf("counting the instructions of %s: %w", s.name, err)
	}
	for line, n := range c.Lines {
		s.lines[line] += n
	}
	if c.Total.Instructions <= 0 {
		return fmt.Errorf("counting the instructions of %s: %d operations cost less than start-up varies by", s.name, s.operations)
	}
	s.total = append(s.total, float64(c.Total.Instructions)/float64(s.operations))
	return nil
}

// compareSides gives Student's interval of the ratio of the means, wider by the
// floor.
func compareSides(base, head *side) *InstructionComparison {
	n := len(base.total)
	b, bv := stats.Mean(base.total), stats.Variance(base.total)
	h, hv := stats.Mean(head.total), stats.Variance(head.total)
	c := &InstructionComparison{Base: b, Head: h, Change: h/b - 1, Repetitions: n}
	if n < fewest {
		half := coincidence
		if math.Abs(c.Change) <= equal {
			half = InstructionFloor
		}
		c.Low, c.High = c.Change-half, c.Change+half
		return c
	}
	half := InstructionFloor + statistics.StudentQuantile(float64(2*n-2), 0.995)*math.Sqrt((bv/(b*b)+hv/(h*h))/float64(n))
	c.Low, c.High = c.Change-half, c.Change+half
	return c
}

// InstructionPrecision is the half-width of an interval of a change that is known well.
const InstructionPrecision = InstructionFloor + steady

// Steady reports that the change is known to some tenths of a percent.
func (c *InstructionComparison) Steady() bool { return c.High-c.Low <= 2*InstructionPrecision }

func (c *InstructionComparison) finding() InstructionFinding {
	switch {
	case c.Low > 0:
		return MoreInstructions
	case c.High < 0:
		return FewerInstructions
	case c.High-c.Low > 0.05:
		return UnsteadyInstructions
	}
	return SameInstructions
}
