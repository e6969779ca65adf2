package cmd

import (
	"io"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/internal/profiler"
)

// The arguments by which the program starts itself: for each sample of run, each look
// of profile and each trial of ab.
const (
	workerVerb        = "worker"
	profileWorkerVerb = "profile-worker"
	trialWorkerVerb   = "trial-worker"
)

// workers are the other ends of these processes. They are no commands: to build all of
// these would take a good part of the time in which a worker starts.
var workers = map[string]func(in io.Reader, out io.Writer) error{
	workerVerb:        func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.Work) },
	profileWorkerVerb: profiler.Serve,
	trialWorkerVerb:   func(in io.Reader, out io.Writer) error { return measure.Serve(in, out, measure.WorkTrial) },
}
