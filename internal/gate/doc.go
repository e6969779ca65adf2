// Package gate compares two sets of Go benchmark results and decides whether NEW is
// slower than OLD.
//
//  1. [ReadSide] reads a file into cases. Machine, Go version, commit, runs and failed
//     cases are kept beside the samples.
//  2. [Gate] pairs the cases of both sides and estimates the change of each case and
//     unit, with interval and p. Units that restate another (ns/entity, ns/op,
//     entities/s) are tested once. A change is tested by ranks and by trimmed means
//     (package statistics). The drift between whole runs is estimated from several runs
//     of a side, or else guessed from the scatter of the changes (type drift).
//  3. p is corrected for the number of comparisons (Holm), and every comparison gets a
//     status. It is a regression if the change is significant, its whole interval
//     exceeds the limit, and it is for the worse.
//  4. Vanished or failed cases, different machines or Go versions, too few samples and
//     too much noise make the verdict inconclusive, unless allowed. A pass states the
//     minimum detectable effect.
//
// Package verdict writes the result. Package ab measures two revisions in turns and
// judges paired rounds by rules of its own; it returns the same type.
package gate
