package instructions

import (
	"context"
	"fmt"
	"math"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// A Count does so many operations of one side's benchmark in fresh processes and
// returns what the operations executed.
type Count func(ctx context.Context, operations int) (*cachegrind.Counts, error)

// Lengths is the Count of a benchmark of which whole processes are counted: the
// difference of two lengths.
func Lengths(whole Count) Count {
	return func(ctx context.Context, operations int) (*cachegrind.Counts, error) {
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

// A Finding says what became of the work.
type Finding string

// The findings.
const (
	Same     Finding = "the same work"
	More     Finding = "more work"
	Less     Finding = "less work"
	Unsteady Finding = "work that varies" // by more from process to process than between the sides
)

// A Comparison is the work of two sides.
type Comparison struct {
	Base        float64 `json:"base"` // instructions per operation
	Head        float64 `json:"head"`
	Change      float64 `json:"change"` // 0.01: head does 1% more
	Low         float64 `json:"low"`    // of the 99% interval of the change
	High        float64 `json:"high"`
	Repetitions int     `json:"repetitions"` // of each side
	Finding     Finding `json:"finding"`
	Grown       []Grown `json:"grown,omitempty"` // the functions that do more, most first
}

const (
	// Floor is what the run-time adds to a count, now and then.
	Floor = 0.001
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

// Compare counts both sides at the same time: a count does not mind company.
// Operations are at least so many that they outweigh what a process does at
// random, about 10 ms of work. The error is that of the side which could not be
// counted.
//
// Counts are repeated until the interval of the change has this half-width, at least
// [Precise].
func Compare(ctx context.Context, base, head Count, operations int, width float64) (*Comparison, error) {
	sides := [2]*side{newSide("base", base, operations), newSide("head", head, operations)}
	for n := 1; ; n++ {
		group, ctx := errgroup.WithContext(ctx)
		for _, s := range sides {
			group.Go(func() error { return s.repeat(ctx) })
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		c := compare(sides[0], sides[1])
		if size := math.Abs(c.Change); n < fewest && size < plain && size > equal {
			continue
		}
		if c.High-c.Low <= 2*max(width, Precise) || n == most || n < fewest {
			c.Finding = c.finding()
			c.Grown = grown(sides[0], sides[1])
			return c, nil
		}
	}
}

// A side is what was counted of one side.
type side struct {
	name       string
	count      Count
	operations int
	total      []float64                 // instructions per operation, by repetition
	lines      map[cachegrind.Line]int64 // instructions of all operations of all repetitions
}

func newSide(name string, count Count, operations int) *side {
	return &side{name: name, count: count, operations: max(1, operations), lines: map[cachegrind.Line]int64{}}
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

// compare gives Student's interval of the ratio of the means, wider by the
// floor.
func compare(base, head *side) *Comparison {
	n := len(base.total)
	b, bv := stats.Mean(base.total), stats.Variance(base.total)
	h, hv := stats.Mean(head.total), stats.Variance(head.total)
	c := &Comparison{Base: b, Head: h, Change: h/b - 1, Repetitions: n}
	if n < fewest {
		half := coincidence
		if math.Abs(c.Change) <= equal {
			half = Floor
		}
		c.Low, c.High = c.Change-half, c.Change+half
		return c
	}
	half := Floor + statistics.StudentQuantile(float64(2*n-2), 0.995)*math.Sqrt((bv/(b*b)+hv/(h*h))/float64(n))
	c.Low, c.High = c.Change-half, c.Change+half
	return c
}

// Precise is the half-width of an interval of a change that is known well.
const Precise = Floor + steady

// Steady reports that the change is known to some tenths of a percent.
func (c *Comparison) Steady() bool { return c.High-c.Low <= 2*Precise }

func (c *Comparison) finding() Finding {
	switch {
	case c.Low > 0:
		return More
	case c.High < 0:
		return Less
	case c.High-c.Low > 0.05:
		return Unsteady
	}
	return Same
}
