package profiler

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/outdir"
)

// countInside runs a worker inside cachegrind and returns what it counted.
func countInside(ctx context.Context, v Valgrind, worker measure.Process, q request, plan Plan, options ...string) (*CachegrindCounts, answer, error) {
	scratch, err := outdir.NewScratch("cachegrind")
	if err != nil {
		return nil, answer{}, err
	}
	defer scratch.Remove()
	dir := scratch.Path
	inside := measure.Process{
		Program: v.Path,
		Args:    append(append(CachegrindArguments(dir, options...), worker.Program), worker.Args...),
		Env:     slices.Concat(DeterministicEnvironment, worker.Env),
	}
	a, err := ask(ctx, inside, q, plan)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		if a.Failed != "" {
			// The first lines of valgrind are about the caches it found.
			why, _, _ := strings.Cut(a.Failed, ": --")
			a.Failed = "valgrind: " + why
		}
		return nil, a, err
	}
	counts, err := ReadCachegrind(dir)
	if err != nil {
		a.Failed = "valgrind: " + err.Error()
	}
	return counts, a, nil
}

// lookCount prepares operations and runs them on request. The difference is the measured part,
// counted by valgrind from outside. Another look verifies the work, because verification would
// be counted.
func lookCount(r request) (answer, error) {
	runtime.LockOSThread()
	w, err := r.Case.Open()
	if err != nil {
		return answer{}, err
	}
	if err := w.Prepare(r.Operations); err != nil {
		return answer{}, err
	}
	if r.Run {
		w.Run(r.Operations)
	}
	if r.Look == lookVerified {
		err = w.Verify()
	}
	return answer{Visits: w.Entities()}, err
}
