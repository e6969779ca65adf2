package summary

import (
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/perf/benchmath"
)

func TestListsInWords(t *testing.T) {
	for _, test := range []struct {
		list string
		most int
		want string
	}{
		{"", 3, ""}, {"a", 3, "a"}, {"a b", 3, "a and b"}, {"a b c", 3, "a, b and c"}, {"a b c d", 3, "a, b, c and 1 more"}, {"a b c d e", 3, "a, b, c and 2 more"},
	} {
		list := strings.Fields(test.list)
		if got := enumerate(limit(list, test.most)); got != test.want {
			t.Errorf("%s: %q, want %q", test.list, got, test.want)
		}
		if left := strings.Join(list, " "); left != test.list {
			t.Errorf("%s became %s", test.list, left)
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
		if times, percent := Ratio(test.ratio), Percent(test.ratio); times != test.times || percent != test.percent {
			t.Errorf("%v: %s and %s, want %s and %s", test.ratio, times, percent, test.times, test.percent)
		}
	}
}

// Of many samples some stand for all, from one end to the other.
func TestThinKeepsTheShape(t *testing.T) {
	for _, n := range []int{1, mostCompared, mostCompared + 1, 10 * mostCompared} {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(i)
		}
		got := thin(benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)).Values
		if len(got) != min(n, mostCompared) || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Fatalf("%d values of %d: %v", len(got), n, got)
		}
		step := float64(n) / float64(len(got))
		if first, last := got[0], float64(n-1)-got[len(got)-1]; first > step || last > step || math.Abs(first-last) > 1.5 {
			t.Errorf("of %d values %g are left out before, and %g behind", n, first, last)
		}
	}
}

// Whoever does wrong work somewhere is doubted everywhere.
func TestDoubt(t *testing.T) {
	r := parse(t, lines("Iterate/impl=dense/n=10-2", 1, 6)+lines("Iterate/impl=treemap/n=10-2", 2, 6)+
		"# failed {\"case\":\"Churn/impl=treemap/n=10-2\",\"reason\":\"boom\"}\n")
	for name, want := range map[string]string{"dense": "", "treemap": "treemap † failed in Churn, "} {
		i := slices.IndexFunc(r.Impls, func(i *Impl) bool { return i.Name == name })
		got := r.Impls[i].Doubt()
		if !strings.HasPrefix(got, want) || want == "" && got != "" || want != "" && !strings.HasSuffix(got, "ecsbench verify --impl treemap") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Where storage differs most is the largest world of each setting.
func TestLargest(t *testing.T) {
	heats := []Heat{{Setting: 0, Size: 10}, {Setting: 0, Size: 1000}, {Setting: 1, Size: 5}}
	got := Largest(heats)
	if len(got) != 2 || got[0].Size != 1000 || got[1].Size != 5 {
		t.Errorf("%+v", got)
	}
	if Largest(nil) != nil {
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
