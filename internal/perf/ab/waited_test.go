package ab

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
)

// A block that waited for the processor is disturbed, however quiet its probe is. A file has no
// column for the wait.
func TestBlocksThatWaitedAreDisturbed(t *testing.T) {
	block := func(seconds, waited float64) Block {
		return Block{unitTime: seconds, results.UnitClock: 4, results.UnitProbe: 6.7, results.UnitWaited: waited}
	}
	better := func(unit string) int { return -1 }
	for _, test := range []struct {
		blocks  []Block
		seconds float64
		quiet   bool
	}{
		{[]Block{block(2, 0), block(1, 0.5), block(3, 0.01)}, 2, true},
		{[]Block{block(2, 0.3), block(1, 0.5)}, 1, false},
		{[]Block{block(2, 0.02), block(1, 0.05)}, 1, true},
	} {
		n := &noise{}
		value, noise := n.reduce(test.blocks, Head, better)
		if _, there := value[results.UnitWaited]; there || value[unitTime] != test.seconds || noise <= timing.QuietNoise != test.quiet {
			t.Errorf("%v: %v, noise %g", test.blocks, value, noise)
		}
	}
}
