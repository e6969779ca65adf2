// Package measuretest carries sessions out without measuring, for tests of what
// becomes of their samples.
package measuretest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// Run carries a session out with made-up samples, each case always alike. It is
// interrupted after so many, which is no error; less than 0 for never.
func Run(ctx context.Context, s *measure.Session, samples int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	_, _, err := s.Run(ctx, &dummy{samples, stop}, nobody{}, nil)
	if interrupted := (*results.InterruptedError)(nil); samples >= 0 && errors.As(err, &interrupted) {
		return nil
	}
	return err
}

type dummy struct {
	left int
	stop func()
}

func (d *dummy) Measure(ctx context.Context, r measure.Request, _ time.Duration) (measure.Answer, error) {
	if d.left == 0 {
		d.stop()
		return measure.Answer{}, ctx.Err()
	}
	d.left--
	h := fnv.New32a()
	fmt.Fprint(h, r.Scenario, r.Impl, r.At)
	switch h.Sum32() % 20 {
	case 0:
		return measure.Answer{Failed: "it panicked"}, nil
	case 1:
		return measure.Answer{Unsupported: "it cannot do that"}, nil
	}
	return measure.Answer{Iterations: 7, Values: []results.Value{{Value: float64(h.Sum32()), Unit: "ns/op"}}}, nil
}

type nobody struct{}

func (nobody) Sampled(measure.Progress)           {}
func (nobody) Excepted(string, results.Exception) {}

// Content is what a file says of each case, in an order of its own.
func Content(f *results.File) (list []string) {
	for _, c := range f.Cases {
		list = append(list, fmt.Sprint(c.Name, c.Config, c.Values))
	}
	for _, e := range slices.Concat(f.Failed, f.Unsupported) {
		list = append(list, fmt.Sprint(e))
	}
	slices.Sort(list)
	return list
}
