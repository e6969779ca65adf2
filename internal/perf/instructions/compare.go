package instructions

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/statistics"
)

// A Count runs operations of one side's benchmark in fresh processes and
// returns the executed instructions.
type Count func(ctx context.Context, operations int) (*Counts, error)

// Lengths counts a benchmark by the difference of two lengths of whole processes.
func Lengths(whole Count) Count {
	return func(ctx context.Context, operations int) (*Counts, error) {
		// The shorter one has several operations: the first ones may grow memory for
		// later ones. It has more than one, because package testing executes one more
		// operation before it runs a benchmark more than once.
		short := max(2, 1+operations/10)
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

// A Finding classifies a change.
type Finding string

// The findings.
const (
	Same     Finding = "the same work"
	More     Finding = "more work"
	Fewer    Finding = "less work"
	Unsteady Finding = "work that varies" // varies more between processes than between the sides
)

// A Difference is that of the work of two sides.
type Difference struct {
	Base        float64         `json:"base"` // instructions per operation
	Head        float64         `json:"head"`
	Change      float64         `json:"change"` // 0.01: head does 1% more
	Low         float64         `json:"low"`    // of the 99% interval of the change
	High        float64         `json:"high"`
	Repetitions int             `json:"repetitions"` // of each side
	Finding     Finding         `json:"finding"`
	Grown       []GrownFunction `json:"grown,omitempty"` // functions that do more, the most grown first
	Functions   []string        `json:"-"`               // all that a process of either side executed, by symbol
}

const (
	// Floor is the occasional addition of the runtime to a count.
	Floor = 0.001
	// steady is the target half-width of a change, beside the floor.
	steady = 0.001
	// plain is a change that is certain after one count of each side: counts of one program
	// differ by at most some percent.
	plain, coincidence = 0.10, 0.05
	// equal is a change that is too small to be a coincidence of varying counts: one count of
	// each side suffices.
	equal = 0.0001
	// fewest repetitions exclude a coincidence; more than most take longer than measuring time.
	fewest, most = 2, 8
)

// Compare counts both sides at the same time; counts are not disturbed by
// each other. Operations are at least enough to outweigh random work of a process,
// about 10 ms. The error is that of the side that could not be counted.
//
// Counts are repeated until the interval of the change has this half-width, at least
// [Precision].
func Compare(ctx context.Context, base, head Count, operations int, width float64) (*Difference, error) {
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
		if c.High-c.Low <= 2*max(width, Precision) || n == most || n < fewest {
			c.Finding = c.finding()
			all := n * sides[0].operations
			c.Grown = Growth(sides[0].lines, sides[1].lines, all, leastGrown*c.Base)
			maps.Copy(sides[0].functions, sides[1].functions)
			c.Functions = slices.Sorted(maps.Keys(sides[0].functions))
			return c, nil
		}
	}
}

// A side holds the counts of one side.
type side struct {
	name       string
	count      Count
	operations int
	total      []float64            // instructions per operation, by repetition
	lines      map[SourceLine]int64 // instructions of all operations of all repetitions
	functions  map[string]bool      // executed, by symbol
}

func newSide(name string, count Count, operations int) *side {
	return &side{name: name, count: count, operations: max(1, operations), lines: map[SourceLine]int64{}, functions: map[string]bool{}}
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
	for name := range c.Functions { // also those with as many instructions in both lengths
		s.functions[name] = true
	}
	if c.Total.Instructions <= 0 {
		return fmt.Errorf("counting the instructions of %s: %d operations cost less than the variation of start-up", s.name, s.operations)
	}
	s.total = append(s.total, float64(c.Total.Instructions)/float64(s.operations))
	return nil
}

// compareSides computes Student's interval of the ratio of the means, widened by the
// floor.
func compareSides(base, head *side) *Difference {
	n := len(base.total)
	b, bv := stats.Mean(base.total), stats.Variance(base.total)
	h, hv := stats.Mean(head.total), stats.Variance(head.total)
	c := &Difference{Base: b, Head: h, Change: h/b - 1, Repetitions: n}
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

// Precision is the half-width of a precise interval.
const Precision = Floor + steady

// Steady reports whether the change is precise to some tenths of a percent.
func (c *Difference) Steady() bool { return c.High-c.Low <= 2*Precision }

func (c *Difference) finding() Finding {
	switch {
	case c.Low > 0:
		return More
	case c.High < 0:
		return Fewer
	case c.High-c.Low > 0.05:
		return Unsteady
	}
	return Same
}
