// Package timing times work in one process: it is the measuring loop of a sample.
//
//  1. [Take] warms a [Workload] up and chooses the number of operations of a batch, such that a
//     batch is long against the clock and short against time slices.
//  2. Batches are timed one by one ([Lap]) until they fill the least time and enough of them are
//     quiet. Before and after each, the clock of the core and a noise probe are read
//     ([ReadCore]), and allocations are counted.
//  3. The quiet batch of the fewest cycles is the [Measurement]. Delays only add time.
//
// The package imports the standard library only. Programs that cannot import it contain its
// files: those that measure a library ([Source]), and the changed testing package of
// `ecsbench ab` ([SpinSource]).
package timing

// A Workload runs operations on a world.
type Workload interface {
	// Warm runs once before everything else, untimed, and returns the share of an operation
	// that it ran.
	Warm() (share float64, err error)
	// Prepare prepares n operations, untimed.
	Prepare(n int) error
	// Run does n operations. It is timed as a whole.
	Run(n int)
	// Entities returns the number of entities per operation.
	Entities() int
	// MaxOperations limits the operations of all calls of Run together.
	MaxOperations() int
}

// A Divisible workload has operations of equal parts, such as updates, which can be timed
// separately.
type Divisible interface {
	Workload
	// Parts returns the number of parts per operation.
	Parts() int
	// RunParts does n parts. Prepare still counts operations.
	RunParts(n int)
}

// A Concurrent workload may run on several goroutines at once.
type Concurrent interface {
	Workload
	// Workers returns the number of goroutines.
	Workers() int
}
