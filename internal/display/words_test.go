package display

import (
	"strings"
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	for want, got := range map[string]string{
		"a, b, c, d, e": List(strings.Split("abcde", "")), "a, b, c, d, e and 1 more": List(strings.Split("abcdef", "")), "": List(nil),
		"1 case": Count(1, "case"), "0 cases": Count(0, "case"), "1 entity": Count(1, "entity"), "2 entities": Count(2, "entity"),
		"2 bodies": Count(2, "body"), "2 days": Count(2, "day"), "2 boxes": Count(2, "box"), "2 processes are": CountAre(2, "process"),
		"1 line is": CountAre(1, "line"), "2 lines are": CountAre(2, "line"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0.05: "5%", 0.031: "3.1%", 0.0312: "3.1%", 0.25: "25%", 1.5: "150%", 0.004: "0.40%", 0: "0%", 0.29: "29%", 0.07: "7%",
		0.01: "1%", 0.0101: "1.0%", 0.00999: "1.00%", 0.1004: "10%", 0.0996: "10.0%", 10: "1000%", 10.01: "over 1000%"} {
		if got := Percent(share); got != want {
			t.Errorf("Percent(%v) = %s, want %s", share, got, want)
		}
	}
}

func TestShortDurations(t *testing.T) {
	for d, want := range map[time.Duration]string{
		5 * time.Minute: "5m", time.Hour: "1h", 90 * time.Second: "1m30s", 30 * time.Second: "30s", 61 * time.Minute: "1h1m", 0: "0s",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v as %s, want %s", d, got, want)
		}
	}
}

func TestRoundedDurations(t *testing.T) {
	for d, want := range map[time.Duration]time.Duration{
		1: 10 * time.Second, 10 * time.Second: 10 * time.Second, 11 * time.Second: 20 * time.Second, 51 * time.Second: time.Minute, time.Minute: time.Minute, 61 * time.Second: 2 * time.Minute,
	} {
		if got := RoundUp(d); got != want {
			t.Errorf("%v is rounded to %v, want %v", d, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"run", "run", 0}, {"rnu", "run", 1}, {"impl", "impls", 1},
		{"dence", "dense", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3}, {"abdc", "bacd", 2},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("from %q to %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"dense", "soa", "AAA"}
	for written, want := range map[string]string{
		"dence": `: did you mean "dense"?`, "sao": `: did you mean "soa"?`, "aaaa": `: did you mean "AAA"?`,
		"paged": ": want one of dense, soa, AAA",
	} {
		if got := DidYouMean(written, names); got != want {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
	}
	if got := DidYouMean("x", nil); got != ": it has none" {
		t.Errorf("of nothing: %q", got)
	}
}
