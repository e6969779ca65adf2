// Comparespeed shows what "ecsbench compare" costs next to the real benchstat:
// it writes a million result lines in several shapes, has both programs
// compare them in turns, checks that they print the same bytes, and prints
// time and memory of each.
//
//	go run -C scripts ./comparespeed [-lines 1000000] [-rounds 3]
//
// It exits with 1 where ecsbench needs more, and with 2 where the outputs differ.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A shape is how a number of lines is shared out.
type shape struct {
	name    string
	samples int // lines per benchmark and file
}

var shapes = []shape{
	{"many benchmarks, few samples", 10},
	{"few benchmarks, many samples", 100},
	{"very many benchmarks", 3},
}

func main() {
	lines := flag.Int("lines", 1_000_000, "result lines in both files together")
	rounds := flag.Int("rounds", 3, "runs of each program")
	flag.Parse()
	program.Main("comparespeed", func(dir string) bool { return compareAll(dir, *lines, *rounds) })
}

func compareAll(dir string, lines, rounds int) (better bool) {
	benchstat := program.Build(dir, "golang.org/x/perf/cmd/benchstat")
	ecsbench := program.Build(dir, program.Ecsbench)
	better = true
	for _, s := range shapes {
		old, new := filepath.Join(dir, "old.txt"), filepath.Join(dir, "new.txt")
		for i, path := range []string{old, new} {
			s.write(path, lines/2, uint64(i))
		}
		var theirs, ours []program.Cost
		output := 0
		for range rounds {
			want, t, err := program.Run(exec.Command(benchstat, old, new))
			program.Check(err)
			got, o, err := program.Run(exec.Command(ecsbench, "compare", old, new))
			program.Check(err)
			if !bytes.Equal(got, want) {
				program.Check(fmt.Errorf("%s: the outputs differ", s.name))
			}
			theirs, ours, output = append(theirs, t), append(ours, o), len(want)
		}
		t, o := middle(theirs), middle(ours)
		fmt.Printf("%-30s %d lines, %d bytes of equal output\n  benchstat         %s\n  ecsbench compare  %s\n", s.name, lines, output, t, o)
		better = better && o.Wall <= t.Wall && o.Memory <= t.Memory
	}
	return better
}

// write makes a file as ecsbench run does, with n lines.
func (s shape) write(path string, n int, seed uint64) {
	f := program.Must(os.Create(path))
	w := bufio.NewWriter(f)
	fmt.Fprint(w, "goos: linux\ngoarch: amd64\ncpu: X\nUnit entities/s better=higher\n")
	rng := rand.New(rand.NewPCG(seed, 1))
	cases := n / s.samples
	for range s.samples {
		for c := range cases {
			ns := 1000 * float64(1+c%997) * math.Exp(0.03*rng.NormFloat64())
			fmt.Fprintf(w, "BenchmarkIterate/impl=i%d/comps=%d/n=%d-2\t%d\t%.1f ns/op\t%.4g ns/entity\t%.4g entities/s\t%d B/op\t%d allocs/op\n",
				c%7, c%5, c, 412, ns, ns/1000, 1e12/ns, c%3*16, c%3)
		}
	}
	program.Check(errors.Join(w.Flush(), f.Close()))
}

// middle returns the cost with the median wall time.
func middle(cs []program.Cost) program.Cost {
	slices.SortFunc(cs, func(a, b program.Cost) int { return int(a.Wall - b.Wall) })
	return cs[len(cs)/2]
}
