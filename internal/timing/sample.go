package timing

import (
	"math"
	"time"
)

// A Measurement is the result of [Take].
type Measurement struct {
	Operations int     `json:"operations"`
	Time       float64 `json:"time"`            // nanoseconds of an operation, of the chosen batch
	Bytes      float64 `json:"bytes"`           // allocated by an operation
	Allocs     float64 `json:"allocs"`          // objects
	Clock      float64 `json:"clock,omitempty"` // of the core during the batch, in GHz; 0 if it cannot be read
	Noise      float64 `json:"noise,omitempty"` // of the batch, see [RelativeNoise]; 0 if the noise probe failed
	Probe      float64 `json:"probe,omitempty"` // lowest noise probe, in cycles
	Disturbed  bool    `json:"disturbed,omitempty"`
}

// calibration is how long the first process of a run looks for a quiet moment.
const calibration = 30 * time.Millisecond

// Take takes a sample of a workload, of batches that take minTime at least. Floor is that of the
// noise probe in earlier processes; 0 if there were none.
func Take(w Workload, minTime time.Duration, floor float64) (Measurement, error) {
	if floor == 0 {
		floor = CalibrateNoise(calibration)
	}
	t, err := timeWorkload(w, minTime, floor, thisCore)
	if err != nil {
		return Measurement{}, err
	}
	b := t.chosen()
	return Measurement{
		Operations: max(1, int(t.operations())), Time: t.nanoseconds(b),
		// Whole numbers, as package testing has them: the run-time itself allocates a little
		// now and then.
		Bytes: math.Floor(t.allocated(t.bytes)), Allocs: math.Floor(t.allocated(t.allocs)),
		Clock: b.clock, Noise: b.noise, Probe: t.lowest(), Disturbed: t.disturbed(),
	}, nil
}

// Quantile returns the value that a share of the sorted values does not exceed.
func Quantile(sorted []float64, share float64) float64 {
	return sorted[min(len(sorted)-1, int(math.Ceil(share*float64(len(sorted))))-1)]
}
