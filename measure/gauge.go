package measure

import (
	"time"

	"github.com/ecsbench/ecsbench/measure/spin"
)

// A gauge tells whether the machine is quiet at the moment: whether a fixed
// piece of work takes as long as it does when nothing disturbs it. On shared
// machines neighbours slow a core down by half for milliseconds at a time.
//
// The fastest that the piece of work was ever seen to take is handed on from
// worker to worker, since a worker may live in a noisy time altogether.
type gauge struct{ fastest time.Duration }

const (
	gaugeSteps = 20_000 // some tens of microseconds
	gaugeSlack = 1.05   // still quiet
)

// quiet does the piece of work once.
func (g *gauge) quiet() bool {
	start := time.Now()
	done := spin.Loop(gaugeSteps)
	took := time.Since(start)
	if done != 0 && (g.fastest == 0 || took < g.fastest) {
		g.fastest = took
	}
	return float64(took) <= gaugeSlack*float64(g.fastest)
}
