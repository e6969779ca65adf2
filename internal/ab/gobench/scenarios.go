package gobench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/profiler"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/internal/variant"
)

// A ScenarioConfig is the two revisions and the cases to measure.
type ScenarioConfig struct {
	Dir        string             // a folder of ecsbench's repository; "" for the current one
	Base, Head string             // revisions, "." for the working tree, or paths of built programs
	Variants   [2]variant.Variant // of base and head
	Plan       measure.Plan
	Worker     string      // the argument that makes the program a worker of trials
	Profiler   string      // the argument that makes it a worker for counts and profiles
	Equal      bool        // builds both sides even if all their files are the same
	Progress   ab.Progress // of building; may be nil
}

// A Scenarios is a pair of programs.
type Scenarios struct {
	programPair
	config ScenarioConfig
	cases  map[string]measure.Case // by name
}

// OpenScenarios makes both programs. Close must be called.
func OpenScenarios(ctx context.Context, c ScenarioConfig) (_ *Scenarios, err error) {
	cases, err := c.Plan.Cases()
	if err != nil {
		return nil, err
	}
	p, err := newPair(ctx, c.Variants)
	if err != nil {
		return nil, err
	}
	s := &Scenarios{
		programPair: programPair{pair: p, name: "ecsbench", extra: timing.SpinStepTime, header: measure.Config(c.Plan.Profile, measure.Environment())},
		config:      c, cases: map[string]measure.Case{},
	}
	defer closeAfter(&err, s)
	for _, k := range cases {
		s.cases[caseOf(k).Name] = k
	}
	if err := s.find(ctx); err != nil || s.same {
		return s, err
	}
	if err := s.findLinker(ctx, [2]string{cmp.Or(c.Dir, "."), cmp.Or(c.Dir, ".")}); err != nil {
		return nil, err
	}
	begun := time.Now()
	for side, name := range []string{c.Base, c.Head} {
		if !isProgram(name) && c.Progress != nil {
			c.Progress("building", side, 2, time.Duration(2-side)*time.Since(begun))
		}
		code, err := s.program(ctx, ab.Side(side), name)
		if err != nil {
			return nil, err
		}
		if err := s.add(ab.Side(side), code); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// find finds the revisions of both sides, and reports whether they are the same.
func (s *Scenarios) find(ctx context.Context) error {
	revisions := true
	for side, name := range []string{s.config.Base, s.config.Head} {
		if isProgram(name) {
			revisions = false
		} else if err := s.resolve(ctx, ab.Side(side), s.config.Dir, name); err != nil {
			return err
		}
	}
	if !revisions || s.config.Equal || s.varied() {
		return nil
	}
	if _, err := os.Stat(filepath.Join(s.repo.Top, "cmd", "ecsbench")); err != nil {
		return nil // program reports it
	}
	changed, err := s.repo.Differences(ctx, s.revisions[ab.Base], s.revisions[ab.Head])
	s.same = err == nil && len(changed) == 0
	return err
}

// program builds a revision, or reads a built one.
func (s *Scenarios) program(ctx context.Context, side ab.Side, name string) (code []byte, err error) {
	if isProgram(name) {
		s.built, s.labels[side] = true, name
		if v := s.setups[side].Variant; v.Builds() {
			return nil, builtError(v, side)
		}
		return os.ReadFile(name)
	}
	files, v := s.folder(side), s.revisions[side]
	if err := v.Export(ctx, files); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(files, "cmd", "ecsbench")); err != nil {
		return nil, fmt.Errorf("%s is no revision of ecsbench, whose scenarios would be measured; for the benchmarks of another module use --bench", v)
	}
	if code, err = s.build(ctx, side, builtScenarios, s.linkFlags(side)...); err != nil {
		return nil, fmt.Errorf("building ecsbench at %s: %w", v, err)
	}
	s.Trees[side] = NewSourceTree(files, host.ModuleOf(files))
	return code, nil
}

// builtScenarios is the file of base's program and later of head's: the go command does not link
// an equal one again.
const builtScenarios = "built.program"

// build builds the program of a side from its exported files to the file output.
func (s *Scenarios) build(ctx context.Context, side ab.Side, output string, flags ...string) ([]byte, error) {
	output = filepath.Join(s.root, output)
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", output}, flags...)
	if _, err := s.goIn(side, s.folder(side)).Run(ctx, append(args, "./cmd/ecsbench")...); err != nil {
		return nil, err
	}
	return os.ReadFile(output)
}

// Shuffle implements [ab.Source]: one program has all cases.
func (s *Scenarios) Shuffle(ctx context.Context, _ []ab.Case, rng *rand.Rand) error {
	if s.built {
		return fmt.Errorf("built programs cannot be linked anew: %w", errors.ErrUnsupported)
	}
	return s.relink(ctx, rng, func(side ab.Side, flags []string) error {
		code, err := s.build(ctx, side, side.String()+".program", flags...)
		if err == nil {
			s.programs[side].Code = code
		}
		return err
	})
}

// caseOf returns the name of a case in result files, without the number of processors, which the
// recorder adds.
func caseOf(k measure.Case) ab.Case { return ab.CaseNamed("", k.Name, runtime.GOMAXPROCS(0)) }

// Inventory implements [ab.Source].
func (s *Scenarios) Inventory(ctx context.Context, each time.Duration) (*ab.Inventory, error) {
	inv := &ab.Inventory{}
	cases, err := s.config.Plan.Cases()
	if err != nil {
		return nil, err
	}
	for _, k := range cases {
		c := caseOf(k)
		var lacks [2]string
		failed := false
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			answer, err := s.ask(ctx, ab.Trial{Case: c, Side: side, Operations: 1, Blocks: 1}, min(each, s.config.Plan.Timeout))
			if err != nil {
				return nil, err
			}
			lacks[side] = answer.Unsupported + answer.Unknown
			if answer.Failed != "" {
				failed = true
				inv.Failed = append(inv.Failed, ab.Failure{Case: c, Side: side.String(), Reason: answer.Failed})
			}
		}
		switch {
		case failed || lacks[ab.Base] != "" && lacks[ab.Head] != "":
		case lacks[ab.Base] != "":
			inv.HeadOnly = append(inv.HeadOnly, c)
		case lacks[ab.Head] != "":
			inv.BaseOnly = append(inv.BaseOnly, c)
		default:
			inv.Common = append(inv.Common, c)
		}
	}
	return inv, nil
}

// ask runs a worker with a time limit.
func (s *Scenarios) ask(ctx context.Context, t ab.Trial, limit time.Duration) (answer measure.TrialAnswer, err error) {
	k := s.cases[t.Case.Name]
	r := measure.TrialRequest{Request: k.Request, Operations: t.Operations, Blocks: t.Blocks}
	if t.Side == ab.Injected {
		r.Steps = t.Extra / s.perExtra
	}
	p := measure.Process{Program: s.programs[t.Side].Path, Args: []string{s.config.Worker}, Environment: s.environment(t.Side)}
	failed, err := p.Ask(ctx, r, &answer, limit)
	if strings.Contains(failed, "unknown command") {
		failed = fmt.Sprintf("%s is older than `ecsbench ab` and cannot take part", t.Side)
	}
	if failed != "" {
		answer = measure.TrialAnswer{Failed: failed}
	}
	return answer, err
}

// Run implements [ab.Source].
func (s *Scenarios) Run(ctx context.Context, t ab.Trial) ([]ab.Block, error) {
	answer, err := s.ask(ctx, t, s.config.Plan.Timeout)
	if err != nil {
		return nil, err
	}
	if reason := answer.Failed + answer.Unsupported + answer.Unknown; reason != "" {
		return nil, errors.New(reason)
	}
	if len(answer.Blocks) != t.Blocks {
		return nil, fmt.Errorf("returned %d blocks instead of %d", len(answer.Blocks), t.Blocks)
	}
	blocks := make([]ab.Block, len(answer.Blocks))
	for i, values := range answer.Blocks {
		blocks[i] = ab.Block{}
		for _, v := range values {
			value, unit := benchunit.Tidy(v.Value, v.Unit)
			blocks[i][unit] = value
		}
	}
	return blocks, nil
}

// Count implements [ab.Counter].
func (s *Scenarios) Count(ctx context.Context, c ab.Case, side ab.Side, operations int) (*instructions.Counts, error) {
	if side > ab.Head {
		return nil, fmt.Errorf("%s is not counted", side)
	}
	if err := s.countable(); err != nil {
		return nil, err
	}
	v, err := instructions.FindValgrind(ctx)
	if err != nil {
		return nil, err
	}
	counter := measure.Process{Program: s.programs[side].Whole, Args: []string{s.config.Profiler}, Environment: s.environment(side)}
	counts, err := profiler.CountOperations(ctx, v, counter, s.cases[c.Name].Request, operations, s.config.Plan.Timeout)
	if err != nil {
		return nil, err
	}
	counts.Lines = s.Trees[side].BySource(counts.Lines)
	return counts, nil
}

// Sample implements [ab.Sampler].
func (s *Scenarios) Sample(ctx context.Context, c ab.Case, side ab.Side, _ int, lasting time.Duration) (map[instructions.SourceLine]int64, time.Duration, error) {
	worker := measure.Process{Program: s.programs[side].Path, Args: []string{s.config.Profiler}, Environment: s.environment(side)}
	p, err := profiler.SampleOperations(ctx, worker, s.cases[c.Name].Request, lasting, s.config.Plan.Timeout)
	if err != nil {
		return nil, 0, err
	}
	lines, period := s.Trees[side].Samples(p)
	return lines, period, nil
}
