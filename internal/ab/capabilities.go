package ab

import (
	"context"
	"time"

	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/results"
)

// A Placer is a source that has the places of its benchmarks in head.
type Placer interface {
	// Place returns the zero value if it is unknown.
	Place(Case) results.Place
}

// An Identified source identifies head.
type Identified interface {
	// Commit returns the commit of head, its time (RFC 3339), and whether there are
	// uncommitted changes.
	Commit(ctx context.Context) (commit, when string, dirty bool, err error)
	// Code returns a hash of all code and data that each function of the tests can
	// reach; "" if unknown.
	Code(ctx context.Context) map[Case]string
}

// A Counter is a Source that can count instructions.
type Counter interface {
	// Count is an [profiler.CountInstructions] of a case. Several may run at the same time.
	Count(ctx context.Context, c Case, side Side, operations int) (*profiler.CachegrindCounts, error)
	// Explain adds the places in the source and the commits to functions that grew, the
	// likeliest cause first. Growth outside of the module is charged to the callers, if
	// there are any.
	Explain(ctx context.Context, grown, callers []profiler.GrownFunction) []results.Cause
}

// An Allocator is a Source that can list what the operations of a case allocate.
type Allocator interface {
	Counter
	// Allocations runs operations of a case in a fresh process. It returns the objects and
	// bytes that each line of the module allocates, with its callees elsewhere and set-up.
	Allocations(ctx context.Context, c Case, side Side, operations int) (objects, bytes map[profiler.SourceLine]int64, err error)
}

// A Sampler is a Source with a profiler.
type Sampler interface {
	Counter // which explains what grew
	// Sample runs operations of a case in a fresh process, or for the duration lasting. It
	// returns the nanoseconds of processor time of each line, from samples that are period
	// apart.
	Sample(ctx context.Context, c Case, side Side, operations int, lasting time.Duration) (lines map[profiler.SourceLine]int64, period time.Duration, err error)
}
