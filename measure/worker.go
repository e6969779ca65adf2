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
	function, _, _ := strings.Cut(strings.TrimSpace(lines[2]), "(0x")
	return "in " + function
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
			// Whole numbers, as package testing has them: the run-time itself
			// allocates a little now and then.
			{Value: float64(t.bytes / uint64(t.operations)), Unit: "B/op"},
			{Value: float64(t.allocs / uint64(t.operations)), Unit: "allocs/op"},
		},
	}, nil
}

// A timing is the timed part of a sample.
type timing struct {
	operations    int
	elapsed       time.Duration
	bytes, allocs uint64
}

// measure warms up and then times as many operations as fill minTime, trying
// again with more while the time falls short of it.
func measure(w scenarios.Workload, minTime time.Duration) (timing, error) {
	start := time.Now()
	share, err := w.Warm()
	if err != nil {
		return timing{}, err
	}
	perOperation := float64(time.Since(start)) / share
	left := w.MaxOperations() - 1
	for atMost := 100; ; atMost *= 100 { // a cold first operation says little
		n := min(atMost, 1+int(1.2*float64(minTime)/max(1, perOperation)))
		n = max(1, min(n, left/2)) // leaves as many for another attempt
		t, err := timeOperations(w, n)
		if err != nil {
			return timing{}, err
		}
		left -= n
		if t.elapsed >= minTime || left < 2*n {
			return t, nil
		}
		perOperation = float64(t.elapsed) / float64(n)
	}
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
