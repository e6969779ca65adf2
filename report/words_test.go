package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
)

func TestListsInWords(t *testing.T) {
	for commits, want := range map[string]string{
		"": "", "a": " at commit a", "a b": " at commit a and b", "a b c d": " at commit a, b, c and d", "a b c d e": " at commit a, b, c, d and 1 more", "a b c d e f": " at commit a, b, c, d and 2 more",
	} {
		var text strings.Builder
		for _, commit := range strings.Fields(commits) {
			fmt.Fprintf(&text, "# env {\"commit\":%q}\n", commit)
		}
		if got := parse(t, text.String()+lines("X/impl=dense-2", 5, 6)).Measured(); got != "6 samples of 1 case"+want+"." {
			t.Errorf("%s: %s", commits, got)
		}
	}
}

func TestRatiosAndPercents(t *testing.T) {
	for _, test := range []struct {
		ratio          float64
		times, percent string
	}{
		{1.042, "1.04x", "+4.2%"}, {0.5, "0.500x", "-50.0%"}, {9.99, "9.99x", "+899.0%"}, {10, "10.0x", "10.0x"}, {1, "1.00x", "+0.0%"}, {0.9999, "1.00x", "+0.0%"},
		{math.NaN(), "no ratio", "?"}, {math.Inf(1), "no ratio", "?"},
	} {
		if times, percent := report.Ratio(test.ratio), report.Percent(test.ratio); times != test.times || percent != test.percent {
			t.Errorf("%v: %s and %s, want %s and %s", test.ratio, times, percent, test.times, test.percent)
		}
	}
}

// Wrong work in one scenario makes all numbers doubtful.
func TestDoubt(t *testing.T) {
	r := parse(t, lines("Iterate/impl=dense/n=10-2", 1, 6)+lines("Iterate/impl=treemap/n=10-2", 2, 6)+
		"# failed {\"case\":\"Churn/impl=treemap/n=10-2\",\"reason\":\"boom\"}\n")
	for name, want := range map[string]string{"dense": "", "treemap": "treemap † failed in Churn; "} {
		i := slices.IndexFunc(r.Impls, func(i *report.Impl) bool { return i.Name == name })
		got := r.Impls[i].Doubt()
		if !strings.HasPrefix(got, want) || want == "" && got != "" || want != "" && !strings.HasSuffix(got, "ecsbench run --verify --impl treemap") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Largest returns the largest world of each setting.
func TestLargest(t *testing.T) {
	heats := []report.Heat{{Setting: 0, Size: 10}, {Setting: 0, Size: 1000}, {Setting: 1, Size: 5}}
	got := report.Largest(heats)
	if len(got) != 2 || got[0].Size != 1000 || got[1].Size != 5 {
		t.Errorf("%+v", got)
	}
	if report.Largest(nil) != nil {
		t.Error("something of nothing")
	}
}

func TestCommandsAreListedOnce(t *testing.T) {
	head := func(command string) string { return `# ecsbench {"format":1,"command":"` + command + `"}` + "\n" }
	one := lines("Iterate/impl=dense/n=10-2", 1, 6)
	r := parse(t, head("ecsbench run")+one, head("ecsbench run --quick")+one, head("ecsbench run")+one, one)
	if got := r.Commands(); !slices.Equal(got, []string{"ecsbench run", "ecsbench run --quick"}) {
		t.Errorf("%q", got)
	}
}
