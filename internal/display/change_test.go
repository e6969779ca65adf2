package display

import (
	"math"
	"testing"
)

func TestChange(t *testing.T) {
	for log, want := range map[float64]string{
		0: "+0.00%", math.Log(0.5): "-50.00%", math.Log(9000): "+899900.00%", math.Log(2e4): "+2e+06%", math.Log(9.99e5): "+1e+08%",
		math.Log(1e300): "+1e+302%", 1400: "+1e+610%", -1400: "-100.00%",
	} {
		if got := Change(log); got != want {
			t.Errorf("%g: %s, want %s", log, got, want)
		}
	}
}
