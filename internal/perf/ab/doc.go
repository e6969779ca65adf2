// Package ab measures two sides, base and head, in one session and decides whether head is
// slower.
//
// Consecutive runs differ by the state of the machine. Here the trials of both sides are
// interleaved, so both have the same conditions:
//
//  1. A [Source] runs trials: one case of one side in a fresh process. Package
//     gobench has sources for Go benchmarks of any module, scenarios and worlds. Equal programs are not measured.
//  2. The pilot runs each case a few times to choose the operations per block of about 1 ms
//     and to estimate the duration of a trial. Its times are used for planning only. If
//     they leave no time for an experiment, the pilot is repeated. Sequential cases are
//     measured on one processor.
//  3. [Run] runs rounds until a fixed time, or until every case has converged: its MDE is
//     little more than the limit. It does not compare the sides during the run. Converged
//     cases are skipped, so noisy ones get more time (adaptive.go). A round starts with
//     fresh copies of the programs. It visits cases, and the sides of each case, in random
//     order from a recorded seed. Its values are on disk before the next round. [Continue]
//     continues an interrupted experiment.
//  4. The experiment tests itself. In a few random cases an A/A control (a second copy of
//     base) must equal base. In a few of the less noisy cases an injected slowdown must be
//     detected by the rule for head. If either fails, the verdict is inconclusive, unless
//     the case is too noisy for the injected slowdown.
//  5. The sides are compared round by round in three ways (package statistics): in all rounds by
//     ranks, in the fastest tenth of them, which is least disturbed, and in the mean of all
//     rounds, with a prior of its variance from all cases. Ranks need many rounds if there are
//     many cases. The mean decides by size, so a few rounds show a clear change. A case is
//     suspected if one of the three is significant and its estimate exceeds the largest
//     regression allowed. If the core clock is recorded and cycles are less noisy than time,
//     cycles are compared (package statistics). Too few rounds for any test are facts if head is
//     much slower in each of them. So are counts that agree in all processes of a side.
//  6. Only suspects are measured again, in fresh rounds or the rest of the budget. They are
//     regressions if these rounds alone are significant and the whole interval exceeds the
//     limit. Both sides are linked again with their functions in random order; if that is
//     impossible, only more instructions or allocations confirm a suspect (placement.go). Equal
//     instructions and equal executed code refute it, if these rounds do not show it. Only these
//     rounds are corrected, for the number of suspects, because they are independent of the
//     selection. The correction controls the share of false discoveries, so its power does not
//     fall with the number of slower cases. A suspect that was significant among all comparisons
//     and is neither confirmed nor refuted makes the verdict inconclusive; others keep their
//     earlier result.
//
// # Placement of functions
//
// A change in one function moves all functions linked after it. A loop at another alignment
// can be some percent slower without a change of its code. In one library whose queries were
// equal in both revisions, one of them took 2.29 µs or 2.42 µs in either revision, depending
// on placement. This is real for a binary but not a regression of the program, and any number
// of runs of two binaries cannot separate both effects (T. Mytkowicz et al., "Producing wrong
// data without doing anything obviously wrong!", 2009; C. Curtsinger and E. D. Berger,
// "STABILIZER: statistically sound performance evaluation", 2013). With a new order of
// functions in every round, the paired tests hold.
//
// # One trial, one value
//
// A trial runs its case in several blocks within the process and reports the fastest. On
// shared machines a neighbour on the same core halves the speed of a program for some
// milliseconds at a time, up to most of the time. The fastest of ten blocks of 1 ms has a
// spread 10 to 100 times smaller than their mean (measured on two shared cores; J. Chen and
// J. Revels, "Robust benchmarking in noisy environments", 2016, give the reasons). The saved
// time pays for more processes, which have the rest of the variance. Work that occurs less
// than once per block can be missed. Therefore cases that allocate get longer blocks because
// of garbage collection, and allocations are judged too.
//
// Blocks are not extended because of their set-up. A scheduler assigns a core for about 3 ms
// at a time. On a busy core the fastest of ten blocks of 1 ms is undisturbed, but no block of
// 10 ms is. At a load of 8 on two cores the medians of blocks of 2 to 9 ms were up to 70%
// above the fastest, those of 1 ms 3 to 9%. Sequential cases have one processor: package
// testing collects garbage before each block, and two threads that wait for each other take
// several times as long as the block.
//
// # Variants and quantiles
//
// If both sides differ in what they are built and run with ([Varied]), the verdict names the
// difference and states its price: peak memory, share of garbage collection, allocations, size and
// build time (price.go). Units of a whole process are judged on request (metric.go). Quantiles such
// as p99 are compared if a process has enough values for an interval (tail.go).
// [Layouts] measures one revision in several orders of functions (layout.go).
//
// # Sources
//
// The contract between an experiment and its programs is [Source]: it lists the [Case]s of two
// sides and runs a [Trial] of one of them in a fresh process. Package gobench implements
// sources, without statistics and verdicts. Optional abilities of a source are further
// interfaces, found by assertion: [Identified], [Counter], [Allocator], [Sampler].
package ab
