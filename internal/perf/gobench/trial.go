package gobench

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// Shuffle implements [ab.Source].
func (s *Source) Shuffle(ctx context.Context, cases []ab.CaseID, rng *rand.Rand) error {
	if s.built {
		return fmt.Errorf("built binaries cannot be linked anew: %w", errors.ErrUnsupported)
	}
	packages := lists.Map(cases, func(c ab.CaseID) string { return c.Group })
	slices.Sort(packages)
	for _, p := range slices.Compact(packages) {
		err := s.relink(ctx, rng, func(side ab.Side, flags []string) error {
			code, err := s.link(ctx, side, p, side.String()+".test", flags...)
			if err == nil {
				s.binaries[p][side].Code = code
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("the tests of %s: %w", p, s.shorten(err))
		}
	}
	return nil
}

// Run implements [ab.Source].
func (s *Source) Run(ctx context.Context, t ab.Trial) ([]ab.Block, error) {
	b, err := s.binary(t.Case.Group, t.Side)
	if err != nil {
		return nil, err
	}
	steps, operations := 0.0, t.Operations
	switch {
	case t.Side != ab.Injected:
	case s.built:
		if operations, err = moreOperations(t); err != nil {
			return nil, err
		}
	default:
		steps = t.Extra / s.step
	}
	procs := cmp.Or(t.Procs, s.procsOf(t.Side))
	if len(t.Process) > 0 {
		b.usage = &child.Usage{CountCalls: slices.Contains(t.Process, results.UnitSyscall)}
	}
	run := func(operations int) ([]byte, error) {
		return s.bench(ctx, b, 0, steps, operations, "-test.cpu="+strconv.Itoa(procs), "-test.bench="+verdict.Exactly(t.Case.Name),
			"-test.count="+strconv.Itoa(t.Blocks))
	}
	calls := 0.0 // system calls per operation
	if b.usage != nil && b.usage.CountCalls {
		// Two lengths, so that start and end of the process and of each block cancel out.
		var counts [2]float64
		for i, length := range []int{operations, 2 * operations} {
			if _, err := run(length); err != nil {
				return nil, err
			}
			counts[i] = float64(b.usage.SystemCalls)
		}
		calls = max(0, counts[1]-counts[0]) / float64(operations*t.Blocks)
	}
	out, err := run(operations)
	if err != nil {
		return nil, err
	}
	printed, _, _, err := parse(out, procs)
	if err != nil {
		return nil, err
	}
	blocks := make([]ab.Block, 0, t.Blocks)
	for _, r := range printed {
		if r.name == t.Case.Name {
			if v, ok := r.values[secPerOp]; ok {
				r.values[secPerOp] = v * float64(operations) / float64(t.Operations)
			}
			s.noise(t.Side, r.values)
			if b.usage != nil {
				r.values.AddUsage(t, calls, b.usage.CPU.Seconds())
			}
			blocks = append(blocks, r.values)
		}
	}
	if len(blocks) != t.Blocks {
		return nil, fmt.Errorf("printed %d results instead of %d%s", len(blocks), t.Blocks, hint(out))
	}
	return blocks, nil
}

// secPerOp is the unit that injected work changes.
const secPerOp = "sec/op"

// oneBenchmark returns the arguments of a test binary that runs a benchmark on one processor.
func oneBenchmark(name string, operations int) []string {
	return []string{"-test.run=^$", "-test.cpu=1", "-test.bench=" + verdict.Exactly(name), "-test.benchtime=" + strconv.Itoa(operations) + "x"}
}

// maxOutput exceeds the output of a benchmark in blocks of some milliseconds.
const maxOutput = 16 << 20

// bench runs benchmarks of a test binary for a number of operations and returns its standard
// output, even with an error, which contains the reason. each limits the time of the process,
// unless it is 0.
func (s *Source) bench(ctx context.Context, b binary, each time.Duration, steps float64, operations int, args ...string) ([]byte, error) {
	benchtime := "-test.benchtime=" + strconv.Itoa(operations) + "x"
	stdout, stderr, err := s.execute(ctx, b, each, steps, append([]string{benchtime}, args...)...)
	if err != nil {
		return stdout, err
	}
	// Package testing signals the end of a benchmark to its main goroutine before a panic
	// in it has ended the process: main may print a result and exit with 0 before the panic
	// is printed.
	if line := panicLine(stderr); line != "" {
		return stdout, errors.New(line)
	}
	if !cameToItsEnd(stdout) {
		return stdout, fmt.Errorf("the process ended with exit code 0 before its benchmarks did: something calls os.Exit%s", hint(stdout, stderr))
	}
	printed, _, _, err := parse(stdout, s.procsOf(b.side))
	if err != nil {
		return stdout, err
	}
	for _, r := range printed {
		_, timed := r.values[secPerOp] // a call that panicked has no time, nor has a benchmark that suppresses it
		if r.operations == 0 || !timed && r.operations != operations {
			return stdout, fmt.Errorf("%s panicked, but its process ended with exit code 0 before the panic was printed", r.name)
		}
		if !timed && operations == 1 { // only with more operations the result of a panic has another number of them
			_, err := s.bench(ctx, b, each, steps, 2, args...)
			return stdout, err
		}
	}
	return stdout, nil
}

// cameToItsEnd reports whether package testing printed PASS.
func cameToItsEnd(stdout []byte) bool {
	for line := range bytes.Lines(stdout) {
		// The last output of a benchmark may have no line end.
		if bytes.HasSuffix(bytes.TrimSpace(line), []byte("PASS")) {
			return true
		}
	}
	return false
}

// execute runs a test binary and returns its output. The error of a failure contains the
// line with the reason.
func (s *Source) execute(ctx context.Context, b binary, each time.Duration, steps float64, args ...string) (stdout, stderr []byte, err error) {
	// With -test.v every result is printed in one piece, after the output of the benchmark.
	args = append([]string{"-test.run=^$", "-test.v", "-test.benchmem", "-test.cpu=" + strconv.Itoa(s.procsOf(b.side))}, args...)
	cmd := exec.Command(b.Path, args...)
	cmd.Dir = b.dir
	// Always set, with a value of constant length: see the package comment.
	cmd.Env = append(s.environment(b.side), fmt.Sprintf("%s=%020.6f", slowdownVariable, steps), fmt.Sprintf("%s=%t", processVariable, b.usage != nil))
	stdout, stderr, err = child.Run(ctx, cmd, child.Limits{Time: each, Output: maxOutput, Usage: b.usage})
	switch {
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case errors.Is(err, child.ErrTime):
		err = fmt.Errorf("its first call was %w; if it needs more time, use a larger --budget", err)
	case errors.As(err, new(*exec.ExitError)):
		err = fmt.Errorf("%w%s", err, hint(stdout, stderr))
	}
	return stdout, stderr, err
}

// panicLine returns the first line of a crash.
func panicLine(stderr []byte) string {
	for line := range bytes.Lines(stderr) {
		if bytes.HasPrefix(line, []byte("panic: ")) || bytes.HasPrefix(line, []byte("fatal error: ")) {
			return string(bytes.TrimSpace(line))
		}
	}
	return ""
}

// headLine matches what go test prints before the benchmarks of a package.
var headLine = display.Pattern(`^(goos|goarch|pkg|cpu): `)

// hint finds the line with the reason of a failure.
func hint(streams ...[]byte) string {
	fallback := ""
	for _, text := range streams {
		logged := "" // the last message of the benchmark, which -test.v prints before its failure
		lines := strings.Split(string(text), "\n")
		for i, raw := range lines {
			line := strings.TrimSpace(raw)
			switch {
			case strings.HasPrefix(line, "panic:"), strings.HasPrefix(line, "fatal error:"):
				return ": " + line
			case strings.HasPrefix(line, "--- FAIL:"):
				return ": " + line + message(cmp.Or(logged, lastLogged(lines[i+1:])))
			case strings.HasPrefix(line, "Benchmark"):
				logged = ""
				continue
			case logLine().MatchString(raw):
				logged = line
			}
			if line != "" && line != "PASS" && line != "FAIL" && !strings.HasPrefix(line, "===") && !headLine().MatchString(line) {
				fallback = ": " + line
			}
		}
	}
	return fallback
}

// logLine is a line of b.Log, b.Error or b.Fatal: its file, line and message.
var logLine = display.Pattern(`^ {4,}\S+\.go:\d+: `)

// lastLogged returns the last message of the failure that these lines follow. Without -test.v
// the messages come after it.
func lastLogged(lines []string) (logged string) {
	for _, line := range lines {
		if !strings.HasPrefix(line, "    ") {
			break
		}
		if logLine().MatchString(line) {
			logged = strings.TrimSpace(line)
		}
	}
	return logged
}

// longestMessage is enough for a reason; result files limit their lines.
const longestMessage = 300

// message appends a logged message to a reason, shortened.
func message(logged string) string {
	if logged == "" {
		return ""
	}
	return ": " + display.Cut(logged, longestMessage)
}

// A result is one benchmark line of a test binary.
type result struct {
	name       string // without the number of processors
	operations int
	values     ab.Block
}

// parse reads the output of a test binary; lines that are no results are skipped.
func parse(out []byte, procs int) (results []result, r *benchfmt.Reader, config map[string]string, err error) {
	r = benchfmt.NewReader(bytes.NewReader(shortLines(out)), "output")
	config = map[string]string{}
	for r.Scan() {
		rec, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		values := ab.Block{}
		for _, v := range rec.Values {
			values[v.Unit] = v.Value
		}
		for _, c := range rec.Config {
			config[c.Key] = string(c.Value)
		}
		results = append(results, result{ab.CaseNamed("", rec.Name.String(), procs).Name, rec.Iters, values})
	}
	if err := r.Err(); err != nil {
		return nil, nil, nil, fmt.Errorf("reading results: %w", err)
	}
	return results, r, config, nil
}

// shortLines drops lines that are too long for results. Benchmarks may print anything.
func shortLines(out []byte) (short []byte) {
	for line := range bytes.Lines(out) {
		if len(line) < bufio.MaxScanTokenSize {
			short = append(short, line...)
		}
	}
	return short
}

// learn stores printed unit metadata and configuration lines.
func (s *Source) learn(side ab.Side, r *benchfmt.Reader, config map[string]string) {
	if s.units == nil {
		s.units = benchfmt.UnitMetadataMap{}
	}
	maps.Copy(s.units, r.Units())
	if s.header[side] == nil {
		s.header[side] = config
	}
}

// Better implements [ab.Source].
func (s *Source) Better(unit string) int {
	return results.Direction(s.units, unit)
}

// Header implements [ab.Source].
func (s *Source) Header(side ab.Side) (lines [][2]string) {
	from := ab.Base
	if side == ab.Head {
		from = ab.Head
	}
	for _, key := range []string{"goos", "goarch", "cpu"} {
		if v := s.header[from][key]; v != "" {
			lines = append(lines, [2]string{key, v})
		}
	}
	return lines
}

// Procs implements [ab.Source].
func (s *Source) Procs() int { return s.procs }

// procsOf is the number of processors of a side, which its variant may set.
func (s *Source) procsOf(side ab.Side) int {
	value, _ := s.setups[s.of(side)].Value("GOMAXPROCS")
	n, _ := strconv.Atoi(value)
	return cmp.Or(max(0, n), s.procs)
}
