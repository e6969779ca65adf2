// Package measure turns a plan into samples.
//
//  1. A [Plan] lists what to measure: scenarios, implementations, sizes, and how
//     precisely. [Plan.Cases] spells it out.
//  2. [Run] measures the cases in rounds of package engine. First these have the cases of one
//     comparison, until all of them have an interval; the next comparison follows, so an
//     early end leaves complete comparisons. Then they have all cases that are still open.
//  3. Each sample comes from a fresh process: the binary starts itself as a
//     worker ([Process]). Address layout, hash seeds and the state of the heap
//     differ between processes, so samples of one process would hide this. A [ExternalProgram] in any
//     language speaks the same protocol, and reports its world for verification.
//  4. The worker ([Work]) sets the case up, times it ([timing.Take]), and verifies that
//     the right work was done.
//  5. Each sample is on disk before the next begins. A case is closed once the
//     confidence interval of its median is as narrow as the plan asks, or the
//     budget is spent.
//
// A case that crashes, hangs or does the wrong work is recorded as failed and
// the run continues. A worker that was killed or stopped from outside is started again; its
// case has not failed.
//
// # Merging shards
//
// [MergeShards] merges the shards of a plan that were measured apart.
//
//  1. A file is cut at its headers into parts, each of which is one shard as
//     `ecsbench run --shard` has written it. A merged file consists of the parts of
//     others in their order, so it can be merged again.
//  2. The parts must be of one plan, one seed, one version of the program and one way
//     to split the plan. Otherwise nothing is written.
//  3. A part that is the beginning of another one is an earlier state of the same file,
//     and does not count. Two other parts of the same shard are rejected, unless their
//     configuration lines name different machines. These lines stand before the samples,
//     so no reader mixes the two.
//  4. The lines of the parts are copied as they are, by shard and machine. The result
//     does not depend on the order of files or on clocks, and no line is lost or doubled.
//
// [Merged] lists missing and failed parts; the rest is merged anyway.
package measure
