// Package fill measures the commits of a history that have no results yet, and writes one
// result file for each, which package history reads.
//
//  1. [Range] lists the commits of a range, or the versions of a module. Those with a file
//     in the folder are done.
//  2. Missing commits are built, coarse to fine: the ends of the range first, then the
//     middle of the gaps, those with a step first (order.go). Building takes at most 40% of
//     the time that is left. What there is no time for is left to the next call.
//  3. A benchmark of the same code as in another commit, by the hash of all that it can
//     reach, is measured once (groups.go).
//  4. All commits of a case are measured in turns: in every round each of them once, one
//     right after the other, in random order and in fresh processes (measure.go). The
//     nearest commits that were measured earlier take part, as anchors.
//  5. The logarithm of a time is modelled as the level of the commit, plus an effect of the
//     round that all commits share, plus noise. A sample is corrected by what the others
//     took in the same round, relative to their own levels. So a sample of a commit is its
//     ratio to its neighbours in one round, and the machine and the day cancel out. Anchors
//     carry the level of earlier files over (scale.go). The interval of a commit is that of
//     the median of its corrected samples.
//  6. Every round is on disk before the next (journal.go). A file is written once, when all
//     cases of its commit are measured, and is never changed.
//  7. Steps are explained by counting the instructions of both commits (steps.go).
package fill
