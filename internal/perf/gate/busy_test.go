package gate_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// busy returns samples and clocks of 46 cases, measured on two shared cores at a load of 8 to 11.
func busy(t *testing.T) (cases []string, samples map[string][][2]float64) {
	file, err := os.Open("testdata/busy.txt")
	fixture.Check(t, err)
	defer file.Close()
	samples = make(map[string][][2]float64)
	for r := benchfmt.NewReader(file, file.Name()); r.Scan(); {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			t.Fatal(r.Result())
		}
		name := string(res.Name)
		ns, _ := res.Value("sec/op")
		clock, _ := res.Value("clock-GHz")
		if samples[name] == nil {
			cases = append(cases, name)
		}
		samples[name] = append(samples[name], [2]float64{ns * 1e9, clock})
	}
	return cases, samples
}

// Runs are drawn from real samples with a different clock in each run. slow is the slowdown of
// one of six implementations in NEW.
func TestABusyMachineGetsVerdicts(t *testing.T) {
	t.Parallel()
	const pairs = 20
	cases, samples := busy(t)
	run := func(rng *rand.Rand, n int, slow, drift float64) string {
		var text strings.Builder
		drift *= rng.NormFloat64()
		for range n {
			for _, c := range cases {
				s := samples[c][rng.IntN(len(samples[c]))]
				ns, clock := s[0]*math.Exp(0.001*rng.NormFloat64()-drift), s[1]*math.Exp(drift)
				if strings.Contains(c, "impl=paged") {
					ns *= slow
				}
				fmt.Fprintf(&text, "Benchmark%s 1 %.6g ns/op %.4g clock-GHz\n", c, ns, clock)
			}
		}
		return text.String()
	}
	opts := gate.DefaultLimits()
	opts.MaxRegression = 0.02
	for _, test := range []struct {
		what       string
		samples    int
		slow       float64
		drift      float64 // of the clock between runs
		green, red int     // at least
	}{
		{"nothing", 16, 1, 0.003, 18, 0},
		{"5%", 16, 1.05, 0.003, 0, 18},
		{"12%, from few samples", 7, 1.12, 0.003, 0, 18},
		{"nothing, on a clock that drifts", 16, 1, 0.03, 0, 0},
		{"5%, on a clock that drifts", 16, 1.05, 0.03, 0, 10},
	} {
		t.Run(test.what, func(t *testing.T) {
			t.Parallel()
			green, red, alarms, inconclusive := 0, 0, 0, 0
			for i := range uint64(pairs) {
				rng := rand.New(rand.NewPCG(i, 17))
				v := gated(t, opts, run(rng, test.samples, 1, test.drift), run(rng, test.samples, test.slow, test.drift))
				found := false
				for _, c := range v.Comparisons {
					if c.Status == verdict.Regression && c.Evidence == verdict.Tested {
						if test.slow > 1 && strings.Contains(c.Case, "impl=paged") {
							found = true
						} else {
							alarms++
							t.Logf("false alarm: %s %s %+v", c.Case, c.Unit, c.Effect)
						}
					}
				}
				switch {
				case found:
					red++
				case v.Outcome == verdict.Pass:
					green++
				case v.Outcome == verdict.Inconclusive:
					inconclusive++
				}
			}
			t.Logf("%s: %d green, %d found, %d inconclusive, %d false alarms of %d", test.what, green, red, inconclusive, alarms, pairs)
			if green < test.green || red < test.red || alarms > 0 {
				t.Errorf("%s: %d of %d green, want %d; %d found, want %d; %d false alarms", test.what, green, pairs, test.green, red, test.red, alarms)
			}
		})
	}
}
