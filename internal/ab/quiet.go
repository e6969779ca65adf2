package ab

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// How often a trial is run again that had no quiet block: at most so often in a row,
// and over all as often as a machine allows that is quiet in a quarter of the trials.
const (
	mostRetakes  = 5
	firstRetakes = 12
	moreRetakes  = 3
)

// A noise is what the noise probes of the trials show.
type noise struct {
	results.Noise
	floor [4]measure.NoiseFloor // of the probe by side, whose programs may come from different compilers
}

// quiet runs a trial until one of its blocks is quiet, and returns its value. If the
// machine is not quiet for long, it returns that of the least disturbed trial.
//
// The probe is independent of what is measured, and so is the choice.
func (e *experiment) quiet(t Trial, wall time.Duration) (best Block, err error) {
	least, n := 0.0, &e.noise
	for retakes := 0; ; retakes++ {
		blocks, err := within(e.ctx, 30*time.Second+30*wall, e.src, t) // far longer than its kind took
		if err != nil {
			return nil, err
		}
		value, noise := n.reduce(blocks, t.Side, e.src.Better)
		switch {
		case noise == 0:
			n.Unknown++
			return value, nil
		case noise <= measure.QuietNoise:
			n.Quiet++
			return value, nil
		}
		n.Disturbed++
		if err := e.record.annotate(t.Side.String(), results.KindDisturbed, results.Disturbed{Sample: e.record.sample(t, value), Noise: noise}); err != nil {
			return nil, err
		}
		if best == nil || noise < least {
			best, least = value, noise
		}
		if retakes == mostRetakes || n.Disturbed > firstRetakes+moreRetakes*n.Quiet {
			n.Accepted++
			return best, e.record.annotate(t.Side.String(), results.KindAccepted, results.Accepted{Case: nameOf(e.src, t.Case), Noise: least})
		}
	}
}

// reduce makes one value per unit of the quiet blocks of a trial, and returns the
// noise of the block that took the fewest cycles, see noiseOf.
// If no block is quiet, it takes all; the noise is 0 if a program has no probe.
func (n *noise) reduce(blocks []Block, side Side, better func(unit string) int) (value Block, noise float64) {
	for _, b := range blocks {
		n.floor[side].Add(b[results.UnitProbe])
	}
	floor := n.floor[side].Probe()
	quiet := lists.Filter(blocks, func(b Block) bool { return noiseOf(b, floor) <= measure.QuietNoise })
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

// noiseOf is the noise probe of a block relative to the floor, or how much longer the block
// took because it waited for the processor. What had the processor meanwhile has used the
// caches too.
func noiseOf(b Block, floor float64) float64 {
	return max(measure.RelativeNoise(b[results.UnitProbe], floor), 1/max(1e-3, 1-b[results.UnitWaited]))
}

// note states how often the machine was disturbed, or that this is unknown; it is "" if it
// never was.
func (n *noise) note() string {
	if n.Unknown > 0 && n.Quiet+n.Disturbed == 0 {
		return "the programs have no noise probe, as those of worlds and those that you built yourself, so disturbed trials were not run again"
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
