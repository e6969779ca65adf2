// Verdicts compares what two builds of ecsbench conclude from the same files: a
// change of structure must not change a status or a figure.
//
//	go run -C scripts ./verdicts OLD NEW
//
// OLD and NEW are the programs. Both judge all pairs of result files below testdata
// folders of the project, and generated pairs: equal sides, small and large
// changes, few and many samples, outliers, and drift. The differences are printed,
// and the exit code is 1 if there are any.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// results matches a line of a result file.
var results = regexp.MustCompile(`(?m)^Benchmark\S+\s+\d+\s+[\d.]+ `)

func main() {
	pairs := flag.Int("pairs", 200, "generated pairs of files")
	seed := flag.Uint64("seed", 1, "seed of the generated pairs")
	flag.Parse()
	program.Main("verdicts", func(dir string) bool {
		if flag.NArg() != 2 {
			program.Check(errors.New("want two programs: go run -C scripts ./verdicts OLD NEW"))
		}
		files := existing()
		judged, different := 0, 0
		judge := func(what, a, b string) {
			judged++
			old, now := verdictOf(flag.Arg(0), a, b), verdictOf(flag.Arg(1), a, b)
			if difference := old.differs(now); difference != "" {
				different++
				fmt.Printf("%s: %s\n", what, difference)
			}
		}
		for i, a := range files {
			for _, b := range files[i:] {
				judge(a+" "+b, a, b)
			}
		}
		for i := range *pairs {
			a, b, what := generate(dir, i, rand.New(rand.NewPCG(*seed, uint64(i))))
			judge(fmt.Sprintf("generated %d (%s)", i, what), a, b)
		}
		fmt.Printf("%d pairs, %d judged differently\n", judged, different)
		return different == 0
	})
}

// existing returns the result files of the tests.
func existing() (files []string) {
	program.Check(filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, "testdata") {
			return err
		}
		if text := program.Must(os.ReadFile(path)); results.MatchString(string(text)) {
			files = append(files, path)
		}
		return nil
	}))
	return files
}

// A verdict is what the gate decides about two files.
type verdict struct {
	code        int
	Outcome     string
	Cases       int
	Regressions int
	Comparisons []struct {
		Case, Unit, Status string
		Old, New           float64
		Ratio, Low, High   *float64
	}
}

func verdictOf(ecsbench, old, now string) (v verdict) {
	cmd := exec.Command(ecsbench, "gate", old, now, "--format", "json")
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		program.Check(err)
	}
	v.code = cmd.ProcessState.ExitCode()
	if len(out) > 0 {
		program.Check(json.Unmarshal(out, &v))
	}
	return v
}

// differs describes the first difference between two verdicts, "" if there is none.
func (v verdict) differs(w verdict) string {
	if v.code != w.code || v.Outcome != w.Outcome || v.Cases != w.Cases || v.Regressions != w.Regressions {
		return fmt.Sprintf("exit code %d, %s, %d of %d cases became exit code %d, %s, %d of %d", v.code, v.Outcome, v.Regressions, v.Cases, w.code, w.Outcome, w.Regressions, w.Cases)
	}
	type key struct{ name, unit string }
	known := make(map[key]int)
	for i, c := range v.Comparisons {
		known[key{c.Case, c.Unit}] = i
	}
	if len(v.Comparisons) != len(w.Comparisons) {
		return fmt.Sprintf("%d comparisons became %d", len(v.Comparisons), len(w.Comparisons))
	}
	for _, c := range w.Comparisons {
		i, ok := known[key{c.Case, c.Unit}]
		if !ok {
			return fmt.Sprintf("%s in %s is new", c.Case, c.Unit)
		}
		if o := v.Comparisons[i]; o.Status != c.Status || !equal(&o.Old, &c.Old) || !equal(&o.New, &c.New) || !equal(o.Ratio, c.Ratio) || !equal(o.Low, c.Low) || !equal(o.High, c.High) {
			return fmt.Sprintf("%s in %s: %q %g -> %g became %q %g -> %g", c.Case, c.Unit, o.Status, o.Old, o.New, c.Status, c.Old, c.New)
		}
	}
	return ""
}

func equal(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= 1e-9*math.Abs(*a)
}

// generate writes a pair of files and describes it.
func generate(dir string, i int, rng *rand.Rand) (old, now, what string) {
	samples, noise := 5+rng.IntN(20), []float64{0.001, 0.01, 0.05}[rng.IntN(3)]
	change, drift := []float64{1, 1, 1.02, 1.1, 1.5, 0.8}[rng.IntN(6)], []float64{1, 1, 1.03}[rng.IntN(3)]
	outliers := []float64{0, 0.1}[rng.IntN(2)]
	cases := 2 + rng.IntN(30)
	side := func(name string, factor func(int) float64) string {
		var b strings.Builder
		b.WriteString("goos: linux\ngoarch: amd64\ncpu: Imaginary 3000\n")
		for range samples {
			for c := range cases {
				t := 100 * float64(1+c) * factor(c) * math.Exp(noise*rng.NormFloat64())
				if rng.Float64() < outliers {
					t *= 1.5
				}
				fmt.Fprintf(&b, "BenchmarkCase%d-2 1000 %.4g ns/op %d B/op %d allocs/op\n", c, t, 16*c, c)
			}
		}
		path := filepath.Join(dir, fmt.Sprintf("%d-%s.txt", i, name))
		program.Check(os.WriteFile(path, []byte(b.String()), 0o666))
		return path
	}
	old = side("old", func(int) float64 { return 1 })
	now = side("new", func(c int) float64 {
		if c%5 == 0 {
			return change * drift
		}
		return drift
	})
	return old, now, fmt.Sprintf("%d cases, %d samples, noise %g, change %g, drift %g, outliers %g", cases, samples, noise, change, drift, outliers)
}
