package gobench

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
)

// A scoring injects slowdowns into functions of the working tree's programs.
type scoring struct {
	*Source
	ScoreOptions
	budget     *engine.Budget
	counted    bool // by valgrind
	meter      *ab.Meter
	functions  []ScoredFunction
	benchmarks []*benchmark
	covered    map[string]binary // by import path
	uncovered  string            // the first benchmark without coverage, and why
}

// A benchmark is one case, and its use of the functions.
type benchmark struct {
	ab.CaseID
	calls map[string]float64 // per operation, by position of the function

	profiled     bool
	unprofiled   error              // why it has no profile
	seconds      float64            // of an operation
	shares       map[string]float64 // of the time, including callees, by position of the function
	instructions float64            // of an operation; 0 if unknown
}

// processLimit limits a process that runs one benchmark.
const processLimit = 2 * time.Minute

// Lengths of the two runs whose coverage is compared.
const shortRun, longRun = 3, 23

// load lists the exported functions of the packages, and builds the tests of each package
// with counters.
func (s *scoring) load(ctx context.Context) error {
	packages, err := s.listPackages(ctx, ab.Head)
	if err != nil {
		return s.shorten(err)
	}
	builds := func(path string) bool {
		return !slices.ContainsFunc(s.broken, func(f ab.FailedCase) bool { return f.Case.Group == path })
	}
	packages = lists.Filter(packages, func(p goPackage) bool { return builds(p.ImportPath) })
	s.packages = lists.Filter(s.packages, builds)
	var paths []string
	for _, p := range packages {
		found, err := p.exported(s.module(ab.Head))
		if err != nil {
			return err
		}
		s.functions, paths = append(s.functions, found...), append(paths, p.ImportPath)
	}
	if len(s.functions) == 0 {
		return fmt.Errorf("no exported functions in %s: name packages that others can import", strings.Join(s.patterns(), " "))
	}
	s.covered = map[string]binary{}
	for i, p := range s.packages {
		if s.covered[p], err = s.program(ctx, p, fmt.Sprintf("covered-%d.test", i), "-cover", "-covermode=atomic", "-coverpkg="+strings.Join(paths, ",")); err != nil {
			return err
		}
	}
	return nil
}

// program builds the tests of a package.
func (s *Source) program(ctx context.Context, importPath, output string, flags ...string) (b binary, err error) {
	if _, err := s.link(ctx, ab.Head, importPath, output, flags...); err != nil {
		return b, fmt.Errorf("building the tests of %s: %w", importPath, s.shorten(err))
	}
	path := filepath.Join(s.root, output)
	return binary{ProgramCopy: &ProgramCopy{Path: path, Whole: path, side: ab.Head}, dir: s.binaries[importPath][ab.Head].dir}, nil
}

// add records how often a benchmark calls each function. If that fails, any function without
// another benchmark may be called by it.
func (s *scoring) add(ctx context.Context, c ab.CaseID) error {
	b := &benchmark{CaseID: c, calls: map[string]float64{}}
	for length, sign := range map[int]float64{shortRun: -1, longRun: +1} {
		file := filepath.Join(s.root, "coverage")
		_, err := s.bench(ctx, s.covered[c.Group], processLimit, 0, length, append(oneBenchmark(c.Name, length), "-test.coverprofile="+file)...)
		if err != nil {
			s.uncovered = cmp.Or(s.uncovered, fmt.Sprintf("the coverage of %s: %v", c.Name, err))
			return ctx.Err()
		}
		counts, err := readCoverage(file)
		if err != nil {
			return err
		}
		for at, n := range counts {
			b.calls[at] += sign * n / (longRun - shortRun)
		}
	}
	s.benchmarks = append(s.benchmarks, b)
	return nil
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
			continue // the line with the mode
		}
		position := fmt.Sprintf("%s:%d", lines.Text()[:at], line)
		if before, known := columns[position]; !known || column < before {
			counts[position], columns[position] = n, column
		}
	}
	return counts, nil
}

// profileTime is the sampled time of a benchmark: some hundred samples.
const profileTime = time.Second

// sample profiles a benchmark once.
func (s *scoring) sample(ctx context.Context, b *benchmark) error {
	if b.profiled {
		return nil
	}
	b.profiled = true
	planned, failed, err := s.meter.Size(ctx, []ab.CaseID{b.CaseID}, nil)
	if err != nil {
		return err
	}
	if len(planned) == 0 {
		b.unprofiled = errors.New("its time is unknown")
		if len(failed) > 0 {
			b.unprofiled = errors.New(failed[0].Reason)
		}
		return nil
	}
	b.seconds = max(1e-9, planned[0].PerOp)
	p, _, err := s.profile(ctx, b.CaseID, ab.Head, max(1, int(profileTime.Seconds()/b.seconds)), "-test.cpuprofile=")
	if err != nil {
		b.unprofiled = err
		return ctx.Err()
	}
	b.shares = shares(p, s.functions)
	return nil
}

// shares returns each function's share of the time of a benchmark, including callees.
func shares(p *profile.Profile, functions []ScoredFunction) map[string]float64 {
	byFile := map[string][]*ScoredFunction{}
	for i := range functions {
		f := &functions[i]
		byFile[f.file] = append(byFile[f.file], f)
	}
	total, spent := 0.0, map[string]float64{}
	for _, sample := range p.Sample {
		within, inside := false, map[string]bool{}
		for line := range instructions.LinesOf(sample) {
			within = within || line.Function.Name == "testing.(*B).runN"
			for _, f := range byFile[line.Function.Filename] {
				if f.Where.Line <= int(line.Line) && int(line.Line) <= f.to {
					inside[f.position()] = true
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

// scoredTime outweighs the additions of the runtime to a count.
const scoredTime = 5 * time.Millisecond

// count returns the instructions of an operation in a program.
func (s *scoring) count(ctx context.Context, b *benchmark, program binary) (float64, error) {
	operations := max(10, int(scoredTime.Seconds()/b.seconds))
	counts, err := instructions.Lengths(func(ctx context.Context, operations int) (*instructions.Counts, error) {
		return s.process(ctx, program, b.Name, operations)
	})(ctx, operations)
	if err != nil {
		return 0, err
	}
	if counts.Total.Instructions <= 0 {
		return 0, errors.New("its operations cost less than the variation of start-up")
	}
	return float64(counts.Total.Instructions) / float64(operations), nil
}
