// Package verdict is what a comparison of two sides comes to, whoever made it.
//
// Package compare/gate judges two files, compare/ab two programs that took turns,
// and report/history tells the steps in the results of many commits. Each has
// statistics of its own, and all hand over the same thing: a [Verdict], which is an
// [Outcome] for a build, the [Comparison] of every case and unit with its [Effect]
// and [Status], what stands in the way of a good verdict (a [Problem], with its
// remedy), and how small a change would have been seen.
//
//  1. Whoever judges fills in comparisons, with their statuses, problems and
//     notes, and calls [Verdict.Tally].
//  2. It may add problems that the tally shows, and calls [Verdict.Decide].
//  3. [Verdict.Write] prints it in one of [Formats]. There is one writer for each.
//
// A comparison is identified by its [results.Key]; Case is only how the key is
// printed, see [Labels]. Beside its own effect it may carry what else is known
// of the same change: a [Witness] (the same measured again, or in another unit)
// and a [cause.Cause]. They become rows below its own in every table.
package verdict
