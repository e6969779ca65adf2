package gate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A case with equal code hashes is not compared; others are.
func TestTheSameCodeIsNotCompared(t *testing.T) {
	file := func(hashOfB string, ns int) *Input {
		text := "# code {\"pkg\":\"m\",\"case\":\"A\",\"hash\":\"1\"}\n# code {\"pkg\":\"m\",\"case\":\"B\",\"hash\":\"" + hashOfB + "\"}\npkg: m\n"
		for i := range 20 {
			text += fmt.Sprintf("BenchmarkA 1 %d ns/op\nBenchmarkB 1 %d ns/op\n", ns+i, ns+i)
		}
		path := filepath.Join(t.TempDir(), "x.txt")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := ReadInput(&results.Files{Paths: []string{path}}, "*")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	v, err := Gate(file("2", 1000), file("3", 2000), DefaultOptions())
	if err != nil || v.Outcome != verdict.Regressed || v.Worse != 1 || v.With(verdict.Regression)[0].Case != "B" || !strings.Contains(fmt.Sprint(v.Notes), "1 case is proved equal") {
		t.Error(v.Headline(), v.Notes, err)
	}
	v, err = Gate(file("2", 1000), file("2", 2000), DefaultOptions())
	if err != nil || v.Outcome != verdict.Pass || !strings.Contains(v.Headline(), "2 cases: all code and data") {
		t.Error(v.Headline(), v.Problems, err)
	}
}
