//go:build unix

// Comparespeed shows what "ecsbench compare" costs next to the real benchstat:
// it writes a million result lines in several shapes, has both programs
// compare them in turns, checks that they print the same bytes, and prints
// time and memory of each.
//
//	go run ./scripts/comparespeed [-lines 1000000] [-rounds 3]
//
// It exits with 1 where the outputs differ or ecsbench needs more.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"
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
	dir, err := os.MkdirTemp("", "comparespeed")
	if err != nil {
		fail(err)
	}
	better, err := compareAll(dir, *lines, *rounds)
	os.RemoveAll(dir)
	if err != nil {
		fail(err)
	}
	if !better {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "comparespeed:", err)
	os.Exit(1)
}

func compareAll(dir string, lines, rounds int) (better bool, err error) {
	benchstat, ecsbench := filepath.Join(dir, "benchstat"), filepath.Join(dir, "ecsbench")
	for path, pkg := range map[string]string{
		benchstat: "golang.org/x/perf/cmd/benchstat", ecsbench: "github.com/ecsbench/ecsbench/cmd/ecsbench",
	} {
		if out, err := exec.Command("go", "build", "-o", path, pkg).CombinedOutput(); err != nil {
			return false, fmt.Errorf("building %s: %w\n%s", pkg, err, out)
		}
	}
	better = true
	for _, s := range shapes {
		old, new := filepath.Join(dir, "old.txt"), filepath.Join(dir, "new.txt")
		for i, path := range []string{old, new} {
			if err := s.write(path, lines/2, uint64(i)); err != nil {
				return false, err
			}
		}
		var theirs, ours []cost
		for range rounds {
			t, want, err := run(benchstat, old, new)
			if err != nil {
				return false, err
			}
			o, got, err := run(ecsbench, "compare", old, new)
			if err != nil {
				return false, err
			}
			if !bytes.Equal(got, want) {
				return false, fmt.Errorf("%s: the outputs differ", s.name)
			}
			theirs, ours = append(theirs, t), append(ours, o)
		}
		t, o := middle(theirs), middle(ours)
		fmt.Printf("%-30s %d lines, %d bytes of equal output\n  benchstat         %s\n  ecsbench compare  %s\n", s.name, lines, t.output, t, o)
		better = better && o.wall <= t.wall && o.memory <= t.memory
	}
	return better, nil
}

// write makes a file as ecsbench run does, with n lines.
func (s shape) write(path string, n int, seed uint64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
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
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// A cost is what a process needed.
type cost struct {
	wall, cpu time.Duration
	memory    int64 // bytes resident at most
	output    int
}

func (c cost) String() string {
	return fmt.Sprintf("%6.2f s  %6.2f s of CPU  %5d MB", c.wall.Seconds(), c.cpu.Seconds(), c.memory>>20)
}

func run(program string, args ...string) (cost, []byte, error) {
	var out bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return cost{}, nil, fmt.Errorf("%s: %w", program, err)
	}
	wall := time.Since(start)
	memory := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" { // which counts bytes; others KiB
		memory <<= 10
	}
	return cost{
		wall: wall, cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
		memory: memory, output: out.Len(),
	}, out.Bytes(), nil
}

// middle returns the cost with the median wall time.
func middle(cs []cost) cost {
	slices.SortFunc(cs, func(a, b cost) int { return int(a.wall - b.wall) })
	return cs[len(cs)/2]
}
