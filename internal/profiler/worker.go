package profiler

import (
	"fmt"
	"io"
	"time"

	"github.com/ecsbench/ecsbench/internal/measure"
)

// A request is sent to a profiling worker.
type request struct {
	Case       measure.Request `json:"case"`
	Look       Look            `json:"look"`
	Duration   time.Duration   `json:"duration,omitempty"`   // of LookCPU: time to profile
	Operations int             `json:"operations,omitempty"` // of lookVerified and lookCounted: to prepare
	Run        bool            `json:"run,omitempty"`        // of these: and to run
}

// An answer is the result of a worker. Profiles have pprof's format.
type answer struct {
	Failed      string      `json:"failed,omitempty"`
	Unsupported string      `json:"unsupported,omitempty"`
	Visits      int         `json:"visits"` // entities that an operation processes
	CPU         *seenCPU    `json:"cpu,omitempty"`
	Memory      *seenMemory `json:"memory,omitempty"`
}

// Serve is the worker: it reads a request, profiles, and writes an answer.
func Serve(in io.Reader, out io.Writer) error {
	return measure.Serve(in, out, func(r request) answer {
		return measure.Attempt(func() (answer, error) { return look(r) }, func(failed, unsupported string) answer {
			return answer{Failed: failed, Unsupported: unsupported}
		})
	})
}

func look(r request) (answer, error) {
	switch r.Look {
	case LookCPU:
		return lookCPU(r)
	case LookMemory:
		return lookMemory(r)
	case lookVerified, lookCounted:
		return lookCount(r)
	}
	return answer{}, fmt.Errorf("worker: look %q is not known", r.Look)
}
