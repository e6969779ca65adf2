package gate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A case of OLD without a result in NEW is listed once: as failed if its benchmark failed in its
// package, else as vanished. What another package with the same benchmarks reports does not matter.
func TestEveryMissingCaseIsListedOnce(t *testing.T) {
	packages, names := []string{"p", "q"}, []string{"A", "B/small", "B/large", "C/n=1"}
	rapid.Check(t, func(t *rapid.T) {
		var old, now strings.Builder
		var failed, vanished []string
		for _, pkg := range packages {
			fmt.Fprintf(&old, "pkg: %s\n", pkg)
			fmt.Fprintf(&now, "pkg: %s\n", pkg)
			broken := false
			for _, name := range names {
				const line = "Benchmark%s-2 1000 5 ns/op\n"
				fmt.Fprintf(&old, line, name)
				top, _, _ := strings.Cut(name, "/")
				switch rapid.SampledFrom([]string{"measured", "failed", "skipped", "gone", "annotated"}).Draw(t, pkg+name) {
				case "measured":
					fmt.Fprintf(&now, line, name)
				case "failed":
					fmt.Fprintf(&now, "--- FAIL: Benchmark%s\n--- FAIL: Benchmark%s\n", name, top)
					failed, broken = append(failed, pkg+" "+name), true
				case "skipped":
					fmt.Fprintf(&now, "--- SKIP: Benchmark%s\n", name)
					vanished = append(vanished, pkg+" "+name+"-2: skipped by the benchmark")
				case "gone":
					vanished = append(vanished, pkg+" "+name+"-2")
				case "annotated":
					fmt.Fprintf(&now, "# failed {\"case\":\"%s-2\",\"pkg\":%q,\"reason\":\"boom\"}\n", name, pkg)
					failed = append(failed, pkg+" "+name+"-2")
				}
			}
			if broken {
				fmt.Fprintf(&now, "FAIL\t%s\t1s\n", pkg)
			}
		}
		const same = "pkg: r\nBenchmarkSame-2 1000 5 ns/op\n"
		side := func(text string) *gate.Input {
			s, err := gate.ReadInput(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader(text)}, "*")
			fixture.Check(t, err)
			return s
		}
		v, err := gate.Gate(side(old.String()+same), side(now.String()+same), gate.DefaultLimits())
		fixture.Check(t, err)
		var gotFailed, gotVanished []string
		for _, p := range v.Problems {
			switch {
			case p.Outcome == verdict.CaseFailed:
				for _, c := range p.Cases {
					name, _, _ := strings.Cut(c, ":")
					gotFailed = append(gotFailed, name)
				}
			case strings.Contains(p.What, "vanished"):
				gotVanished = p.Cases
			}
		}
		for _, list := range [][]string{failed, vanished, gotFailed, gotVanished} {
			slices.Sort(list)
		}
		if !slices.Equal(gotFailed, failed) || !slices.Equal(gotVanished, vanished) {
			t.Fatalf("failed %q, want %q\nvanished %q, want %q\n%s", gotFailed, failed, gotVanished, vanished, now.String())
		}
	})
}
