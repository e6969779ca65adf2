package kernel

import "unsafe"

// Glance returns a number that depends on the first eight bytes of a component and
// costs next to nothing, for those who only look: the sum of two words, or of as many
// as there are, 1 if there are none.
func Glance[T any](v *T) uint64 { return GlanceAt(unsafe.Pointer(v), unsafe.Sizeof(*v)) }

// GlanceAt is [Glance] where only the place and the size of a component are known.
func GlanceAt(p unsafe.Pointer, size uintptr) uint64 {
	switch {
	case size >= 8:
		return uint64(*(*uint32)(p)) + uint64(*(*uint32)(unsafe.Add(p, 4)))
	case size >= 4:
		return uint64(*(*uint32)(p))
	}
	return 1
}

// Touch writes to a component that has at least four bytes and holds no pointers: it
// adds 1 to the first word.
func Touch[T any](v *T) { TouchAt(unsafe.Pointer(v), 1) }

// TouchAt is so many times [Touch] where only the place of a component is known.
func TouchAt(p unsafe.Pointer, times uint32) { *(*uint32)(p) += times }
