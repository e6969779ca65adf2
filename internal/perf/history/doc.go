// Package history sorts result files by commit and finds the commits that made a case faster or
// slower.
//
//  1. [Build] groups files by commit, from the recorded environment, and sorts the commits
//     by date. Files without a commit are sorted by the time of their run.
//  2. Every case becomes a [Series] with one point per commit and machine. Change points are
//     searched separately for each machine. With a recorded clock, the less noisy metric of
//     time and cycles is used (package statistics), so a slower core is not a step.
//  3. Change points are found in the logarithms of medians by E-divisive (see below),
//     like MongoDB and Hunter do.
//
// A report is about the newest commit.
//
// # Change points
//
// [ChangePoints] finds the places where the level of a series changes, by E-divisive (D. S.
// Matteson and N. A. James, "A nonparametric approach for multiple change point analysis of
// multivariate data", J. Am. Stat. Assoc. 109, 2014).
//
// # Bisection
//
// [Bisection.Run] finds the commit that made a benchmark slower.
//
//  1. It compares GOOD and BAD by package ab. Without a confirmed regression the search ends.
//     Otherwise it follows the case with the largest one.
//  2. The candidates are the commits between the two along first parents. A merge is one
//     candidate, with all commits that it brought in.
//  3. Each step judges the commit in the middle of the candidates. Package proof comes first:
//     a commit is good if the case is unchanged since the last good commit, and bad if it is
//     unchanged until the first bad one. Other commits are compared with GOOD by package ab.
//     They are bad if they are worse by more than half of the confirmed regression, so smaller
//     permitted changes do not mislead.
//  4. A commit that cannot be built or judged is skipped, like by `git bisect skip`, and the
//     nearest one to the middle is taken.
//
// Every step is in a file before the next begins. [ContinueBisection] resumes an interrupted
// search. With ab.ByInstructions no step is repeated in rounds.
//
// # Filling gaps
//
// [Fill] measures the commits of a history that have no results yet, and writes one result
// file for each. It chooses commits, lets package ab measure them in turns, and corrects the samples.
// Its state is the files in the folder.
//
//  1. [ParseRange] lists the commits of a range, or the versions of a module. Those with a
//     finished file in the folder are done.
//  2. A batch is up to 16 missing commits, as many as there probably is time for (fillbatch.go). They
//     are chosen coarse to fine: the ends of the range first, then the middle of the gaps, those with a
//     step first (fill.go). If the code that a benchmark can reach has the same hash in several
//     commits, it is measured once. The nearest commits with results take part as anchors.
//  3. Each commit of a batch has an ab.Bench, the one of the command bench, with a file in the folder
//     .fill. [ab.InTurns] measures them round by round, because commits that are measured one
//     after the other differ by the state of the machine. An interrupted call leaves this folder, and the
//     next one continues its benches.
//  4. The logarithm of a time is modelled as the level of the commit, plus an effect of the
//     round that all commits share, plus noise. A sample is corrected by the deviations of the
//     other commits from their levels in the same round. So it is a ratio to the neighbours
//     in one round, without effects of the machine and the day. Anchors connect the levels to
//     those of earlier files (filllevels.go). The interval of a commit is that of the median
//     of its corrected samples.
//  5. When a batch is done, each commit gets a file with its corrected samples and those of other
//     commits with the same code (fillwrite.go). It is never changed, except that causes of its
//     steps are added.
//  6. Steps are explained by counting the instructions of both commits (fillsteps.go).
package history
