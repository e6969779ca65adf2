package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// Allocations of the set-up are shared by all iterations of a process.
func TestIterationsShareTheAllocationsOfTheSetUp(t *testing.T) {
	file := func(iterations, bytes, allocs int) string {
		text := fresh
		for i := range 10 {
			for c := range 4 {
				text += fmt.Sprintf("BenchmarkClone%d-2 %d %d ns/op %d B/op %d allocs/op\n", c, iterations, 100+(i*7+c)%5, bytes, allocs)
			}
		}
		return text
	}
	for _, test := range []struct {
		what     string
		old, now string
		want     verdict.Outcome
	}{
		{"half as many iterations", file(22382, 6, 1), file(10101, 13, 1), verdict.Pass},
		{"twice as many iterations", file(10101, 13, 1), file(22382, 6, 1), verdict.Pass},
		{"more than the iterations explain", file(22382, 6, 1), file(10101, 20, 1), verdict.Regressed},
		{"more, with more iterations", file(10101, 13, 1), file(22382, 24, 1), verdict.Regressed},
		{"as many iterations", file(10101, 6, 1), file(10101, 13, 1), verdict.Regressed},
		{"less than an allocation", file(10101, 0, 0), file(20202, 7, 0), verdict.Pass},
		{"a small allocation", file(10101, 0, 0), file(10101, 8, 1), verdict.Regressed},
		{"the first allocation", file(22382, 0, 0), file(10101, 16, 1), verdict.Regressed},
	} {
		v := gated(t, gate.DefaultLimits(), test.old, test.now)
		if v.Outcome != test.want {
			t.Errorf("%s: %s", test.what, v.Headline())
		}
	}
	// In files of go test the number varies, and equal values show that nothing is shared.
	vary := func(bytes int) string {
		return strings.NewReplacer("10101 100 ", "5000 100 ", "10101 101 ", "7000 101 ").Replace(file(10101, bytes, 1))
	}
	if v := gated(t, gate.DefaultLimits(), vary(100), vary(140)); v.Outcome != verdict.Regressed {
		t.Errorf("the number varies: %s", v.Headline())
	}
}
