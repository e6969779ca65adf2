package timing

import "testing"

// Neither one probe that is too low nor a core that is quiet for only a tenth of the
// time moves the floor.
func TestFloorIgnoresRareLowProbes(t *testing.T) {
	var f NoiseFloor
	if f.Add(0); f.Probe() != 0 || RelativeNoise(8, f.Probe()) != 0 {
		t.Errorf("the floor is %g without a probe", f.Probe())
	}
	for i := range 1000 {
		switch {
		case i%100 == 50:
			f.Add(6)
		case i%10 == 0:
			f.Add(7.5)
		default:
			f.Add(12 + float64(i%7))
		}
	}
	if got := f.Probe(); got != 7.5 {
		t.Errorf("the floor is %g, want 7.5", got)
	}
	if got := RelativeNoise(12, f.Probe()); got != 1.6 {
		t.Errorf("a disturbed probe has noise %g, want 1.6", got)
	}
}
