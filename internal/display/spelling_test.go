package display

import "testing"

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
