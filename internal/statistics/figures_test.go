package statistics

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPairedFiguresAreAsTheyWere pins figures to four digits, with exact and
// approximate distributions.
func TestPairedFiguresAreAsTheyWere(t *testing.T) {
	var got strings.Builder
	for _, rounds := range []int{5, 12, 30, signedRankExactLimit, 65} {
		rule := PairedRule{Alpha: 0.01, Comparisons: 1 + rounds%12, Threshold: 0.02}
		rng := rand.New(rand.NewPCG(uint64(rounds), 9))
		d := make([]float64, rounds)
		for i := range d {
			d[i] = 0.03 + noise(rng) - noise(rng)
		}
		f := NewFastest(draw(rng, rounds, 0.01))
		e, i := HodgesLehmann(d, 0.95), f.Estimate(0.95, 1e-3)
		fmt.Fprintf(&got, "%d: p %.4g, %.4g [%.4g, %.4g], visible %.4g; fastest p %.4g, %.4g [%.4g, %.4g], visible %.4g\n", rounds,
			e.P, e.Log, e.Lo, e.Hi, rule.MDE(d, 0.95), i.P, i.Log, i.Lo, i.Hi, rule.MDEFastest(f, i, 0.95))
	}
	const want = `5: p 0.625, 0.02021 [-Inf, +Inf], visible +Inf; fastest p 0.2, 0.01185 [-Inf, +Inf], visible +Inf
12: p 0.1763, 0.03354 [-0.2237, 0.295], visible 0.5416; fastest p 0.3636, 0.01126 [-0.1175, 0.1105], visible 0.298
30: p 0.08407, 0.03027 [-0.2063, 0.04905], visible 0.2748; fastest p 0.0004999, 0.01007 [0.009338, 0.01163], visible 0.02186
50: p 0.001282, 0.03137 [0.02061, 0.2661], visible 0.2738; fastest p 0.0004999, 0.0105 [0.008883, 0.01132], visible 0.02341
65: p 0.003415, 0.02995 [0.02005, 0.03843], visible 0.2628; fastest p 0.0004999, 0.009678 [0.009163, 0.01016], visible 0.02111
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}
