// Package statistics has what the comparisons of all commands have in common and no
// library has as they need it: Student's distribution for any number of degrees of
// freedom, Holm's correction for the number of comparisons, medians, and the smallest and
// the highest of values that need not all be found. It knows nothing of benchmarks.
package statistics
