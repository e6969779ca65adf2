// Package summary says what result files mean: which implementation wins at
// which shape of world, by how much, and how sure that is. The page, the plots
// and the Markdown output all show what this package found, so they cannot
// contradict each other.
//
// The steps:
//
//  1. [Build] pools the samples of all files into cases and splits each
//     configuration that occurs (a [Setting]: profile, machine, ...) from the
//     others.
//  2. Cases that differ in nothing but the implementation form a [Shape]: one
//     question, such as "iterate over 100,000 entities with two components in
//     profile AA". Only cases of one shape are ever compared.
//  3. In each shape the contender with the least median is the best; the others
//     get their ratio to it and the p-value of a Mann-Whitney U test, corrected
//     by Holm's method over the shape. Where the test sees no difference, the
//     case is [Case.Tied] with the best.
//  4. [Report.Sentences] puts that into words, [Report.Heat] into a table.
//  5. [Compare] does the same for two reports, case by case.
//
// Names in result files are other people's text. This package hands them on
// unchanged; those who show them must treat them as text.
package summary
