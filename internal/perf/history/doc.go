// Package history sorts result files by commit and finds the commits that made a case faster or
// slower.
//
//  1. [Build] groups files by commit, from the recorded environment, and sorts the commits
//     by date. Files without a commit are sorted by the time of their run.
//  2. Every case becomes a [Trend] with one point per commit and machine. Change points are
//     searched separately for each machine. With a recorded clock, the less noisy metric of
//     time and cycles is used (package statistics), so a slower core is not a step.
//  3. Change points are found in the logarithms of medians by E-divisive (see below),
//     like MongoDB and Hunter do.
//
// A report is about the newest commit.
//
// [ChangePoints] finds the places where the level of a series changes, by E-divisive (D. S.
// Matteson and N. A. James, "A nonparametric approach for multiple change point analysis of
// multivariate data", J. Am. Stat. Assoc. 109, 2014).
//
// [Bisection.Run] finds the commit that made a benchmark slower (bisect.go), and [ContinueBisection]
// resumes an interrupted search.
//
// # Filling gaps
//
// [Fill] measures the commits of a history that have no results yet, and writes one result file for
// each. It chooses commits, lets package ab measure them in turns, and corrects the samples. Its state
// is the files in the folder.
//
//  1. [ParseRange] lists the commits of a range, or the versions of a module. Those with a
//     finished file in the folder are done.
//  2. A batch is up to 16 missing commits, as many as there probably is time for (fillbatch.go), coarse
//     to fine (fill.go). If the code that a benchmark can reach has the same hash in several commits, it
//     is measured once. The nearest commits with results take part as anchors.
//  3. Each commit of a batch has an ab.Bench, the one of the command bench, with a file in the folder
//     .fill. [ab.InTurns] measures them round by round, because commits that are measured one
//     after the other differ by the state of the machine. The next call continues these files.
//  4. The samples are corrected for their rounds, so they are without effects of the machine and the
//     day (filllevels.go). When a batch is done, each commit gets its file, which is never changed,
//     except that causes of its steps are added (fillwrite.go, fillsteps.go).
package history
