// Package summary evaluates result files: the best implementation per configuration, its lead
// and the significance. The page, plots and tables all use it, so they agree.
//
// The steps:
//
//  1. [Build] pools the samples of all files into cases and splits each
//     configuration that occurs (a [Setting]: profile, machine, ...) from the
//     others.
//  2. Cases that differ only in the implementation form a [Shape]: one configuration, such as
//     "iterate over 100,000 entities with two components in profile AA". Only cases of one
//
// Shape are
//
//	   compared.
//	3. In each Shape the case with the smallest median is the best of its role. The others
//
// get their
//
//	   ratio to it and the p-value of a Mann-Whitney U test with Holm's correction. Without a
//	   significant difference the case is [Case.Tied].
//	4. [Report.Headlines] prints this as text, [Report.Heats] as tables.
//
// Names in result files are untrusted text. This package returns them unchanged; callers
// escape them.
package summary
