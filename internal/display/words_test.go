package display_test

import (
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/display"
)

func TestWords(t *testing.T) {
	for want, got := range map[string]string{
		"a, b, c, d, e": display.List(strings.Split("abcde", "")), "a, b, c, d, e and 1 more": display.List(strings.Split("abcdef", "")), "": display.List(nil),
		"1 case": display.Count(1, "case"), "0 cases": display.Count(0, "case"), "1 entity": display.Count(1, "entity"), "2 entities": display.Count(2, "entity"),
		"1 line is": display.CountAre(1, "line"), "2 lines are": display.CountAre(2, "line"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0.05: "5%", 0.031: "3.1%", 0.0312: "3.1%", 0.25: "25%", 1.5: "150%", 0.004: "0.40%", 0: "0%", 0.29: "29%", 0.07: "7%",
		0.01: "1%", 0.0101: "1.0%", 0.00999: "1.00%", 0.1004: "10%", 0.0996: "10.0%", 10: "1000%", 10.01: "over 1000%"} {
		if got := display.Percent(share); got != want {
			t.Errorf("Percent(%v) = %s, want %s", share, got, want)
		}
	}
}
