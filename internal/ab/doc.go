// Package ab measures two sides, base and head, together in one session and
// says whether head is slower.
//
// Two runs one after the other compare two times of day as much as two
// programs. Here both sides take turns, so that whatever the machine does is
// done to both:
//
//  1. A [source.Source] knows how to run a trial: one case of one side in a fresh
//     process. The Go benchmarks of any module are one (package gobench),
//     ecsbench's own scenarios another (package scenariobench).
//     Where both sides are the same programs there is nothing to measure.
//  2. The pilot runs each case a few times to learn how many operations fill a
//     block of about 1 ms and how long a trial takes. Its times are used for
//     planning alone and never for the verdict. Where they leave no time for
//     an experiment, the moment may have been a bad one, and they are taken again.
//     What does one thing at a time is measured on one processor.
//  3. [Run] then runs rounds until a time that is fixed beforehand, or until
//     every case has converged, so that a change of little more than what is allowed
//     would be seen; it does not look at which side is faster while the results
//     come in. What has converged is left alone, and the time goes to what is noisy
//     (adaptive.go). A round begins with fresh copies of the programs and visits
//     its cases in random order, and within a case its sides in random order, from
//     a seed that is recorded. The values of a round are on disk before the next
//     one begins, and [Load] goes on with what was interrupted.
//  4. The experiment tests itself. In a few cases, drawn at random, a second
//     copy of base runs along, which must not differ from base, and in a few of
//     the quieter ones base with a known amount of extra work, which must be
//     found by the very rule that head is judged by. Where either fails the
//     verdict is inconclusive, unless the case turned out too noisy to show the
//     injected work: that says nothing of the others.
//  5. The verdict compares the sides round by round in two ways (package
//     paired): in all rounds, and in the fastest tenth of them, where nothing
//     disturbed. A case is suspected where one of the two is significant by itself
//     and, as far as one can tell, worse by more than the largest regression
//     allowed. Where the clock of the core is known, and cycles repeat better
//     than time, cycles are compared (package statistics).
//  6. Suspects alone are measured again, in as many fresh rounds or what the
//     rest of the budget holds, and are regressions only where these rounds by
//     themselves are significant and the whole interval lies beyond what is
//     allowed. For each of them both sides are linked anew with their functions
//     in random order. Only these rounds have to be corrected, for the number of
//     suspects: whatever brought a case there has no part in them. One that was
//     significant among all comparisons, and is neither confirmed nor refuted,
//     makes the verdict inconclusive; one that was not is what it was before.
//
// # Where functions lie
//
// A change in one function moves all that are linked behind it, and a loop that
// came to lie across another boundary can be some percent slower without a
// difference in its code. In one library whose queries were the same in both
// revisions one of them took 2.29 µs or 2.42 µs, in either revision, as the
// linker placed it. Such an accident is real for the binary at hand but no
// regression of the program, and no number of runs of two binaries tells them
// apart (T. Mytkowicz et al., "Producing wrong data without doing anything
// obviously wrong!", 2009; C. Curtsinger and E. D. Berger, "STABILIZER:
// statistically sound performance evaluation", 2013). Where both sides have a
// new order of functions in every round, neither is favoured for longer than
// one, and the tests of package paired hold as they are.
//
// # One trial, one value
//
// A trial runs its case in several blocks within the process and reports the
// fastest. On shared machines a neighbour on the same core slows a program
// down by half for some milliseconds at a time, up to most of the time; such
// delays only ever add. The fastest of ten blocks of 1 ms has a spread 10 to 100
// times smaller than their mean (measured on two shared cores; J. Chen and
// J. Revels, "Robust benchmarking in noisy environments", 2016, give the
// reasons), and the time it saves buys more processes, which is where the rest
// of the variance is. What it costs: work that is done less than once per block
// can be missed. Garbage collection is the important case, so cases that
// allocate get longer blocks, and what they allocate is judged too.
//
// No block is longer for the sake of its set-up. A scheduler hands a core out for
// some 3 ms at a time: where others want it too, the fastest of ten blocks of 1 ms
// is undisturbed, and no block of 10 ms ever is. At a load of 8 on two cores the
// medians of blocks of 2 to 9 ms lay up to 70% above the fastest, those of 1 ms 3
// to 9%. And what does one thing at a time has one processor: package testing
// collects garbage before each block, for which two threads that wait for each
// other, and for others, take several times as long as the block does.
package ab
