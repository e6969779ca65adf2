package page

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"pgregory.net/rapid"
)

func TestLogTicksAreReadable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := math.Exp(rapid.Float64Range(-40, 40).Draw(t, "log of low"))
		high := low * math.Exp(rapid.Float64Range(0.05, 60).Draw(t, "log of range"))
		ticks := unitTicks("ns/op").Ticks(low, high)
		labels := make(map[string]float64)
		for _, tick := range ticks {
			if tick.Label == "" {
				continue
			}
			if other, ok := labels[tick.Label]; ok && math.Abs(other/tick.Value-1) > 0.01 {
				t.Fatalf("%q stands for %v and %v", tick.Label, other, tick.Value)
			}
			labels[tick.Label] = tick.Value
		}
		if len(labels) < 1 || len(labels) > 12 {
			t.Fatalf("%d labels from %v to %v", len(labels), low, high)
		}
	})
}

func TestLogTicksReachTheEnds(t *testing.T) {
	ticks := unitTicks("ns/op").Ticks(2, 50)
	if first, last := ticks[0].Value, ticks[len(ticks)-1].Value; first != 2 || last != 50 || len(ticks) != 8+5 {
		t.Errorf("%d ticks from %g to %g", len(ticks), first, last)
	}
}

func TestTicksOfBytesArePowersOfTwo(t *testing.T) {
	for want, span := range map[string][2]float64{
		"32 B 64 B":                                     {24, 100},
		"16 B 64 B 256 B 1 KiB 4 KiB":                   {16, 9000},
		"1 KiB 2 KiB 4 KiB 8 KiB":                       {1000, 10000},
		"4 KiB 64 KiB 1 MiB 16 MiB 256 MiB 4 GiB":       {1000, 1e10},
		"30 B 32.5 B 35 B":                              {30, 35},
		"512 KiB 1 MiB 2 MiB 4 MiB 8 MiB 16 MiB 32 MiB": {500 << 10, 40 << 20},
	} {
		var got []string
		for _, tick := range unitTicks("B/op").Ticks(span[0], span[1]) {
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%v: labels %s, want %s", span, got, want)
		}
	}
}

func TestPlacesAreIntegersIfMeasuredSo(t *testing.T) {
	for _, test := range []struct {
		places []float64
		want   string
	}{
		{[]float64{0, 2}, "0 2"},
		{[]float64{0, 1, 10}, "0 1 10"},
		{[]float64{0, 1, 100}, "0 50 100"},
		{[]float64{1, 2, 4}, "1 2 4"},
		{[]float64{2, 3}, "2 3"},
		{[]float64{4, 5, 6}, "4 5 6"},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, "0 3 6"},
		{[]float64{1000, 100000}, "1k 100k"},
		{[]float64{0.5, 1.5}, "0.5 1.5"},
	} {
		linear := test.places[0] == 0
		span := placeSpan(test.places, linear)
		var got []string
		for _, tick := range placeTicks(test.places, linear).Ticks(span.low, span.high) {
			if tick.Label != "" {
				got = append(got, tick.Label)
			}
			if test.places[0] != 0.5 && tick.Value != math.Trunc(tick.Value) {
				t.Errorf("%v: a tick at %g", test.places, tick.Value)
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%v: labels %s, want %s", test.places, got, test.want)
		}
	}
}

// A line begins at zero where its first place is zero, such as no aging round.
func TestALineHasItsPointAtZero(t *testing.T) {
	var text strings.Builder
	for _, place := range []string{"n=1000", "n=1000/aged=2"} {
		for i := range 7 {
			fmt.Fprintf(&text, "BenchmarkIterate/mode=entity/impl=dense/comps=2/%s-2 1 %d ns/op\n", place, 5+i)
		}
	}
	all := Figures(build(t, []byte(text.String())))
	p, err := all[0].panels[0].plot()
	fixture.Check(t, err)
	if p.X.Label.Text != "aging rounds" || p.X.Min >= 0 || p.X.Max <= 2 {
		t.Errorf("the axis of %s goes from %g to %g", p.X.Label.Text, p.X.Min, p.X.Max)
	}
}

func TestShortDropsTrailingZeros(t *testing.T) {
	for in, want := range map[string]string{
		"10.0 ns": "10 ns", "1.00 µs": "1 µs", "1.50k": "1.5k", "100 ns": "100 ns", "20.0M": "20M", "0": "0", "0.500x": "0.5x", "1000": "1000", "10": "10",
	} {
		if got := short(in); got != want {
			t.Errorf("short(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlainCanBeDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		got := plain(name)
		if got == "" || len([]rune(got)) > mostInName {
			t.Fatalf("%q became %q", name, got)
		}
	})
	if got := plain("dense:dispatch=shared"); got != "dense:dispatch=shared" {
		t.Errorf("got %q", got)
	}
	if got := plain("💥\u202e"); got != "???" && got != "??" && got != "?\ufffd" {
		t.Errorf("got %q", got)
	}
}

func TestSlugIsAFileName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		got := slug(name)
		if got == "" || len(got) > 42 {
			t.Fatalf("%q became %q", name, got)
		}
		for _, r := range got {
			if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
				t.Fatalf("%q became %q", name, got)
			}
		}
	})
}
