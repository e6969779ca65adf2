// Package history sorts result files by commit and finds the commits at which a case became
// faster or slower.
//
//  1. [Build] groups files by commit, from the recorded environment, and sorts the commits
//     by date. Files without a commit are sorted by the time of their run.
//  2. Every case becomes a [Series] with one point per commit and machine. Change points are
//     searched separately for each machine. With a recorded clock, the less noisy metric of
//     time and cycles is used (package statistics), so a slower core is not a step.
//  3. Change points are found in the logarithms of medians by E-divisive (package divisive),
//     like MongoDB and Hunter do.
//
// The newest commit is what a report is about.
package history
