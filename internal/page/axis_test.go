package page

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLogTicksAreReadable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := math.Exp(rapid.Float64Range(-40, 40).Draw(t, "log of low"))
		high := low * math.Exp(rapid.Float64Range(0.05, 60).Draw(t, "log of range"))
		ticks := logTicks{unitLabel("ns/op")}.Ticks(low, high)
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
	ticks := logTicks{unitLabel("ns/op")}.Ticks(2, 50)
	if first, last := ticks[0].Value, ticks[len(ticks)-1].Value; first != 2 || last != 50 || len(ticks) != 8+5 {
		t.Errorf("%d ticks from %g to %g", len(ticks), first, last)
	}
}

func TestShortDropsZerosThatSayNothing(t *testing.T) {
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
		if got == "" || len([]rune(got)) > 32 {
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
