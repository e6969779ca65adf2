package page

import (
	"fmt"
	"regexp"
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
		if f.Name != "samples" && f.Name != "distribution-iterate" {
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

// Cases without allocations are drawn in all panels at the same height.
func TestMemoryShowsThoseThatTakeNothing(t *testing.T) {
	for _, sizes := range [][]int{{1000, 10000}, {1000}} {
		var b strings.Builder
		for _, n := range sizes {
			for range 6 {
				fmt.Fprintf(&b, "BenchmarkIterate/impl=dense/n=%d-2 1 5 ns/entity 0 B/op\n", n)
				fmt.Fprintf(&b, "BenchmarkIterate/impl=paged/n=%d-2 1 5 ns/entity %d B/op\n", n, 40*n)
			}
		}
		found := false
		for _, f := range Figures(build(t, []byte(b.String()))) {
			if f.Name != "memory" {
				continue
			}
			found = true
			text, err := f.SVG()
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{">dense<", ">paged<", ">0 B<", "less is better", "logarithmic", "0 is drawn below the axis"} {
				if !strings.Contains(string(text), want) {
					t.Errorf("sizes %v: the picture of memory does not say %q", sizes, want)
				}
			}
		}
		if !found {
			t.Errorf("sizes %v: there is no picture of memory", sizes)
		}
	}
}

// Panels of one place share their range.
func TestMemoryOfOneSizeSharesItsRange(t *testing.T) {
	var b strings.Builder
	for scenario, impls := range map[string]string{"Iterate": "dense paged", "Create": "dense paged hashmap treemap soa mapvalues"} {
		for i, impl := range strings.Fields(impls) {
			bytes := 40 << i
			if scenario == "Create" {
				bytes *= 1000
			}
			for range 6 {
				fmt.Fprintf(&b, "Benchmark%s/impl=%s/n=1000-2 1 5 ns/entity %d B/op\n", scenario, impl, 1000*bytes)
			}
		}
	}
	figures := Figures(build(t, []byte(b.String())))
	at := slices.IndexFunc(figures, func(f *Figure) bool { return f.Name == "memory" })
	if at < 0 {
		t.Fatal("there is no picture of memory")
	}
	f := figures[at]
	if want := (size{400, rowsSize(6).height}); f.size != want || len(f.panels) != 2 {
		t.Errorf("%d panels of %v, want 2 of %v", len(f.panels), f.size, want)
	}
	text, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	ticks := map[string]int{}
	for _, m := range regexp.MustCompile(`>([0-9.]+ [kM]?i?B)<`).FindAllStringSubmatch(string(text), -1) {
		ticks[m[1]]++
	}
	both := 0 // the values themselves stand there once
	for _, n := range ticks {
		if n == 2 {
			both++
		}
	}
	if both < 2 {
		t.Errorf("%d ticks are on both axes: %v", both, ticks)
	}
}

// Panels of one scenario have titles and a readable number of rows.
func TestMemoryOfManyTellsWhatItIsOf(t *testing.T) {
	var b strings.Builder
	for _, profile := range []string{"A", "AA"} {
		fmt.Fprintf(&b, "profile: %s\n", profile)
		for i := range mostNames + 5 {
			fmt.Fprintf(&b, "BenchmarkCreate/impl=i%d/n=1000-2 1 5 ns/entity %d B/op\n", i, 1000*(i+1))
		}
	}
	figures := Figures(build(t, []byte(b.String())))
	at := slices.IndexFunc(figures, func(f *Figure) bool { return f.Name == "memory" })
	if at < 0 {
		t.Fatal("there is no picture of memory")
	}
	text, err := figures[at].SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">Create, A, 1,000 entities<", ">Create, AA, 1,000 entities<"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %q", want, regexp.MustCompile(`>Create[^<]*<`).FindAllString(string(text), -1))
		}
	}
	if n := len(regexp.MustCompile(`>i\d+<`).FindAll(text, -1)); n != 2*mostNames {
		t.Errorf("%d rows, want %d in each of two panels", n, mostNames)
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
	if len(figures) < 6 {
		t.Fatalf("%d figures", len(figures))
	}
	for _, f := range figures {
		text, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"Imaginary 3000", "go1.26", "ecsbench run --scenario iterate"}
		switch kind, _, _ := strings.Cut(f.Name, "-"); kind {
		case "time", "ratio", "memory":
			want = append(want, "less is better", "logarithmic")
		case "throughput":
			want = append(want, "more is better", "logarithmic")
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s does not say %q", f.Name, w)
			}
		}
	}
}
