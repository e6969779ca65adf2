package profiler

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A CPU is the CPU profile of the measured part.
type CPU struct {
	Seconds   float64    `json:"seconds"`   // of CPU time in the profile
	Samples   int64      `json:"samples"`   // number of samples in the profile
	Profiled  float64    `json:"profiled"`  // ns per entity while profiling
	Plain     float64    `json:"plain"`     // ns per entity without profiling, in the same process
	Functions []Function `json:"functions"` // by Self, largest first
	Causes    []Share    `json:"causes"`    // by Seconds, largest first
	Folded    []Stack    `json:"folded"`    // by Frames, in alphabetical order

	profile *profile.Profile
}

// Overhead returns the share by which profiling slowed the case. It is the difference of two
// noisy times, and may be negative.
func (c *CPU) Overhead() float64 { return c.Profiled/c.Plain - 1 }

// share formats a part of the CPU time with its 95% interval, which few samples make wide.
func (c *CPU) share(seconds float64) string {
	if c.Seconds <= 0 {
		return "unknown"
	}
	n, p := float64(c.Samples), seconds/c.Seconds
	lo, hi := statistics.Proportion(p*n, n)
	return fmt.Sprintf("%.0f%% [%.0f%%, %.0f%%]", 100*p, 100*lo, 100*hi)
}

// seenCPU is the raw CPU profile of the worker.
type seenCPU struct {
	Profile  []byte  `json:"profile"`
	Profiled float64 `json:"profiled"`
	Plain    float64 `json:"plain"`
}

const (
	cpuSlice = 200 * time.Millisecond // of continuous profiling, or less to have the pairs
	pairs    = 5                      // number of slices that also run without profiling
	patience = 4                      // times the profiled time, for busy machines,
	setUp    = 10 * time.Second       // plus this, for the set-up of worlds between slices
)

// SampleOperations profiles the measured part of a case for a duration and verifies the
// work. The worker runs [Serve], in any program.
func SampleOperations(ctx context.Context, worker measure.Process, r measure.Request, lasting, timeout time.Duration) (*profile.Profile, error) {
	a, err := ask(ctx, worker, request{Case: r, Look: LookCPU, Duration: lasting}, Selection{Timeout: timeout})
	if err != nil {
		return nil, err
	}
	if why := a.Failed + a.Unsupported; why != "" || a.CPU == nil {
		return nil, errors.New(cmp.Or(why, "the worker answered without a profile"))
	}
	return profile.ParseData(a.CPU.Profile)
}

// lookCPU profiles slices of operations. Between slices, while worlds are set up, the
// profiler is off: only the measured part is in the profile.
func lookCPU(r request) (answer, error) {
	var (
		profiles        []*profile.Profile
		plain, profiled []float64     // ns per entity
		total           time.Duration // of CPU time in the profiles
		w               scenarios.Workload
		left, n         int
	)
	slice := min(cpuSlice, r.Duration/pairs)
	for start := time.Now(); total < r.Duration && time.Since(start) < patience*r.Duration+setUp; {
		if left < 2*n+1 || w == nil {
			if w != nil {
				if err := w.Verify(); err != nil {
					return answer{}, err
				}
			}
			var err error
			if w, err = r.Case.Open(); err != nil {
				return answer{}, err
			}
			warm, err := timed(w, 1, nil)
			if err != nil {
				return answer{}, err
			}
			left = w.MaxOperations() - 1
			if n, err = operationsIn(slice, w, warm, &left); err != nil {
				return answer{}, err
			}
		}
		perEntity := float64(n) * float64(w.Entities())
		if len(plain) < pairs {
			elapsed, err := timed(w, n, nil)
			if err != nil {
				return answer{}, err
			}
			left -= n
			plain = append(plain, float64(elapsed)/perEntity)
		}
		var text bytes.Buffer
		elapsed, err := timed(w, n, &text)
		if err != nil {
			return answer{}, err
		}
		left -= n
		profiled = append(profiled, float64(elapsed)/perEntity)
		p, err := profile.ParseData(text.Bytes())
		if err != nil {
			return answer{}, fmt.Errorf("read the CPU profile: %w", err)
		}
		profiles = append(profiles, p)
		for _, s := range p.Sample {
			total += time.Duration(s.Value[1])
		}
	}
	if err := w.Verify(); err != nil {
		return answer{}, err
	}
	merged, err := profile.Merge(profiles)
	if err != nil {
		return answer{}, fmt.Errorf("merge CPU profiles: %w", err)
	}
	var text bytes.Buffer
	if err := merged.Write(&text); err != nil {
		return answer{}, fmt.Errorf("write the CPU profile: %w", err)
	}
	return answer{Visits: w.Entities(), CPU: &seenCPU{
		Profile:  text.Bytes(),
		Profiled: statistics.MedianOf(profiled).Center,
		Plain:    statistics.MedianOf(plain).Center,
	}}, nil
}

// operationsIn estimates the number of operations in a duration, at most half of those left.
// The first operation is cold, so it runs several.
func operationsIn(d time.Duration, w scenarios.Workload, warm time.Duration, left *int) (int, error) {
	n, elapsed := 1, warm
	for elapsed < d/20 && 10*n < *left/4 {
		n *= 10
		var err error
		if elapsed, err = timed(w, n, nil); err != nil {
			return 0, err
		}
		*left -= n
	}
	wanted := float64(n) * float64(d) / float64(max(1, elapsed))
	return max(1, min(int(wanted), *left/2)), nil
}

// timed runs n operations, with the CPU profiler if profileTo is not nil.
func timed(w scenarios.Workload, n int, profileTo *bytes.Buffer) (time.Duration, error) {
	watches := []timing.Watch{timing.Collected{}}
	if profileTo != nil {
		watches = append(watches, sampler{profileTo})
	}
	return timing.Lap(w, n, func() { w.Run(n) }, watches...)
}

// A sampler is the CPU profiler as a watch. It fails only if another profiler runs; then the
// profile is empty and cannot be read.
type sampler struct{ to *bytes.Buffer }

func (s sampler) Begin() { _ = pprof.StartCPUProfile(s.to) }

func (s sampler) End() { pprof.StopCPUProfile() }

// readCPU returns the findings of a profile; plain and profiled are ns for an entity.
func readCPU(p *profile.Profile, plain, profiled float64, of parts) *CPU {
	c := &CPU{Profiled: profiled, Plain: plain, profile: p}
	stacks := stacksOf(p, 1) // sample values are [count, nanoseconds]
	for _, s := range p.Sample {
		c.Samples += s.Value[0]
	}
	causes := make(map[string]float64)
	for i := range stacks {
		s := &stacks[i]
		s.Value /= 1e9
		c.Seconds += s.Value
		causes[cmp.Or(causeOf(s.Frames, of), "the Go runtime")] += s.Value
	}
	c.Folded = fold(stacks)
	c.Functions = flatten(stacks, of)
	c.Causes = sharesOf(causes)
	return c
}
