package impls

// Marks are the numbers of entities that a call has in its list. A library that destroys a list
// in one call does not report how many entities it destroyed, and a list may have an entity twice.
type Marks []uint64

// Mark marks a number, and reports whether it was not marked before.
func (m *Marks) Mark(n uint32) bool {
	for int(n/64) >= len(*m) {
		*m = append(*m, 0)
	}
	word, bit := &(*m)[n/64], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// Unmark removes the mark of a number, if it has one.
func (m Marks) Unmark(n uint32) {
	if int(n/64) < len(m) {
		m[n/64] &^= 1 << (n % 64)
	}
}
