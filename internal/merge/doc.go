// Package merge puts the shards of a plan together that were measured apart.
//
//  1. A file is cut at its headers into parts, each of which is one shard as
//     `ecsbench run --shard` has written it. A merged file is nothing but the
//     parts of others in their order, so it can be merged again.
//  2. The parts have to be of one plan, one seed, one version of the program and
//     one way to split the plan; otherwise nothing is written.
//  3. A part that is the beginning of another one is an earlier state of the same
//     file, and does not count. Two other parts of the same shard are refused,
//     unless they come from machines that the configuration lines tell apart: as
//     these lines stand before the samples, no reader mixes the two.
//  4. The lines of the parts are copied as they are, by shard and machine. So the
//     result does not depend on the order of files, nor on clocks, and no line is
//     lost or doubled.
//
// What is missing or has failed is told in the [Summary]; what is there is merged
// all the same. Samples are never in memory.
package merge
