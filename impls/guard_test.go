//go:build unix

package impls

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Slices beside unmapped pages: reading beyond them is a fault.
func TestNoReadOutOfBounds(t *testing.T) {
	dst, src, factor := guarded(t), guarded(t), guarded(t)
	end := len(dst)
	for simdPath = plain; simdPath <= widest(); simdPath++ {
		for n := range 200 {
			scaled(dst[:n], src[:n], 1)
			scaled(dst[end-n:], src[end-n:], 1)
			addConst(dst[:n], 1)
			addConst(dst[end-n:], 1)
			scaledPairs(dst[:2*n], src[:2*n], factor[:n], 1)
			scaledPairs(dst[end-2*n:], src[end-2*n:], factor[end-n:], 1)
		}
	}
	simdPath = widest()
}

// guarded returns a page of floats between two inaccessible pages.
func guarded(t *testing.T) []float32 {
	page := syscall.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	fixture.Check(t, err)
	t.Cleanup(func() { syscall.Munmap(memory) })
	fixture.Check(t, syscall.Mprotect(memory[page:2*page], syscall.PROT_READ|syscall.PROT_WRITE))
	return unsafe.Slice((*float32)(unsafe.Pointer(&memory[page])), page/4)
}
