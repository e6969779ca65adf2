package measure

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scenarios"
)

// A Request tells a worker what to measure.
type Request struct {
	Profile    profiles.Profile `json:"profile"`
	Scenario   string           `json:"scenario"`
	Impl       string           `json:"impl"`
	Entities   int              `json:"entities"`
	Components int              `json:"components"`
	Seed       uint64           `json:"seed"`
	MinTime    time.Duration    `json:"minTime"`
}

// An Answer is what a worker measured, or why it could not.
type Answer struct {
	Iterations  int             `json:"iterations,omitempty"`
	Values      []results.Value `json:"values,omitempty"`
	Failed      string          `json:"failed,omitempty"`
	Unsupported string          `json:"unsupported,omitempty"`
}

// Work takes one sample of a case in this process.
func Work(r Request) (answer Answer) {
	failed, unsupported := Attempt(func() (err error) {
		answer, err = work(r)
		return err
	})
	if failed != "" || unsupported != "" {
		return Answer{Failed: failed, Unsupported: unsupported}
	}
	return answer
}

// Attempt works, and tells in words what went wrong, or what is asked that the
// implementation cannot do. A panic has gone wrong too.
func Attempt(work func() error) (failed, unsupported string) {
	defer func() {
		if p := recover(); p != nil {
			failed, unsupported = fmt.Sprintf("panic: %v (%s)", p, panicSite(debug.Stack())), ""
		}
	}()
	err := work()
	if u := (*impls.Unsupported)(nil); errors.As(err, &u) {
		return "", u.Reason
	} else if err != nil {
		return err.Error(), ""
	}
	return "", ""
}

// panicSite returns the function that panicked, from a stack trace.
func panicSite(stack []byte) string {
	_, after, _ := strings.Cut(string(stack), "\npanic(")
	lines := strings.Split(after, "\n")
	if len(lines) < 3 {
		return "at an unknown place"
	}
	return "in " + strings.TrimSpace(lines[2])
}

// Open sets the case up in this process.
func (r Request) Open() (scenarios.Workload, error) {
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return nil, err
	}
	return r.OpenWith(impl.Open)
}

// OpenWith is [Request.Open] with worlds of another making, such as those of
// the implementation with something around them that watches.
func (r Request) OpenWith(openWorld func(impls.Config) (impls.World, error)) (scenarios.Workload, error) {
	scenario, err := scenarios.Find(r.Scenario)
	if err != nil {
		return nil, err
	}
	impl, err := registry.Find(r.Impl)
	if err != nil {
		return nil, err
	}
	workload, err := scenario.Open(scenarios.Case{
		Profile:    r.Profile,
		Entities:   r.Entities,
		Components: r.Components,
		Seed:       r.Seed,
		Options:    scenario.Values,
		OpenWorld:  openWorld,
	})
	if err != nil {
		return nil, err
	}
	if impl.Role == impls.Null {
		return unverified{workload}, nil
	}
	return workload, nil
}

// unverified is the workload of the implementation that does nothing.
type unverified struct{ scenarios.Workload }

func (unverified) Verify() error { return nil }

func work(r Request) (Answer, error) {
	workload, err := r.Open()
	if err != nil {
		return Answer{}, err
	}
	t, err := measure(workload, r.MinTime)
	if err != nil {
		return Answer{}, err
	}
	if err := workload.Verify(); err != nil {
		return Answer{}, err
	}
	operations := float64(t.operations)
	entities := operations * float64(workload.Entities())
	seconds := t.elapsed.Seconds()
	return Answer{
		Iterations: t.operations,
		Values: []results.Value{
			{Value: seconds * 1e9 / operations, Unit: "ns/op"},
			{Value: seconds * 1e9 / entities, Unit: "ns/entity"},
			{Value: entities / seconds, Unit: "entities/s"},
			{Value: float64(t.bytes) / operations, Unit: "B/op"},
			{Value: float64(t.allocs) / operations, Unit: "allocs/op"},
		},
	}, nil
}

// A timing is the timed part of a sample.
type timing struct {
	operations    int
	elapsed       time.Duration
	bytes, allocs uint64
}

// measure warms up with one operation and then times as many as fill minTime,
// trying again with more while the time falls short of it.
func measure(w scenarios.Workload, minTime time.Duration) (timing, error) {
	warm, err := timeOperations(w, 1)
	if err != nil {
		return timing{}, err
	}
	left := w.MaxOperations() - 1
	estimate := warm
	for {
		n := operationsFor(minTime, estimate)
		n = max(1, min(n, left/2)) // leaves as many for another attempt
		t, err := timeOperations(w, n)
		if err != nil {
			return timing{}, err
		}
		left -= n
		if t.elapsed >= minTime || left < 2*n {
			return t, nil
		}
		estimate = t
	}
}

// operationsFor returns how many operations take 1.2 times the least time.
func operationsFor(minTime time.Duration, seen timing) int {
	perOperation := max(1, float64(seen.elapsed)) / float64(seen.operations)
	n := 1.2 * float64(minTime) / perOperation
	return int(min(n, 100*float64(seen.operations))) + 1 // a cold first operation says little
}

// timeOperations prepares n operations, collects garbage, and times them.
// Reading the memory statistics stops the world; it is kept out of the timed
// part.
func timeOperations(w scenarios.Workload, n int) (timing, error) {
	if err := w.Prepare(n); err != nil {
		return timing{}, err
	}
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	w.Run(n)
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	return timing{
		operations: n,
		elapsed:    elapsed,
		bytes:      after.TotalAlloc - before.TotalAlloc,
		allocs:     after.Mallocs - before.Mallocs,
	}, nil
}
