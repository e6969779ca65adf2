package gate

import (
	"math"

	"github.com/ecsbench/ecsbench/compare/verdict"
)

// estimate compares samples of values ≥ 0, given as sorted logarithms. The
// interval has level 1-alpha or the nearest above that the sizes allow; where
// they allow none it is infinite.
func estimate(x, y []float64, alpha float64) verdict.Effect {
	e := shift(x, y, alpha)
	e.P = rankTestFor(len(x), len(y)).p(x, y)
	return e
}

// shift is estimate without the test.
func shift(x, y []float64, alpha float64) verdict.Effect {
	test := rankTestFor(len(x), len(y))
	all := newShifts(x, y)
	e := verdict.Effect{Log: unlog(all.median()), Lo: math.Inf(-1), Hi: math.Inf(1), P: 1}
	// The interval holds the shifts that the test at this level would not
	// reject, so that the two never contradict each other.
	if u := test.critical(alpha); u >= 0 {
		e.Lo, e.Hi = unlog(all.nth(u+1)), unlog(all.nth(all.len()-u))
	}
	return e
}
