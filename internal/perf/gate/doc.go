// Package gate compares two sets of Go benchmark results and decides whether NEW is
// slower than OLD.
//
//  1. Samples: [ReadSide] reads a file into cases. Machine, Go version, commit, runs and
//     failed cases are kept beside the samples. [Gate] pairs the cases of both sides (type
//     pair) and chooses time or cycles (type chosen). Units that restate another (ns/entity,
//     ns/op, entities/s) are tested once.
//  2. Estimates: the change of each pair by its own samples, with interval and p (type
//     estimate). A change is tested by ranks and by trimmed means (package statistics).
//  3. Drift: the drift between whole runs is estimated from several runs of a side, or else
//     guessed from the scatter of the changes (type drift), and widens every estimate.
//  4. Decision: p is corrected for the number of comparisons (Holm), and every [Comparison]
//     gets a status. It is a regression if the change is significant, its whole interval
//     exceeds the limit, and it is for the worse. Vanished or failed cases, different
//     machines or Go versions, too few samples and too much noise make the verdict
//     inconclusive, unless allowed. A pass states the minimum detectable effect.
//
// Each stage returns new values and leaves those of the stage before unchanged.
//
// Package verdict writes the result. Package ab measures two revisions in turns and
// judges paired rounds by rules of its own; it returns the same type.
package gate
