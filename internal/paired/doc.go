// Package paired answers one question about two sides that were measured
// together, round by round: how much do they differ, and how sure is that?
//
// Its input is one difference per round, d = log(head) - log(base), so that a
// value of 0.05 is a slow-down of 5%. Pairing removes whatever both sides of a
// round had in common, such as a machine that became slower half-way.
//
//  1. [Test] is the Wilcoxon signed-rank test. Where base and head are run in
//     an order drawn at random for every round, and are in truth the same,
//     each d is as likely to be positive as negative, whatever the noise looks
//     like and however it drifts. So the p-value is right by design of the
//     experiment rather than by an assumption about the machine.
//  2. [Estimate] gives the Hodges-Lehmann estimate, the median of all means of
//     two rounds, with the interval that belongs to the same test. A few
//     rounds that met a busy neighbour move neither.
//  3. [Fastest] asks the same of the fastest tenth of the rounds alone, which is
//     far sharper on a crowded machine.
//  4. [Rule.MDE] turns the interval's width into the smallest change that would
//     have been found.
//
// Sources: F. Wilcoxon, "Individual comparisons by ranking methods" (1945);
// J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests"
// (1963); M. Hollander, D. A. Wolfe and E. Chicken, "Nonparametric Statistical
// Methods", 3rd ed., sections 3.1 to 3.3.
package paired
