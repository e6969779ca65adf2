package spin

import "testing"

func TestACoreHasAClock(t *testing.T) {
	if got := Clock(); got < slowestClock || got > fastestClock {
		t.Errorf("%g GHz", got)
	}
}
