package timing

import (
	"slices"
	"time"
)

// A NoiseFloor estimates the noise probe of an unshared core. It is a low quantile of
// all probes. The minimum would be wrong: one probe in a thousand is some percent too
// low, because the clock was read too low, and then no other probe would be quiet.
type NoiseFloor struct{ probes []float64 } // ascending

// floorShare is the share of probes below the floor. More probes than that must be of a quiet
// core.
const floorShare = 0.05

// Add adds a probe. It ignores 0, a probe that failed.
func (f *NoiseFloor) Add(probe float64) {
	if probe > 0 {
		at, _ := slices.BinarySearch(f.probes, probe)
		f.probes = slices.Insert(f.probes, at, probe)
	}
}

// Probe returns the floor, in cycles; 0 without probes.
func (f *NoiseFloor) Probe() float64 {
	if len(f.probes) == 0 {
		return 0
	}
	return f.probes[int(floorShare*float64(len(f.probes)))]
}

// RelativeNoise returns a probe relative to a floor: about 1 if nothing disturbed it. It is 0
// if the probe failed.
func RelativeNoise(probe, floor float64) float64 {
	if floor == 0 {
		return 0
	}
	return probe / floor
}

// CalibrateNoise runs probes for the duration and returns their floor in cycles; 0 if
// the clock cannot be read.
func CalibrateNoise(duration time.Duration) float64 {
	var floor NoiseFloor
	for start := time.Now(); ; {
		floor.Add(ReadCore().Probe)
		if time.Since(start) >= duration {
			return floor.Probe()
		}
	}
}
