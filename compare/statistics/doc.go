// Package statistics has what the comparisons of all commands have in common and what is
// in no library that they use: Student's distribution for any number of degrees of
// freedom, Holm's correction for the number of comparisons, and the smallest and the
// highest of values that need not all be found. It knows nothing of benchmarks.
package statistics
