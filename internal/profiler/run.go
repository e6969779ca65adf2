package profiler

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// Run takes the looks of a plan, each in a process started like worker. report is called before
// each. Failures of workers are in the findings; an error means that profiling is impossible,
// or is a [results.InterruptedError].
func Run(ctx context.Context, plan Plan, worker measure.Process, report func(what string)) (*Findings, error) {
	subjects, err := plan.subjects()
	if err != nil {
		return nil, err
	}
	f := &Findings{Format: Format, Start: time.Now().Round(time.Second), Plan: plan, Environment: measure.Environment(), Subjects: subjects}
	for _, s := range subjects {
		for _, l := range plan.Looks {
			if s.Unsupported != "" {
				break
			}
			report(fmt.Sprintf("%s: %s", s.Impl, l))
			if err := s.take(ctx, plan, worker, l); err != nil {
				if ctx.Err() != nil {
					err = &results.InterruptedError{}
				}
				return nil, err
			}
		}
	}
	return f, nil
}

func (s *Subject) take(ctx context.Context, plan Plan, worker measure.Process, l Look) error {
	q := request{Case: s.request, Look: l, Duration: plan.Duration, Operations: plan.Operations}
	var a answer
	var err error
	if l == LookCache {
		s.Cache, a, err = s.takeCachegrind(ctx, plan, worker)
	} else {
		a, err = ask(ctx, worker, q, plan)
	}
	if err != nil {
		return err
	}
	if a.Unsupported != "" {
		s.Unsupported = a.Unsupported
		return nil
	}
	if a.Failed != "" {
		s.Failed = append(s.Failed, fmt.Sprintf("%s: %s", l, a.Failed))
		return nil
	}
	s.Visits = a.Visits
	if a.Memory != nil {
		s.Memory = readMemory(a.Memory, s.parts)
	}
	if a.CPU != nil {
		p, err := profile.ParseData(a.CPU.Profile)
		if err != nil {
			return fmt.Errorf("read the CPU profile: %w", err)
		}
		s.CPU = readCPU(p, a.CPU.Plain, a.CPU.Profiled, s.parts)
	}
	return nil
}

// ask sends one request to a fresh process.
func ask(ctx context.Context, worker measure.Process, q request, plan Plan) (answer, error) {
	var a answer
	failed, err := worker.Ask(ctx, q, &a, plan.Timeout)
	if failed != "" {
		a.Failed = failed
	}
	return a, err
}

// Failures lists all failures.
func (f *Findings) Failures() []string {
	var list []string
	for _, s := range f.Subjects {
		for _, why := range s.Failed {
			list = append(list, s.Impl+": "+why)
		}
	}
	return slices.Clip(list)
}
