package paired

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFiguresAreAsTheyWere pins figures to four digits: as many rounds as are counted
// out, and as are not; whoever changes one has to mean it.
func TestFiguresAreAsTheyWere(t *testing.T) {
	rule := Rule{Alpha: 0.01, Comparisons: 15, Threshold: 0.02}
	var got strings.Builder
	for _, rounds := range []int{5, 12, 30, 70} {
		rng := rand.New(rand.NewPCG(uint64(rounds), 9))
		d := make([]float64, rounds)
		for i := range d {
			d[i] = 0.03 + noise(rng) - noise(rng)
		}
		f := NewFastest(draw(rng, rounds, 0.01))
		e, i := Estimate(d, 0.95), f.Estimate(0.95)
		fmt.Fprintf(&got, "%d: p %.4g, %.4g [%.4g, %.4g], visible %.4g; fastest p %.4g, %.4g [%.4g, %.4g], visible %.4g\n", rounds,
			Test(d), e.Center, e.Lo, e.Hi, rule.Visible(d, 0.95), f.Test(1e-3), i.Center, i.Lo, i.Hi, rule.VisibleFastest(f, i, 0.95))
	}
	const want = `5: p 0.625, 0.02021 [-Inf, +Inf], visible +Inf; fastest p 0.2, 0.01185 [-Inf, +Inf], visible +Inf
12: p 0.1763, 0.03354 [-0.2237, 0.295], visible 0.5416; fastest p 0.3636, 0.01126 [-0.1175, 0.1105], visible 0.3533
30: p 0.08407, 0.03027 [-0.2063, 0.04905], visible 0.275; fastest p 0.0004999, 0.01007 [0.009338, 0.01163], visible 0.02186
70: p 0.002894, 0.03189 [0.02099, 0.04495], visible 0.2656; fastest p 0.0004999, 0.01025 [0.009818, 0.01061], visible 0.02089
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}
