package ab

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/statistics"
)

// Suspects may be chosen without a correction, because only fresh rounds make a regression. On a
// machine whose fastest blocks scatter by 4%, with bursts, none of 15 equal cases is a regression.
// -experiments sets the number of experiments.
func TestFreshRoundsBoundFalseAlarms(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	o := options(1)
	const cases, rounds = 15, 40
	measure := func() *pairing {
		p := &pairing{speed: true}
		for range rounds {
			var v [2]float64
			for i := range v {
				v[i] = perOp * math.Exp(0.04*math.Abs(rng.NormFloat64()))
				if rng.Float64() < 0.15 {
					v[i] *= 1 + 0.4*rng.ExpFloat64()
				}
			}
			p.add(v[0], v[1], 0)
		}
		p.compareFastest()
		return p
	}
	smallest := o.Alpha / (2 * cases)
	runs, noticed, alarms := max(50, *experiments), 0, 0
	for range runs {
		var again []*verdict.Effect
		var fresh []*pairing
		for range cases {
			p := measure()
			// The intervals are not asked for; they are what takes time.
			all := verdict.Effect{Shift: statistics.HodgesLehmann(p.d, 0.5)}
			mean := verdict.Effect{Shift: statistics.PairedPrior(nil).ModeratePaired(p.d).Shift(o.Alpha)}
			fastest := verdict.Effect{Shift: statistics.Shift{Log: statistics.Median(p.d), P: p.fastest.Test(smallest)}}
			if o.noticeable(all) || o.noticeable(fastest) || o.noticeable(mean) {
				noticed++
				fresh = append(fresh, measure())
			}
		}
		prior := statistics.PairedPrior(lists.Map(fresh, func(p *pairing) []float64 { return p.d }))
		for _, p := range fresh {
			effects := p.effects(o.Alpha, smallest, prior)
			for i := range effects {
				again = append(again, &effects[i])
			}
		}
		correct(again, statistics.StepUp)
		for _, e := range again {
			if o.worse(*e) {
				alarms++
			}
		}
	}
	t.Logf("%d of %d equal cases were noticed, %d of %d experiments raised an alarm", noticed, runs*cases, alarms, runs)
	if float64(alarms) > 3*o.Alpha*float64(runs) {
		t.Errorf("%d alarms in %d experiments", alarms, runs)
	}
}
