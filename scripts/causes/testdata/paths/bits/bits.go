// Package bits is a set of small numbers.
package bits

// A Set has a bit for each number.
type Set []uint64

// New has room for n numbers.
func New(n int) Set { return make(Set, (n+63)/64) }

// Has tells whether a number is in the set.
func (s Set) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// Add puts a number into the set.
func (s Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Count is how many there are.
func (s Set) Count() (n int) {
	for i := range 64 * len(s) {
		if s.Has(i) {
			n++
		}
	}
	return n
}
