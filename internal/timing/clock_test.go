package timing

import "testing"

func TestCoreClock(t *testing.T) {
	if got := CoreClock(); got < slowestClock || got > fastestClock {
		t.Errorf("%g GHz", got)
	}
}
