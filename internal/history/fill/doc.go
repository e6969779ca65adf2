// Package fill measures commits without results. It writes one result file per commit for
// package history.
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
//
// round, plus
//
//	noise. A sample is corrected by the others of its round, so machine and day cancel
//
// out. Anchors
//
//	link to the level of earlier files (scale.go). The interval of a commit is that of
//
// the median of
//
//	   its corrected samples.
//	   cases of its commit are measured, and is never changed.
//	7. Steps are explained by counting the instructions of both commits (steps.go).
package fill
