package compare

import "testing"

func TestSuperscript(t *testing.T) {
	for n, want := range map[int]string{1: "¹", 9: "⁹", 10: "¹⁰", 207: "²⁰⁷"} {
		if got := superscript(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
