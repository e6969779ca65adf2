// Package statistics has the statistics that all comparisons share:
//
//   - the shift between two samples of positive values, with its interval and test
//     ([ShiftOf], [TrimmedDifference]), and the smallest detectable shift ([Noise]);
//   - the choice between time and cycles as the metric of a case ([ChooseMetrics]);
//   - Student's distribution for any degrees of freedom, Holm's correction for the number
//     of comparisons, medians, and order statistics of values that need not all be found.
//
// Samples of a shift are logarithms in ascending order, see [Logs].
package statistics
