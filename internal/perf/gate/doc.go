// Package gate compares two sets of Go benchmark results and decides whether NEW is
// slower than OLD.
//
//  1. Samples: [ReadInput] reads a file into cases. Machine, Go version, commit, runs and
//     failed cases are kept beside the samples. [Gate] pairs the cases of both sides (type
//     pair): one sample for each process, in time or cycles. Units that restate another
//     (ns/entity, ns/op, entities/s) are tested once.
//  2. Estimates: the change of each pair, with interval and p, by ranks and by means (package
//     statistics), widened by the drift between runs (type estimate).
//  3. Decision: p is corrected for the number of comparisons (Holm), and every [verdict.Comparison]
//     gets a status. It is a regression if the change is significant, its whole interval
//     exceeds the limit, it is for the worse, and it is established: by at least five
//     processes of each side, or by a whole interval beyond +100%. Another one is suspected.
//     Vanished or failed cases, different machines or Go versions, too few samples and too much
//     noise make the verdict inconclusive, unless allowed. A pass states the minimum
//     detectable effect.
//
// Each stage returns new values and leaves those of the stage before unchanged.
//
// Files of one experiment of package ab were measured in turns, and are judged by its rules.
// Package verdict writes the result.
package gate
