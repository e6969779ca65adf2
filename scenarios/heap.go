package scenarios

import (
	"runtime"

	"github.com/ecsbench/ecsbench/internal/timing"
)

// LiveHeap returns the bytes in use after two collections. The second frees memory that
// finalizers and pools held.
func LiveHeap() int64 {
	timing.CollectGarbage()
	timing.CollectGarbage()
	return AllocatedHeap()
}

// AllocatedHeap returns the bytes of the heap that are in use or garbage.
func AllocatedHeap() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
