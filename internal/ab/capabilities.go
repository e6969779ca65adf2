package ab

import (
	"context"
	"time"

	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/results"
)

// A Placer is a source that finds the positions of its benchmarks in head.
type Placer interface {
	// Place returns the zero value where it does not know.
	Place(Case) results.Place
}

// A Renamer is a source that finds the new name of a case that head has no
// more.
type Renamer interface {
	// Renamed returns the one of the cases that head alone has which does the same,
	// if there is only one.
	Renamed(c Case, fresh []Case) (to Case, ok bool)
}

// An Identified source describes head.
type Identified interface {
	// Commit returns the commit of head, the time of the commit (RFC 3339), and whether
	// there are changes that it does not have.
	Commit(ctx context.Context) (commit, when string, dirty bool, err error)
	// Code returns a hash of all code and data that each function of the tests can
	// reach; it is "" where nothing is known.
	Code(ctx context.Context) map[Case]string
}

// A Counter is a Source that can count instructions.
type Counter interface {
	// Count is an [profiler.CountInstructions] of a case. Several may run at the same time.
	Count(ctx context.Context, c Case, side Side, operations int) (*profiler.CachegrindCounts, error)
	// Explain states of functions that grew where they stand in the source and which
	// commits changed them, the likeliest cause first. What grew outside of the module
	// is charged to the callers, if there are any.
	Explain(ctx context.Context, grown, callers []profiler.GrownFunction) []results.Cause
}

// An Allocator is a Source that can list what the operations of a case allocate.
type Allocator interface {
	Counter
	// Allocations does so many operations of a case in a fresh process and returns the
	// objects and bytes that each line of the module allocates, itself or in what it
	// calls elsewhere, set-up included.
	Allocations(ctx context.Context, c Case, side Side, operations int) (objects, bytes map[profiler.SourceLine]int64, err error)
}

// A Sampler is a Source that finds where the time of a case goes.
type Sampler interface {
	Counter // which explains what grew
	// Sample does so many operations of a case in a fresh process, or as many as
	// take as long as these should, and returns the nanoseconds of processor time
	// of each line, from samples that are period apart.
	Sample(ctx context.Context, c Case, side Side, operations int, lasting time.Duration) (lines map[profiler.SourceLine]int64, period time.Duration, err error)
}

// A Clocked source runs its trials on cores whose clock it can measure.
type Clocked interface {
	// Clock is the clock of a core at the moment, in GHz; 0 where it cannot be read.
	Clock() float64
}
