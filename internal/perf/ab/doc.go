// Package ab measures two sides, base and head, in one session and decides whether head is
// slower. Consecutive runs differ by the state of the machine. Here the trials of both sides are
// interleaved, so both have the same conditions:
//
//  1. A [Source] lists the [CaseID]s of two sides and runs trials: one case of one side in a fresh
//     process. Package gobench implements sources, without statistics and verdicts. Optional abilities
//     of a source are further interfaces, found by assertion. Equal programs are not measured.
//  2. The pilot runs each case a few times to choose the operations per block of about 1 ms
//     and to estimate the duration of a trial (pilot.go). Its times are used for planning only.
//  3. [Run] runs rounds of package engine until a fixed time, or until every case has converged:
//     its MDE is little more than the limit. It does not compare the sides during the run.
//     Converged cases are skipped, so noisy ones get more time (adaptive.go). A round starts
//     with fresh copies of the programs. The sides of each case run in random order. The values
//     are on disk before the next round. [Continue] continues an interrupted experiment.
//  4. The experiment tests itself. In a few random cases an A/A control (a second copy of
//     base) must equal base, and an injected slowdown must be detected by the rule for head. If
//     either fails, the verdict is inconclusive.
//  5. The sides are compared round by round in three ways (package statistics): in all rounds by
//     ranks, in the fastest tenth of them, and in the mean of all rounds, with a prior of its variance
//     from all cases. A case is suspected if one of the three is significant and its estimate exceeds
//     the largest regression allowed. Too few rounds for any test are facts if head is much slower in
//     each of them. So are counts that agree in all processes of a side.
//  6. Only suspects are measured again, in fresh rounds with the functions of both sides in random
//     order (placement.go). They are regressions if these rounds alone are significant and the whole
//     interval exceeds the limit. Equal instructions and equal executed code refute a suspect. Only
//     these rounds are corrected, for the number of suspects, because they are independent of the
//     selection. The correction controls the share of false discoveries, so its power does not
//     fall with the number of slower cases. A suspect that is neither confirmed nor refuted makes the
//     verdict inconclusive.
//
// A [Meter] has what takes samples: the phases of a budget, retakes on a busy core. An
// experiment and a [Bench], which measures one revision for later, are built on it. [InTurns] measures
// several benches in the same rounds. If both sides differ in what they are built and run with
// ([Varied]), the verdict states the price (price.go). [Layouts] measures one revision in several orders of
// functions. The page docs/method.md has the reasons.
package ab
