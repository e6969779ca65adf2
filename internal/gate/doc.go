// Package gate says whether NEW is slower than OLD, for any two sets of Go
// benchmark results, in a way that a build may depend on.
//
//  1. [ReadSide] reads a file into cases. What the file says about machine, Go
//     version, commit, runs and failed cases is kept beside the samples.
//  2. [Compare] pairs the cases of both sides and estimates, for each case and
//     unit, the change with its interval and its p. Units that only
//     restate another one (ns/entity, ns/op, entities/s) are tested once.
//     A change is tested by ranks, and by the distance of trimmed means, since ranks
//     of few samples can say little (package compare/shift).
//     What whole runs differ by is estimated from several runs of a side, or else
//     guessed from how much the changes of the cases scatter ([drift]).
//  3. [Judge] corrects p for the number of comparisons (Holm) and gives every
//     comparison its status: it is a regression only where the change is
//     significant after correction, its whole interval lies beyond the allowed
//     one, and its direction is the worse one for its unit.
//  4. The verdict is never good on nothing. Cases that vanished or failed,
//     different machines or Go versions, too few samples to ever be
//     significant and too much noise make it inconclusive unless allowed; and
//     a good verdict says how small a change would have been seen (package compare/shift).
//
// Package verdict says what a verdict is and writes it. Package ab
// measures two revisions in turns and judges their rounds, which are paired, in
// its own way; it hands over the same verdict.
package gate
