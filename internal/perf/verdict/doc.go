// Package verdict is the result of comparing two sides.
//
// Package gate compares two files, package ab compares two programs that are measured in
// turns, and package history finds steps in the results of many commits. Each has its
// own statistics. All return a [Verdict]: an [Outcome] for a build, the [Comparison] of
// every case and unit with its [Effect] and [Status], each [Problem] with its remedy,
// and the minimum detectable effect.
//
//  1. The caller fills in comparisons, with their statuses, problems and notes, and
//     calls [Verdict.Tally].
//  2. It may add problems that follow from the tally, and calls [Verdict.Decide].
//  3. [Verdict.Write] prints the verdict in one of [Formats], each with one writer.
//
// A [results.Key] identifies a comparison; Case is the key as printed, see [results.Labels].
// A comparison may have secondary metrics ([Secondary]: a repeated measurement, or
// another unit) and causes ([results.Cause]). They are rows below its own in every table.
//
// A cause is a function to which a part of a change goes back, with its [results.Place]. Package
// gobench finds causes; a verdict only carries them.
package verdict
