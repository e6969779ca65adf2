// Package flat is what storages share that keep the components of one type in
// slices: the loops over such slices (loops/each.go, which is stamped into their
// packages), and what these loops need.
package flat

import "unsafe"

// Fours returns a view of a slice in blocks of four, without the rest.
func Fours[T any](s []T) [][4]T {
	if len(s) < 4 {
		return nil
	}
	return unsafe.Slice((*[4]T)(unsafe.Pointer(unsafe.SliceData(s))), len(s)/4)
}
