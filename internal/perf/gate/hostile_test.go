package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
)

// hostileSide uses hostile names everywhere.
func hostileSide(slower float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# env {\"cpu\":%q,\"go\":\"\\u001b[31m %v\",\"cpus\":2}\n", "![x](y)", slower)
	for i, w := range fixture.HostileWords {
		fmt.Fprintf(&b, "pkg: %s\ngoos: %s %v\n", w, w, slower)
		for round := range 6 {
			fmt.Fprintf(&b, "Benchmark%s/impl=%s-2 1 %v ns/op 7 %s\n", w, w, (1000+float64(10*i+round))*slower, w)
		}
		fmt.Fprintf(&b, "# failed {\"case\":\"Failed%d\",\"reason\":\"\\u001b]8;;x\\u0007\\n::error::x\\n![](http://evil.example)\"}\n", i)
		fmt.Fprintf(&b, "--- FAIL: Benchmark%s\npanic: %s\nFAIL\t%s\n", w, w, w)
		if slower == 1 {
			fmt.Fprintf(&b, "BenchmarkGone%s 1 1 ns/op\n", w)
		} else {
			fmt.Fprintf(&b, "BenchmarkNew%s 1 1 ns/op\n", w)
		}
	}
	return b.String()
}

func TestHostileNamesAreText(t *testing.T) {
	o := gate.DefaultLimits()
	v := gated(t, o, hostileSide(1), hostileSide(2))
	if len(v.Comparisons) < len(fixture.HostileWords) || len(v.Problems) < 3 {
		t.Fatalf("%d comparisons, problems %v", len(v.Comparisons), v.Problems)
	}
	check := map[string]func(testing.TB, string){
		"text": fixture.CheckText, "all": fixture.CheckText, "markdown": fixture.CheckMarkdown, "json": fixture.CheckEncoded, "junit": fixture.CheckEncoded,
		"github": func(t testing.TB, out string) {
			for line := range strings.Lines(out) {
				command, ok := strings.CutPrefix(line, "::")
				if !ok {
					t.Errorf("no command: %q", line)
				}
				fixture.CheckText(t, command)
			}
		},
	}
	for name, write := range writers {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			fixture.Check(t, write(v, &out))
			check[name](t, out.String())
		})
	}
}
