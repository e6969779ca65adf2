// Package statistics has the statistics that all comparisons share:
//
//   - the shift between two samples of positive values, with its interval and test
//     ([ShiftOf]), and the smallest detectable shift ([MDE]);
//   - the choice between time and cycles as the metric of a case ([Weigh]);
//   - Student's distribution for any degrees of freedom, Holm's correction for the number
//     of comparisons, medians, and order statistics of values that need not all be found.
//
// Samples of a shift are logarithms in ascending order, see [Logs].
//
// # Precision
//
// [MedianOf] is the one notion of precision: the median of samples with its interval.
//
// # Paired rounds
//
// The paired statistics estimate the difference between two sides that were measured together,
// round by round, and its uncertainty.
//
// Their input is one difference per round, d = log(head) - log(base), so a value of 0.05 is a
// slowdown of 5%. Pairing removes effects on both sides of a round, such as a machine that
// became slower half-way.
//
//  1. [SignedRank] is the Wilcoxon signed-rank test. If base and head are equal, and
//     run in a random order drawn for every round, each d is positive or negative with
//     equal probability, for any noise and any drift. The design of the experiment makes
//     the p-value valid, without an assumption about the machine.
//  2. [HodgesLehmann] gives the median of all means of two rounds, with the interval of
//     the same test. A few rounds beside a busy neighbour change neither.
//  3. [Fastest] compares the fastest tenth of the rounds alone, which is far more precise
//     on a crowded machine.
//  4. [Prior.ModeratePaired] compares the mean with its scatter, of which the other cases give a
//     prior. It has no smallest p-value, so few rounds can show a clear difference.
//  5. [PairedRule.MDE] turns the width of the interval into the smallest change that
//     would have been found.
//
// Sources: F. Wilcoxon, "Individual comparisons by ranking methods" (1945);
// J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests"
// (1963); M. Hollander, D. A. Wolfe and E. Chicken, "Nonparametric Statistical
// Methods", 3rd ed., sections 3.1 to 3.3.
package statistics
