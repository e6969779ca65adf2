package profiler

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A CacheGeometry has the simulated caches. Caches without a size are those of this machine.
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

// ParseCacheGeometry reads shapes such as "D1=32768,8,64,LL=8388608,16,64", in
// valgrind's order: size, ways, line size. Other caches stay as on this machine.
func ParseCacheGeometry(text string) (CacheGeometry, error) {
	var g CacheGeometry
	if text == "" {
		return g, nil
	}
	bad := func(format string, args ...any) (CacheGeometry, error) {
		return CacheGeometry{}, fmt.Errorf("cache geometry %q: %s (want such as D1=32768,8,64,LL=8388608,16,64: bytes, ways, bytes of a line)", text, fmt.Sprintf(format, args...))
	}
	fields := strings.Split(text, ",")
	for len(fields) > 0 {
		name, size, ok := strings.Cut(fields[0], "=")
		if !ok || len(fields) < 3 {
			return bad("%q does not begin a cache of three numbers", fields[0])
		}
		shape := g.named(strings.TrimSpace(name))
		if shape == nil {
			return bad("%q is not a cache: they are I1, D1 and LL", name)
		}
		if *shape != (CacheShape{}) {
			return bad("%s is given twice", name)
		}
		for i, into := range []*int{&shape.Size, &shape.Ways, &shape.Line} {
			number := []string{size, fields[1], fields[2]}[i]
			n, err := strconv.Atoi(strings.TrimSpace(number))
			if err != nil || n < 1 {
				return bad("%q is not a whole number from 1", number)
			}
			*into = n
		}
		if why := shape.wrong(); why != "" {
			return bad("%s %s", name, why)
		}
		fields = fields[3:]
	}
	return g, nil
}

func (g *CacheGeometry) named(cache string) *CacheShape {
	switch cache {
	case "I1":
		return &g.I1
	case "D1":
		return &g.D1
	case "LL":
		return &g.LL
	}
	return nil
}

// wrong returns why cachegrind would reject the shape.
func (s CacheShape) wrong() string {
	powerOfTwo := func(n int) bool { return bits.OnesCount(uint(n)) == 1 }
	switch {
	case !powerOfTwo(s.Line) || s.Line < 16:
		return "has lines that are not a power of two from 16"
	case s.Size%(s.Line*s.Ways) != 0 || !powerOfTwo(s.Size/(s.Line*s.Ways)):
		return fmt.Sprintf("does not divide into a power of two of sets of %d lines of %d bytes", s.Ways, s.Line)
	}
	return ""
}

// Options returns the options of valgrind.
func (g CacheGeometry) Options() []string {
	var list []string
	for _, c := range []struct {
		name  string
		shape CacheShape
	}{{"I1", g.I1}, {"D1", g.D1}, {"LL", g.LL}} {
		if c.shape.Size > 0 {
			list = append(list, fmt.Sprintf("--%s=%d,%d,%d", c.name, c.shape.Size, c.shape.Ways, c.shape.Line))
		}
	}
	return list
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
