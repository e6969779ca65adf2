package profiler

import (
	"context"
	"errors"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// Instructions takes samples of time and of executed instructions, in separate processes.
//
// Instructions are nearly free of noise: they do not depend on the load of the machine, and
// vary by less than 0.5% with Go's randomly seeded maps. They do not include the cost of an
// instruction: cache misses, mispredicted branches, dependencies, vector width. They exclude
// the kernel and the garbage collector, which is off during counting. A change that trades
// instructions for misses looks better than it is, and vice versa.
type Instructions struct {
	Time     measure.Measurer
	counter  measure.Process
	valgrind Valgrind
}

// NewInstructions returns a Measurer that counts in processes like counter, which run
// [Serve]. The error names the missing tool.
func NewInstructions(ctx context.Context, timer measure.Measurer, counter measure.Process) (Instructions, error) {
	v, err := FindValgrind(ctx)
	return Instructions{Time: timer, counter: counter, valgrind: v}, err
}

// Measure implements measure.Measurer. The timeout applies to each process.
func (i Instructions) Measure(ctx context.Context, r measure.Request, timeout time.Duration) (measure.Answer, error) {
	sample, err := i.Time.Measure(ctx, r, timeout)
	if err != nil || sample.Failed != "" || sample.Unsupported != "" {
		return sample, err
	}
	cost, a, err := withAndWithout(ctx, i.valgrind, i.counter, r, Plan{Timeout: timeout}, countInstructions)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		return measure.Answer{Failed: a.Failed, Unsupported: a.Unsupported}, err
	}
	perOperation := float64(cost.Total.Instructions) / float64(cost.operations)
	sample.Values = append(sample.Values,
		results.Value{Value: perOperation, Unit: measure.UnitInstructions},
		results.Value{Value: perOperation / float64(max(1, a.Visits)), Unit: measure.UnitInstructionsEntity},
	)
	return sample, nil
}

// CountOperations counts the instructions of operations of a case, by function and by
// line: a process that runs them minus one that only prepares them. The work is
// verified first. The counter runs [Serve], in any program.
func CountOperations(ctx context.Context, v Valgrind, counter measure.Process, r measure.Request, operations int, timeout time.Duration) (*CachegrindCounts, error) {
	cost, a, err := withAndWithout(ctx, v, counter, r, Plan{Operations: operations, Timeout: timeout}, countInstructions)
	if err != nil {
		return nil, err
	}
	if why := a.Failed + a.Unsupported; why != "" {
		return nil, errors.New(why)
	}
	return &cost.CachegrindCounts, nil
}
