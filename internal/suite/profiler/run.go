package profiler

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/results"
)

// Run takes the looks of a selection, each in a process started like worker. report is called before
// each. Looks that fail are in the findings, with the others; the error is that of the selection, or a
// [results.InterruptedError].
func Run(ctx context.Context, selection Selection, worker measure.Process, report func(what string)) (*Findings, error) {
	subjects, err := selection.subjects()
	if err != nil {
		return nil, err
	}
	f := &Findings{Format: Format, Start: time.Now().Round(time.Second), Selection: selection, Environment: measure.Environment(), Subjects: subjects}
	for _, s := range subjects {
		for _, l := range selection.Looks {
			if s.Unsupported != "" {
				break
			}
			report(fmt.Sprintf("%s: %s", s.Impl, l))
			if err := s.take(ctx, selection, worker, l); err != nil {
				if ctx.Err() != nil {
					return nil, &results.InterruptedError{}
				}
				s.Failed = append(s.Failed, fmt.Sprintf("%s: %v", l, err))
			}
		}
	}
	return f, nil
}

func (s *Subject) take(ctx context.Context, selection Selection, worker measure.Process, l Look) error {
	q := request{Case: s.request, Look: l, Duration: selection.Duration, Operations: selection.Operations}
	var a answer
	var err error
	if l == LookCache {
		s.Cache, a, err = s.takeCachegrind(ctx, selection, worker)
	} else {
		a, err = ask(ctx, worker, q, selection)
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
func ask(ctx context.Context, worker measure.Process, q request, selection Selection) (answer, error) {
	var a answer
	failed, err := worker.Ask(ctx, q, &a, selection.Timeout)
	if failed != "" {
		a.Failed = failed
	}
	return a, err
}

// Looks returns the number of looks that succeeded.
func (f *Findings) Looks() (n int) {
	for _, s := range f.Subjects {
		for _, taken := range []bool{s.CPU != nil, s.Memory != nil, s.Cache != nil} {
			if taken {
				n++
			}
		}
	}
	return n
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

// A request is sent to a profiling worker.
type request struct {
	Case       measure.Request `json:"case"`
	Look       Look            `json:"look"`
	Duration   time.Duration   `json:"duration,omitempty"`   // of LookCPU: time to profile
	Operations int             `json:"operations,omitempty"` // of lookVerified and lookCounted: to prepare
	Run        bool            `json:"run,omitempty"`        // of these: and to run
}

// An answer is the result of a worker. Profiles have pprof's format.
type answer struct {
	Failed      string      `json:"failed,omitempty"`
	Unsupported string      `json:"unsupported,omitempty"`
	Visits      int         `json:"visits"` // entities that an operation processes
	CPU         *seenCPU    `json:"cpu,omitempty"`
	Memory      *seenMemory `json:"memory,omitempty"`
}

// Serve is the worker: it reads a request, profiles, and writes an answer.
func Serve(in io.Reader, out io.Writer) error {
	return measure.Serve(in, out, func(r request) answer {
		return measure.Attempt(func() (answer, error) { return look(r) }, func(failed, unsupported string) answer {
			return answer{Failed: failed, Unsupported: unsupported}
		})
	})
}

func look(r request) (answer, error) {
	switch r.Look {
	case LookCPU:
		return lookCPU(r)
	case LookMemory:
		return lookMemory(r)
	case lookVerified, lookCounted:
		return lookCount(r)
	}
	return answer{}, fmt.Errorf("worker: look %q is not known", r.Look)
}
