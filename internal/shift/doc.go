// Package shift tells by how much two samples of positive values differ as ratios, how
// sure that is, and how small a difference would have been seen. It knows nothing but
// numbers: logarithms in ascending order.
package shift
