package play

import (
	"math"
	"runtime"
	"time"
)

// Bandwidth measures the bandwidth of one thread for a set of so many bytes, in bytes per
// second: the triad of STREAM, the best of several passes (J. D. McCalpin, "Memory bandwidth and
// machine balance in current high performance computers", IEEE TCCA Newsletter, 1995). It
// depends on the size of the set and not on reported caches, because a virtual machine may have
// only a part of these.
func Bandwidth(bytes float64) float64 {
	const fewest, most = 1 << 10, 8 << 20
	n := max(fewest, min(most, int(bytes)/24)) // of 8 bytes in each array
	a, b, c := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range b {
		b[i], c[i] = float64(i), 2
	}
	best := math.Inf(1)
	for range max(10, min(1000, most/n)) {
		start := time.Now()
		triad(a, b, c)
		best = min(best, time.Since(start).Seconds())
	}
	runtime.KeepAlive(a)
	return 3 * 8 * float64(n) / best
}

func triad(a, b, c []float64) {
	b, c = b[:len(a)], c[:len(a)]
	for i := range a {
		a[i] = b[i] + 3*c[i]
	}
}
