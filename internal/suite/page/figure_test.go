package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Outliers do not stretch the range of the others.
func TestReach(t *testing.T) {
	near := []float64{0.99, 0.995, 1, 1, 1.005, 1.01, 1.02}
	if low, high := reach(near); low != 0.98 || high != 1.02 {
		t.Errorf("near values: from %v to %v", low, high)
	}
	if low, high := reach(append(slices.Repeat(near, 10), 3.4, 0.5)); high > 1.2 || low < 0.8 {
		t.Errorf("two far values stretch the range from %v to %v", low, high)
	}
	if low, high := reach([]float64{0.4, 0.7, 1, 1.6, 2.2}); low != 0.4 || high != 2.2 { // no outliers: all are in their place
		t.Errorf("wide values: from %v to %v", low, high)
	}
}

// A figure states the better direction and the measurement.
func TestPicturesStandAlone(t *testing.T) {
	head := `# ecsbench {"format":1,"version":"v1","start":"2026-11-21T12:00:00Z","command":"ecsbench run --scenario iterate"}
# env {"os":"linux","arch":"amd64","cpu":"Imaginary 3000","cpus":2,"go":"go1.26","gomaxprocs":2,"version":"v1"}
`
	var b strings.Builder
	b.WriteString(head)
	for i := range 8 {
		for _, impl := range []string{"dense", "paged", "soa"} {
			for _, n := range []int{1000, 10000} {
				fmt.Fprintf(&b, "BenchmarkIterate/impl=%s/n=%d-2 1 %d ns/entity %d entities/s %d B/op\n", impl, n, 5+i, 200-i, n)
			}
		}
	}
	figures := Figures(build(t, []byte(b.String())))
	if len(figures) != 2 {
		t.Fatalf("%d figures", len(figures))
	}
	for _, f := range figures {
		text, err := f.SVG()
		fixture.Check(t, err)
		want := []string{"Imaginary 3000", "go1.26", "ecsbench run --scenario iterate"}
		if strings.HasPrefix(f.Name, "time-") {
			want = append(want, "less is better", "logarithmic")
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", f.Name, w)
			}
		}
	}
}
