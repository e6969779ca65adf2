package statistics

import (
	"math"
	"testing"
)

func TestGammaDerivatives(t *testing.T) {
	for _, test := range []struct{ got, want float64 }{
		{trigamma(1), math.Pi * math.Pi / 6}, {trigamma(0.5), math.Pi * math.Pi / 2}, {inverseTrigamma(trigamma(3.7)), 3.7},
	} {
		if math.Abs(test.got-test.want) > 1e-8 {
			t.Errorf("%v, want %v", test.got, test.want)
		}
	}
}
