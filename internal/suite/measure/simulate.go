package measure

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/results"
)

// Simulate executes a session with made-up, reproducible samples. It interrupts the
// session after so many samples; never if less than 0.
func Simulate(ctx context.Context, s *Recording, samples int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	_, _, err := s.Run(ctx, &simulator{samples, stop}, nobody{})
	if interrupted := (*results.InterruptedError)(nil); samples >= 0 && errors.As(err, &interrupted) {
		return nil
	}
	return err
}

type simulator struct {
	left int
	stop func()
}

func (d *simulator) Measure(ctx context.Context, r Request, _ time.Duration) (Answer, error) {
	if d.left == 0 {
		d.stop()
		return Answer{}, ctx.Err()
	}
	d.left--
	h := fnv.New32a()
	fmt.Fprint(h, r.Scenario, r.Impl, r.At)
	switch h.Sum32() % 20 {
	case 0:
		return Answer{Failed: "it panicked"}, nil
	case 1:
		return Answer{Unsupported: "it cannot do that"}, nil
	}
	return Answer{Iterations: 7, Values: []results.Value{{Value: float64(h.Sum32()), Unit: "ns/op"}}}, nil
}

type nobody struct{}

func (nobody) Sampled(RunState)                   {}
func (nobody) Excepted(string, results.Exception) {}

// Content lists the samples and exceptions of each case, in a fixed order.
func Content(f *results.File) (list []string) {
	for _, c := range f.Cases {
		list = append(list, fmt.Sprint(c.Name, c.Config))
		for _, unit := range c.Units {
			list = append(list, fmt.Sprint(c.Name, unit, c.In(unit)))
		}
	}
	for _, e := range slices.Concat(f.Failed, f.Unsupported) {
		list = append(list, fmt.Sprint(e))
	}
	slices.Sort(list)
	return list
}
