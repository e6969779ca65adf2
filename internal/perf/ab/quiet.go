package ab

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// mostRetakes limits repeated trials in a row.
const mostRetakes = 5

// A noise is the result of the noise probes of the trials.
type noise struct {
	results.Noise
	floor [4]timing.NoiseFloor // of the probe by side, because compilers may differ
}

// quiet runs a trial until one of its blocks is quiet, and returns its value. If the machine
// stays busy, it returns that of the least disturbed trial, after at most so many retakes.
//
// The probe is independent of the measured work, and so is the choice.
func (m *Meter) quiet(t Trial, wall time.Duration, most int) (best Block, err error) {
	least, n := 0.0, &m.noise
	for retakes := 0; ; retakes++ {
		blocks, err := within(m.ctx, 30*time.Second+30*wall, m.src, t) // far longer than such trials took
		if err != nil {
			return nil, err
		}
		value, noise := n.reduce(blocks, t.Side, m.src.Better)
		switch {
		case noise == 0:
			n.Unknown++
			return value, nil
		case noise <= timing.QuietNoise:
			n.Quiet++
			return value, nil
		}
		n.Disturbed++
		if err := m.note(t.Side, results.KindDisturbed, results.Disturbed{Sample: sampleOf(m.src, t, value), Noise: noise}); err != nil {
			return nil, err
		}
		if best == nil || noise < least {
			best, least = value, noise
		}
		if retakes >= most || !engine.MayRetake(n.Disturbed, n.Quiet) {
			n.Accepted++
			return best, m.note(t.Side, results.KindAccepted, results.Accepted{Case: nameOf(m.src, t.Case), Noise: least})
		}
	}
}

// undisturbed is the share of the trials that are run if none is repeated.
func (n *noise) undisturbed() float64 {
	values := n.Quiet + n.Accepted + n.Unknown
	return float64(max(1, values)) / float64(max(1, values)+n.Disturbed-n.Accepted)
}

// reduce returns one value per unit of the quiet blocks of a trial, and the noise of the block
// with the fewest cycles, see noiseOf. If no block is quiet, it takes all. The noise is 0 if a
// program has no probe.
func (n *noise) reduce(blocks []Block, side Side, better func(unit string) int) (value Block, noise float64) {
	for _, b := range blocks {
		n.floor[side].Add(b[results.UnitProbe])
	}
	floor := n.floor[side].Probe()
	quiet := lists.Filter(blocks, func(b Block) bool { return noiseOf(b, floor) <= timing.QuietNoise })
	if len(quiet) == 0 {
		quiet = blocks
	}
	value = reduce(quiet, better)
	delete(value, results.UnitWaited)
	cycles := func(b Block) float64 { return b[unitTime] * b[results.UnitClock] }
	fastest := slices.MinFunc(quiet, func(a, b Block) int { return cmp.Compare(cycles(a), cycles(b)) })
	if fastest[results.UnitProbe] == 0 || fastest[unitTime] == 0 {
		return value, 0
	}
	for _, unit := range []string{unitTime, results.UnitClock, results.UnitProbe} {
		value[unit] = fastest[unit]
	}
	return value, noiseOf(fastest, floor)
}

// noiseOf is the larger of two: the noise probe of a block relative to the floor, and the
// block's time relative to its time without waiting for the processor. Other programs also used
// the caches during the wait.
func noiseOf(b Block, floor float64) float64 {
	return max(timing.RelativeNoise(b[results.UnitProbe], floor), 1/max(1e-3, 1-b[results.UnitWaited]))
}

// note describes how often the machine was disturbed, or that this is unknown. It is "" if it
// never was.
func (n *noise) note() string {
	if n.Unknown > 0 && n.Quiet+n.Disturbed == 0 {
		return "the programs have no noise probe (like programs of worlds and self-built ones), so disturbed trials were not repeated"
	}
	if n.Disturbed == 0 {
		return ""
	}
	text := fmt.Sprintf("something else used the core in %d of %s, which were run again", n.Disturbed, display.Count(n.Disturbed+n.Quiet+n.Unknown, "trial"))
	if n.Accepted > 0 {
		text += fmt.Sprintf("; %d of these count, since the machine was not quiet for long", n.Accepted)
	}
	return text
}
