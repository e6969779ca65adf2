package kernel

import "unsafe"

// Glance cheaply returns a number that depends on the first eight bytes of a component: the sum
// of its first two words, of fewer if it is smaller, 1 if it is empty.
func Glance[T any](v *T) uint64 { return GlanceAt(unsafe.Pointer(v), unsafe.Sizeof(*v)) }

// GlanceAt is [Glance] for a component given by address and size.
func GlanceAt(p unsafe.Pointer, size uintptr) uint64 {
	switch {
	case size >= 8:
		return uint64(*(*uint32)(p)) + uint64(*(*uint32)(unsafe.Add(p, 4)))
	case size >= 4:
		return uint64(*(*uint32)(p))
	}
	return 1
}

// Touch adds 1 to the first word of a component, which has at least four bytes and no pointers.
func Touch[T any](v *T) { TouchAt(unsafe.Pointer(v), 1) }

// TouchAt adds times to the first word of the component at p.
func TouchAt(p unsafe.Pointer, times uint32) { *(*uint32)(p) += times }
