package profiler

import "fmt"

// A CacheGeometry has the simulated caches.
type CacheGeometry struct {
	I1 CacheShape `json:"i1,omitzero"`
	D1 CacheShape `json:"d1,omitzero"`
	LL CacheShape `json:"ll,omitzero"`
}

// A CacheShape is the size, associativity and line size of a cache.
type CacheShape struct {
	Size int `json:"size"` // bytes
	Ways int `json:"ways"`
	Line int `json:"line"` // bytes
}

// String formats the shape for display.
func (s CacheShape) String() string {
	size := fmt.Sprintf("%d B", s.Size)
	switch {
	case s.Size >= 1<<20 && s.Size%(1<<20) == 0:
		size = fmt.Sprintf("%d MiB", s.Size>>20)
	case s.Size >= 1<<10 && s.Size%(1<<10) == 0:
		size = fmt.Sprintf("%d KiB", s.Size>>10)
	}
	ways := fmt.Sprintf("%d-way", s.Ways)
	if s.Ways == 1 {
		ways = "direct-mapped"
	}
	return fmt.Sprintf("%s %s, lines of %d B", size, ways, s.Line)
}
