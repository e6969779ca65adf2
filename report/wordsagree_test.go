package report

import "testing"

func TestVerbsAgreeWithNumbers(t *testing.T) {
	for _, test := range []struct {
		n, of int
		want  string
	}{
		{0, 1, "0 of 1 case is"}, {1, 1, "1 of 1 case is"}, {0, 2, "0 of 2 cases are"}, {1, 2, "1 of 2 cases is"}, {2, 2, "2 of 2 cases are"}, {1200, 3000, "1,200 of 3,000 cases are"},
	} {
		if got := areOf(test.n, test.of, "case"); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
