package play

import (
	"math"
	"runtime"
	"time"
)

// Bandwidth measures the bandwidth of memory that one thread reaches, in bytes per
// second: the triad of STREAM, the best of ten passes over arrays that no cache
// holds (J. D. McCalpin, "Memory bandwidth and machine balance in current high
// performance computers", IEEE TCCA Newsletter, 1995).
func Bandwidth() float64 {
	const n = 8 << 20 // of 8 bytes
	a, b, c := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range b {
		b[i], c[i] = float64(i), 2
	}
	best := math.Inf(1)
	for range 10 {
		start := time.Now()
		triad(a, b, c)
		best = min(best, time.Since(start).Seconds())
	}
	runtime.KeepAlive(a)
	return 3 * 8 * n / best
}

func triad(a, b, c []float64) {
	b, c = b[:len(a)], c[:len(a)]
	for i := range a {
		a[i] = b[i] + 3*c[i]
	}
}
