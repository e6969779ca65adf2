package world

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"

	"github.com/ecsbench/ecsbench/internal/engine"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/timing"
)

// A ScenarioConfig is the two revisions and the cases to measure.
type ScenarioConfig struct {
	Dir        string           // a folder of ecsbench's repository; "" for the current one
	Base, Head string           // revisions, "." for the working tree, or paths of built programs
	Variants   [2]child.Variant // of base and head
	Plan       measure.Plan
	Worker     string      // the argument that makes the program a worker of trials
	Profiler   string      // the argument that makes it a worker for counts and profiles
	Equal      bool        // builds both sides even if all their files are the same
	Progress   ab.Progress // of building; may be nil
}

// A Scenarios is a pair of ecsbenches, which measure scenarios as workers.
type Scenarios struct {
	*gobench.ProgramPair
	config ScenarioConfig
	cases  map[string]measure.Case // by name
}

// OpenScenarios makes both programs. Close must be called.
func OpenScenarios(ctx context.Context, c ScenarioConfig) (*Scenarios, error) {
	cases, err := c.Plan.Cases()
	if err != nil {
		return nil, err
	}
	s := &Scenarios{config: c, cases: map[string]measure.Case{}}
	for _, k := range cases {
		s.cases[caseOf(k).Name] = k
	}
	s.ProgramPair, err = gobench.NewProgramPair(ctx, gobench.PairConfig{
		Name: "ecsbench", Variants: c.Variants, Unit: timing.SpinStepTime, Header: measure.Config(c.Plan.Profile, measure.Environment()),
	})
	if err != nil {
		return nil, err
	}
	err = s.Build(ctx, gobench.MainPackage{
		Dir: c.Dir, Base: c.Base, Head: c.Head, Package: "cmd/ecsbench", Equal: c.Equal, Progress: c.Progress,
		Lacking: "is no revision of ecsbench, whose scenarios would be measured; for the benchmarks of another module use --bench",
	})
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// caseOf returns the name of a case in result files, without the number of processors, which the
// recorder adds.
func caseOf(k measure.Case) ab.CaseID { return ab.CaseNamed("", k.Name, runtime.GOMAXPROCS(0)) }

// Inventory implements [ab.Source].
func (s *Scenarios) Inventory(ctx context.Context, each time.Duration) (*ab.Inventory, error) {
	inv := &ab.Inventory{}
	cases, err := s.config.Plan.Cases()
	if err != nil {
		return nil, err
	}
	limit := engine.LimitEach(ctx, min(each, s.config.Plan.Timeout))
	for _, k := range cases {
		c := caseOf(k)
		var lacks [2]string
		failed := false
		for _, side := range []ab.Side{ab.Base, ab.Head} {
			answer, err := s.ask(ctx, ab.Trial{Case: c, Side: side, Operations: 1, Blocks: 1}, limit())
			if err != nil {
				return nil, err
			}
			lacks[side] = answer.Unsupported + answer.Unknown
			if answer.Failed != "" {
				failed = true
				inv.Failed = append(inv.Failed, ab.FailedCase{Case: c, Side: side.String(), Reason: answer.Failed})
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
	r := measure.TrialRequest{Request: k.Request, Operations: t.Operations, Blocks: t.Blocks, Steps: s.Units(t)}
	p := measure.Process{Program: s.Program(t.Side).Path, Args: []string{s.config.Worker}, Environment: s.Environment(t.Side)}
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
func (s *Scenarios) Count(ctx context.Context, c ab.CaseID, side ab.Side, operations int) (*instructions.Counts, error) {
	if side > ab.Head {
		return nil, fmt.Errorf("%s is not counted", side)
	}
	if err := s.Countable(); err != nil {
		return nil, err
	}
	v, err := instructions.FindValgrind(ctx)
	if err != nil {
		return nil, err
	}
	counter := measure.Process{Program: s.Program(side).Whole, Args: []string{s.config.Profiler}, Environment: s.Environment(side)}
	counts, err := profiler.CountOperations(ctx, v, counter, s.cases[c.Name].Request, operations, s.config.Plan.Timeout)
	if err != nil {
		return nil, err
	}
	counts.Lines = s.Trees[side].BySource(counts.Lines)
	return counts, nil
}

// Sample implements [ab.Sampler].
func (s *Scenarios) Sample(ctx context.Context, c ab.CaseID, side ab.Side, _ int, lasting time.Duration) (map[instructions.SourceLine]int64, time.Duration, error) {
	worker := measure.Process{Program: s.Program(side).Path, Args: []string{s.config.Profiler}, Environment: s.Environment(side)}
	p, err := profiler.SampleOperations(ctx, worker, s.cases[c.Name].Request, lasting, s.config.Plan.Timeout)
	if err != nil {
		return nil, 0, err
	}
	lines, period := s.Trees[side].Samples(p)
	return lines, period, nil
}
