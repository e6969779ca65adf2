package results_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// What a benchmark prints changes none of its results. A result that it hides is missing, with
// its name.
func TestOutputOfBenchmarksHidesNoResult(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	printed := []string{
		"2024/01/01 10:00:00 starting worker\n", "x", "a b c", "100 items\n", "one\ntwo\n\nthree\n", "took 5 10 ms\n", "worker 7 ", "\r\n", "ok done\n", "Unit x\n", "# note\n", "{\"a\": 1}\n",
	}
	for range 300 {
		var clean, noisy strings.Builder
		for _, out := range []*strings.Builder{&clean, &noisy} {
			out.WriteString("goos: linux\npkg: example.org/m\n")
		}
		for i := range 1 + r.IntN(6) {
			name := fmt.Sprintf("BenchmarkB%d/n=%d-8", i%3, i)
			result := fmt.Sprintf("%8d\t%12.4g ns/op\t%8d B/op\t%8d allocs/op\n", 1+r.IntN(1e9), 1e3*r.Float64(), r.IntN(100), r.IntN(9))
			fmt.Fprintf(&clean, "%s         \t%s", name, result)
			text := ""
			for range r.IntN(4) {
				text += printed[r.IntN(len(printed))]
			}
			if text != "" && !strings.HasSuffix(text, "\n") {
				text += " " // a digit before the result would be one of it
			}
			fmt.Fprintf(&noisy, "%s         \t%s%s", name, text, result)
		}
		want := fixture.Parse(t, clean.String()+"PASS\n", "clean")
		got := fixture.Parse(t, noisy.String()+"PASS\n", "noisy")
		if encoded(got.Cases) != encoded(want.Cases) || len(got.Vanished) > 0 {
			t.Fatalf("of\n%s\nthe results are\n%s", noisy.String(), encoded(got.Cases))
		}
	}
	for _, text := range []string{
		"BenchmarkB-8   \tstarting\nPASS\n", "BenchmarkB-8   \tstarting", "BenchmarkB-8   \tstarting\nBenchmarkC-8 \t 10\t 5 ns/op\n", "BenchmarkB-8 \tv1100\t 5 ns/op\nFAIL\n",
	} {
		got, err := results.Parse(strings.NewReader("pkg: m\n"+text), "lost")
		if err != nil || len(got.Vanished) != 1 || got.Vanished[0].Case != "B-8" || len(got.Damaged) != 1 || !strings.HasPrefix(got.Damaged[0].Error(), "lost:2: BenchmarkB-8 has no result") {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	// go test -v prints names alone first.
	got, err := results.Parse(strings.NewReader("BenchmarkB\nBenchmarkB-8 \t 10\t 5 ns/op\nBenchmarkC\n--- SKIP: BenchmarkC\nPASS\n"), "v")
	if err != nil || len(got.Cases) != 1 || len(got.Vanished) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The direction of the units of package testing and of ecsbench is fixed.
func TestDirectionsOfBuiltInUnitsAreFixed(t *testing.T) {
	for line, wrong := range map[string]bool{
		"Unit ns/op better=higher": true, "Unit sec/op better=higher": true, "Unit MB/s better=lower": true, "Unit B/op better=none": true,
		"Unit ns/op better=lower": false, "Unit MB/s better=higher": false, "Unit ns/op assume=exact": false, "Unit widgets better=higher": false, "Unit p7-ns/x better=higher": false,
	} {
		_, err := results.Parse(strings.NewReader("pkg: m\n"+line+"\nBenchmarkA 1 5 ns/op\n"), "u.txt")
		if (err != nil) != wrong || wrong && !strings.Contains(err.Error(), "u.txt:2: better=") {
			t.Errorf("%s: %v", line, err)
		}
	}
}

func encoded(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Lines of all forms are recognised as a regular expression does.
func TestLinesWithResults(t *testing.T) {
	form := regexp.MustCompile(`^Benchmark\S*\s+[0-9]+\s+(?:[-+.0-9]|NaN|Inf)`)
	parts := []string{"A", "/n=1-8", " ", "\t", "\r", "\n", "\v", "12", "0", "1.5", "-3", "+", ".", "NaN", "Inf", "Na", "ns/op", "\u00a0", "\xff"}
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 200_000 {
		line := "Benchmark"
		for range r.IntN(8) {
			line += parts[r.IntN(len(parts))]
		}
		if want := form.MatchString(line); results.HasResult(line) != want {
			t.Fatalf("%q: %v", line, !want)
		} else if want {
			found++
		}
	}
	if found < 100 {
		t.Errorf("only %d lines have results", found)
	}
}
