package history_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/history"
)

// Places and p of steps are unchanged.
func TestStepsAreWhereTheyWere(t *testing.T) {
	var got strings.Builder
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 3))
		values := noise(random, 48+3*int(seed), 0.02)
		for i := range values {
			values[i] += []float64{0, 0.12, 0.03, 0.2, 0.1}[i*4/len(values)]
			if seed%3 == 0 && i%9 == 3 {
				values[i] += 0.3 // disturbed
			}
		}
		for _, c := range history.ChangePoints(values) {
			fmt.Fprintf(&got, "%d at %d p %.3g\n", seed, c.At, c.P)
		}
	}
	const want = `0 at 36 p 0.004
1 at 13 p 0.002
1 at 26 p 0.002
1 at 39 p 0.002
2 at 14 p 0.004
2 at 27 p 0.002
2 at 41 p 0.002
3 at 43 p 0.002
4 at 15 p 0.002
4 at 30 p 0.002
4 at 45 p 0.002
5 at 16 p 0.002
5 at 32 p 0.002
5 at 48 p 0.002
6 at 48 p 0.002
7 at 18 p 0.002
7 at 35 p 0.002
7 at 52 p 0.002
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}
