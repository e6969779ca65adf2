package measure

import "testing"

func TestACoreHasAClock(t *testing.T) {
	if got := CoreClock(); got < slowestClock || got > fastestClock {
		t.Errorf("%g GHz", got)
	}
}
