package source

import (
	"context"
	"time"

	"github.com/ecsbench/ecsbench/internal/cause"
	"github.com/ecsbench/ecsbench/internal/instructions"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
)

// A Placer is a source that knows where its benchmarks stand in head.
type Placer interface {
	// Place returns the zero value where it does not know.
	Place(Case) cause.Place
}

// A Renamer is a source that can tell what has become of a case that head has no
// more.
type Renamer interface {
	// Renamed returns the one of the cases that head alone has which does the same,
	// if there is only one.
	Renamed(c Case, fresh []Case) (to Case, ok bool)
}

// A Counter is a Source that can count instructions.
type Counter interface {
	// Count is an [instructions.Count] of a case. Several may run at the same time.
	Count(ctx context.Context, c Case, side Side, operations int) (*cachegrind.Counts, error)
	// Explain says of functions that grew where they stand in the source and
	// which commits touched them, the likeliest cause first. Change is what the
	// whole grew by, in instructions per operation.
	Explain(ctx context.Context, grown []instructions.Grown, change float64) []cause.Cause
}

// A Sampler is a Source that can tell where the time of a case goes.
type Sampler interface {
	Counter // which explains what grew
	// Sample does so many operations of a case in a fresh process, or as many as
	// take as long as these should, and returns the nanoseconds of processor time
	// of each line, from samples that are period apart.
	Sample(ctx context.Context, c Case, side Side, operations int, lasting time.Duration) (lines map[cachegrind.Line]int64, period time.Duration, err error)
}

// A Clocked source runs its trials on cores of which it can tell the clock.
type Clocked interface {
	// Clock is the clock of a core at the moment, in GHz; 0 where it cannot be read.
	Clock() float64
}
