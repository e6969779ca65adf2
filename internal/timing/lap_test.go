package timing

import "testing"

// Exactly the allocations of the lap count, and the faster of two clock readings.
func TestWatchesObserveOnlyTheLap(t *testing.T) {
	m := &Memory{}
	readings := []float64{2, 3, 3, 2, 4}
	c := &Core{Memory: m, Read: func() CoreReading {
		now := readings[0]
		readings = readings[1:]
		return CoreReading{Clock: now, Probe: 10 - now}
	}}
	var sink [][]byte
	for _, want := range []float64{3, 3} {
		timed, err := Lap(&sleeper{parts: 1}, 1, func() {
			for range 50 {
				sink = append(sink[:0], make([]byte, 32<<10))
			}
		}, c, m)
		if err != nil || timed <= 0 || c.Clock != want || c.Probe != 8 {
			t.Errorf("%v at %g GHz, want %g, %v", timed, c.Clock, want, err)
		}
		if m.Allocs < 50 || m.Allocs > 50+stray || m.Bytes < 50*32<<10 || m.Bytes > 60*32<<10 {
			t.Errorf("%d objects of %d bytes", m.Allocs, m.Bytes)
		}
	}
}
