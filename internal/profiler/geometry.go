package profiler

import (
	"fmt"
	"regexp"
	"sync"
)

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

var geometryPart = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(I1|D1|LL)=([1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*)(,\b|$)`)
})

// ParseCacheGeometry returns the options of valgrind for shapes such as
// "D1=32768,8,64,LL=8388608,16,64": size, ways, line size. Other caches stay as on this
// machine. Valgrind checks the sizes.
func ParseCacheGeometry(text string) (options []string, err error) {
	for rest := text; rest != ""; {
		m := geometryPart().FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf("cache geometry %q: %q does not begin with a cache of three numbers, such as D1=32768,8,64 or LL=8388608,16,64: bytes, ways, bytes of a line", text, rest)
		}
		options, rest = append(options, "--"+m[1]+"="+m[2]), rest[len(m[0]):]
	}
	return options, nil
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
