package cmd

import (
	"io"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
)

// Arguments with which the program starts itself: for each sample of run, each look of profile
// and each trial of ab.
const (
	workerVerb        = "worker"
	profileWorkerVerb = "profile-worker"
	trialWorkerVerb   = "trial-worker"
)

// workers serve these processes. They are not commands, because building all commands would
// slow the start of a worker.
var workers = map[string]func(in io.Reader, out io.Writer) error{
	workerVerb:        func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.Work) },
	profileWorkerVerb: profiler.Serve,
	trialWorkerVerb:   func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.WorkTrial) },
}
