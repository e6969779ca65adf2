// Package history sorts result files by commit and finds the commits at which a case became
// faster or slower.
//
//  1. [Build] groups files by commit, from the recorded environment, and sorts the commits
//     by date. Files without a commit are sorted by the time of their run.
//  2. Every case becomes a [Series] with one point per commit and machine. Change points are
//     searched separately for each machine. With a recorded clock, the less noisy metric of
//     time and cycles is used (package statistics), so a slower core is not a step.
//  3. Change points are found in the logarithms of medians by E-divisive (see below),
//     like MongoDB and Hunter do.
//
// The newest commit is what a report is about.
//
// # Change points
//
// [ChangePoints] finds the places from which the values of a series are on another level,
// by E-divisive (D. S. Matteson and N. A. James, "A nonparametric approach for multiple
// change point analysis of multivariate data", J. Am. Stat. Assoc. 109, 2014).
//
// # Bisection
//
// [Bisection.Run] finds the commit that made a benchmark slower.
//
//  1. It compares GOOD and BAD as package ab does. If BAD has no certain regression there is
//     nothing to look for. Else the case that became worst is the one to follow.
//  2. The commits between the two are those along first parents. What a merge brought in is
//     one step, and the merge is named if it was that step.
//  3. Each step looks at the commit in the middle of those in question. A case that cannot
//     have changed (package proof) since the last good commit is good, and one that cannot
//     change any more until the first bad one is bad; neither is measured. All else is
//     compared with GOOD, by the rules of package ab, and is bad if it is worse by more than
//     half of what was confirmed, so that other changes, which were allowed, do not mislead.
//  4. A commit that cannot be built or judged is passed over, as `git bisect skip` does, and
//     the nearest one to the middle is taken.
//
// Every step is in a file before the next begins. [ContinueBisection] continues what was
// interrupted. With ab.ByInstructions no step is repeated in rounds.
//
// # Filling gaps
//
// [Fill] measures the commits of a history that have no results yet, and writes one result
// file for each.
//
//  1. [ParseRange] lists the commits of a range, or the versions of a module. Those with a
//     file in the folder are done.
//  2. Missing commits are built, coarse to fine: the ends of the range first, then the middle
//     of the gaps, those with a step first (fill.go). Building takes at most 40% of the
//     time that is left. The rest is left to the next call.
//  3. A benchmark of the same code as in another commit, by the hash of all that it can
//     reach, is measured once (fillgroups.go).
//  4. All commits of a case are measured in turns: in every round each of them once, one
//     right after the other, in random order and in fresh processes (fillmeasure.go). The
//     nearest commits that were measured earlier take part, as anchors.
//  5. The logarithm of a time is modelled as the level of the commit, plus an effect of the
//     round that all commits share, plus noise. A sample is corrected by what the others took
//     in the same round, relative to their own levels. So a sample of a commit is its ratio
//     to its neighbours in one round, and the machine and the day cancel out. Anchors carry
//     the level of earlier files over (fillmeasure.go). The interval of a commit is that of the
//     median of its corrected samples.
//  6. Every round is on disk before the next (fillstate.go). A file is written once, when
//     all cases of its commit are measured, and is never changed.
//  7. Steps are explained by counting the instructions of both commits (fillsteps.go).
package history
