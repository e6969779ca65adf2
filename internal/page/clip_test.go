package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Outliers are drawn at the edge, with their value.
func TestClipSaysWhatIsFartherOut(t *testing.T) {
	near := []float64{0.99, 0.995, 1, 1, 1.005, 1.01, 1.02}
	if c := newClip(near); c.note(near) != "" || c.high < 1.02 {
		t.Errorf("near values: %v says %q", c, c.note(near))
	}
	near = slices.Repeat(near, 10)
	far := append(near, 3.4, 0.5)
	c := newClip(far)
	if c.high > 1.2 || c.low < 0.8 {
		t.Errorf("two far values stretch the range to %v", c)
	}
	if at, beyond := c.put(3.4); at != c.high || !beyond {
		t.Errorf("3.4 stands at %v", at)
	}
	if text := c.note(far); !strings.Contains(text, "1 up to +240.0%") || !strings.Contains(text, "1 down to -50.0%") {
		t.Errorf("says %q", text)
	}
	wide := []float64{0.4, 0.7, 1, 1.6, 2.2} // no outliers: all are in their place
	if c := newClip(wide); c.note(wide) != "" {
		t.Errorf("wide values: %v says %q", c, c.note(wide))
	}
}

func TestSamplesShowWhatIsFarOut(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		v := 100 + float64(i%5)
		if i == 7 {
			v = 700
		}
		fmt.Fprintf(&b, "BenchmarkIterate/impl=dense/n=1000-2 1 %v ns/entity\n", v)
	}
	for _, f := range Figures(build(t, []byte(b.String()))) {
		if f.Name != "samples" {
			continue
		}
		text, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "1 up to +586.3%") {
			t.Errorf("%s does not say how far out the farthest sample is", f.Name)
		}
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
		if err != nil {
			t.Fatal(err)
		}
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
