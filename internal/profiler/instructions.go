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

// NewInstructions returns a Measurer that counts with processes like counter;
// its other end is [Serve]. The error tells what to install.
func NewInstructions(ctx context.Context, timer measure.Measurer, counter measure.Process) (Instructions, error) {
	v, err := FindValgrind(ctx)
	return Instructions{Time: timer, counter: counter, valgrind: v}, err
}

// Measure is measure.Measurer. Each process may take as long as the timeout.
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

// CountOperations counts what so many operations of a case execute, by function and
// by line: what a process that does them executes beyond one that only prepares them.
// They are verified before. The counter is a process whose other end is [Serve], of any
// program.
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
