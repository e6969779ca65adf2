package measure

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/timing"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A TrialRequest asks for a fixed number of operations in several blocks. "ecsbench ab"
// uses it, so that both sides do the same amount of work.
type TrialRequest struct {
	Request
	Operations int     `json:"operations"` // per block
	Blocks     int     `json:"blocks"`
	Steps      float64 `json:"steps,omitempty"` // injected work per operation, see [timing.SpinLoop]
}

// A TrialAnswer holds the values of each block, or the reason without them.
type TrialAnswer struct {
	Blocks      [][]results.Value `json:"blocks,omitempty"`
	Failed      string            `json:"failed,omitempty"`
	Unsupported string            `json:"unsupported,omitempty"`
	Unknown     string            `json:"unknown,omitempty"` // scenario or implementation missing in this program
}

// WorkTrial runs a trial in this process.
func WorkTrial(r TrialRequest) TrialAnswer {
	if _, err := scenarios.Find(r.Scenario); err != nil {
		return TrialAnswer{Unknown: err.Error()}
	}
	if _, err := registry.Find(r.Impl); err != nil {
		return TrialAnswer{Unknown: err.Error()}
	}
	return Attempt(func() (TrialAnswer, error) { return workTrial(r) }, func(failed, unsupported string) TrialAnswer {
		return TrialAnswer{Failed: failed, Unsupported: unsupported}
	})
}

// workTrial verifies each workload before its values count.
func workTrial(r TrialRequest) (answer TrialAnswer, err error) {
	var workload scenarios.Workload
	left := 0
	for range r.Blocks {
		if workload == nil || left < r.Operations {
			if workload != nil {
				if err := workload.Verify(); err != nil {
					return TrialAnswer{}, err
				}
			}
			if workload, err = r.Open(); err != nil {
				return TrialAnswer{}, err
			}
			if m, ok := workload.(scenarios.Measured); ok { // once, without warm-up
				sample, err := weigh(m)
				if err != nil {
					return TrialAnswer{}, err
				}
				answer.Blocks, workload = append(answer.Blocks, sample.Values), nil
				continue
			}
			if _, err := workload.Warm(); err != nil {
				return TrialAnswer{}, err
			}
			left = workload.MaxOperations() - 1
		}
		n := max(1, min(r.Operations, left))
		left -= n
		values, err := timeBlock(workload, n, r.Steps)
		if err != nil {
			return TrialAnswer{}, err
		}
		answer.Blocks = append(answer.Blocks, values)
	}
	if workload != nil {
		err = workload.Verify()
	} else if len(answer.Blocks) == 0 {
		err = fmt.Errorf("no blocks were asked for")
	}
	return answer, err
}

// timeBlock times operations with injected work in the timed part.
func timeBlock(w scenarios.Workload, n int, steps float64) ([]results.Value, error) {
	injected, done := uint64(steps*float64(n)), uint64(1)
	memory := &timing.Memory{}
	core := &timing.Core{Read: timing.ReadCore, Memory: memory}
	elapsed, err := timing.LapWithoutWait(w, n, func() {
		w.Run(n)
		if injected > 0 {
			done = timing.SpinLoop(injected)
		}
	}, timing.Collected{}, core, memory)
	if err != nil {
		return nil, err
	}
	if done == 0 {
		return nil, fmt.Errorf("the injected work was not done")
	}
	values := []results.Value{
		{Value: elapsed.Seconds() * 1e9 / float64(n), Unit: "ns/op"},
		{Value: float64(memory.Bytes / uint64(n)), Unit: "B/op"},
		{Value: float64(memory.Allocs / uint64(n)), Unit: "allocs/op"},
	}
	if core.Clock > 0 {
		values = append(values, results.Value{Value: core.Clock, Unit: results.UnitClock})
	}
	if core.Probe > 0 {
		values = append(values, results.Value{Value: core.Probe, Unit: results.UnitProbe})
	}
	return values, nil
}
