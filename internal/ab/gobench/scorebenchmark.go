package gobench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/profiler"
)

// A benchmark is one case of the tests of a package.
type benchmark struct {
	pkg   *pkg
	name  string             // with sub-benchmarks
	calls map[string]float64 // of an operation, by position of the function

	profiled bool
	seconds  float64            // of an operation
	shares   map[string]float64 // of the time, by position of the function, with what it calls
	counted  float64            // instructions of an operation; 0 if unknown
}

// label is how a benchmark is printed.
func (b *benchmark) label() string { return strings.TrimPrefix(b.name, "Benchmark") }

// position identifies a function in coverage.
func (f *ScoredFunction) position() string { return fmt.Sprintf("%s:%d", f.file, f.brace) }

// processLimit is for a process that runs one benchmark.
const processLimit = 2 * time.Minute

// Lengths of the two runs of a benchmark whose coverage is compared.
const short, long = 3, 23

// benchmarks builds the tests of a package with counters, runs each benchmark, and notes
// which functions it calls how often.
func (s *scoring) benchmarks(ctx context.Context, p *pkg, packages []pkg) (list []*benchmark, err error) {
	var paths []string
	for _, p := range packages {
		paths = append(paths, p.ImportPath)
	}
	binary, err := s.build(ctx, p, "-cover", "-covermode=atomic", "-coverpkg="+strings.Join(paths, ","))
	if err != nil {
		return nil, err
	}
	out, err := s.run(ctx, exec.Command(binary, "-test.run=^$", "-test.cpu=1", "-test.bench="+s.Pattern, "-test.benchtime=1x"), p)
	if err != nil && len(out) == 0 {
		return nil, fmt.Errorf("running the benchmarks of %s: %w", p.ImportPath, err)
	}
	for _, line := range timing.FindAllSubmatch(out, -1) {
		b := &benchmark{pkg: p, name: string(line[1]), calls: map[string]float64{}}
		for length, sign := range map[int]float64{short: -1, long: +1} {
			profile := filepath.Join(s.dir, "coverage")
			_, err := s.run(ctx, exec.Command(binary, b.args(length, "-test.coverprofile="+profile)...), p)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				b.calls = nil
				break // it fails or takes too long: it guards nothing
			}
			counts, err := readCoverage(profile)
			if err != nil {
				return nil, err
			}
			for at, n := range counts {
				b.calls[at] += sign * n / (long - short)
			}
		}
		if b.calls != nil {
			list = append(list, b)
		}
	}
	return list, nil
}

// args are those of a test binary that runs a benchmark for so many operations.
func (b *benchmark) args(operations int, more ...string) []string {
	return append(oneBenchmark(b.label(), operations), more...)
}

// timing is a line that a benchmark prints.
var timing = regexp.MustCompile(`(?m)^(Benchmark\S*)\s+\d+\s+([0-9.]+) ns/op`)

// run runs a test binary in the folder of its package and returns what it prints.
func (s *scoring) run(ctx context.Context, cmd *exec.Cmd, p *pkg) ([]byte, error) {
	cmd.Dir = p.Dir
	stdout, stderr, err := child.Run(ctx, cmd, child.Limits{Time: processLimit, Output: 64 << 20})
	if err != nil && len(stderr) > 0 {
		line, _, _ := bytes.Cut(bytes.TrimSpace(stderr), []byte("\n"))
		err = fmt.Errorf("%w (%s)", err, line)
	}
	return stdout, err
}

// build builds the tests of a package and returns the path of the binary.
func (s *scoring) build(ctx context.Context, p *pkg, flags ...string) (string, error) {
	s.built++
	binary := filepath.Join(s.dir, fmt.Sprintf("%d.test", s.built))
	args := append([]string{"test", "-c", "-vet=off", "-trimpath", "-buildvcs=false", "-o", binary}, flags...)
	if _, err := child.Go(ctx, ".", s.dir, append(args, p.ImportPath)...); err != nil {
		return "", fmt.Errorf("building the tests of %s: %w", p.ImportPath, err)
	}
	return binary, nil
}

// readCoverage returns how often the first block of each line was executed.
func readCoverage(path string) (map[string]float64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading coverage: %w", err)
	}
	defer file.Close()
	counts, columns := map[string]float64{}, map[string]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		at := strings.LastIndexByte(lines.Text(), ':')
		var line, column, lastLine, lastColumn, statements int
		var n float64
		if _, err := fmt.Sscanf(lines.Text()[at+1:], "%d.%d,%d.%d %d %f", &line, &column, &lastLine, &lastColumn, &statements, &n); at < 0 || err != nil {
			continue // the mode
		}
		position := fmt.Sprintf("%s:%d", lines.Text()[:at], line)
		if before, known := columns[position]; !known || column < before {
			counts[position], columns[position] = n, column
		}
	}
	return counts, nil
}

// profileTime is how long a benchmark is sampled, some hundred samples.
const profileTime = time.Second

// profile samples a benchmark, once.
func (s *scoring) profile(ctx context.Context, b *benchmark) error {
	if b.profiled {
		return nil
	}
	b.profiled = true
	binary, err := s.plain(ctx, b.pkg)
	if err != nil {
		return err
	}
	path := filepath.Join(s.dir, "profile")
	args := append(b.args(1), "-test.benchtime="+profileTime.String(), "-test.cpuprofile="+path)
	out, err := s.run(ctx, exec.Command(binary, args...), b.pkg)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	line := timing.FindSubmatch(out)
	if err != nil || line == nil {
		return nil // nothing is known of it
	}
	ns, _ := strconv.ParseFloat(string(line[2]), 64)
	b.seconds = ns / 1e9
	p, err := readProfile(path)
	if err != nil {
		return err
	}
	b.shares = shares(p, s.functions)
	return nil
}

// shares of the time of a benchmark that is spent in each function and what it calls.
func shares(p *profile.Profile, functions []ScoredFunction) map[string]float64 {
	byFile := map[string][]*ScoredFunction{}
	for i := range functions {
		f := &functions[i]
		byFile[f.file] = append(byFile[f.file], f)
	}
	total, spent := 0.0, map[string]float64{}
	for _, sample := range p.Sample {
		within, inside := false, map[string]bool{}
		for _, location := range sample.Location {
			for _, line := range location.Line {
				if line.Function == nil {
					continue
				}
				within = within || line.Function.Name == "testing.(*B).runN"
				for _, f := range byFile[line.Function.Filename] {
					if f.Where.Line <= int(line.Line) && int(line.Line) <= f.last {
						inside[f.position()] = true
					}
				}
			}
		}
		if !within {
			continue
		}
		value := float64(sample.Value[len(sample.Value)-1])
		total += value
		for at := range inside {
			spent[at] += value
		}
	}
	for at := range spent {
		spent[at] /= total
	}
	return spent
}

// scoredTime outweighs what the run-time adds to a count.
const scoredTime = 5 * time.Millisecond

// count returns the instructions of an operation in a binary.
func (s *scoring) count(ctx context.Context, b *benchmark, binary string) (float64, error) {
	operations := max(10, int(scoredTime.Seconds()/max(1e-9, b.seconds)))
	counts, err := profiler.Lengths(func(ctx context.Context, operations int) (*profiler.CachegrindCounts, error) {
		dir, err := os.MkdirTemp(s.dir, "counts-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		cmd := exec.Command(s.valgrind, slices.Concat(profiler.CachegrindArguments(dir), []string{binary}, b.args(operations))...)
		cmd.Env = append(os.Environ(), profiler.DeterministicEnvironment...)
		if _, err := s.run(ctx, cmd, b.pkg); err != nil {
			return nil, fmt.Errorf("under valgrind: %w", err)
		}
		return profiler.ReadCachegrind(dir)
	})(ctx, operations)
	if err != nil {
		return 0, err
	}
	if counts.Total.Instructions <= 0 {
		return 0, errors.New("its operations cost less than start-up varies by")
	}
	return float64(counts.Total.Instructions) / float64(operations), nil
}

// plain is the binary of a package without a change, built once.
func (s *scoring) plain(ctx context.Context, p *pkg) (string, error) {
	if binary := s.binaries[p.ImportPath]; binary != "" {
		return binary, nil
	}
	binary, err := s.build(ctx, p)
	if err == nil {
		s.binaries[p.ImportPath] = binary
	}
	return binary, err
}

// calling lists the benchmarks that call a function.
func (s *scoring) calling(f *ScoredFunction) (list []*benchmark) {
	for _, b := range s.cases {
		if b.calls[f.position()] > 0 {
			list = append(list, b)
		}
	}
	return list
}
