// Package hand times programs written by hand in the way in which generated programs
// are timed, so that a program can be compared with its world file.
package hand

import (
	"encoding/json"
	"io"
	"runtime"
	"time"

	"github.com/ecsbench/ecsbench/internal/world/drive"
)

// Play reads a [drive.Spec] and writes a [drive.Result] with the times of as many
// frames.
func Play(in io.Reader, out io.Writer, frame func() error) error {
	var spec drive.Spec
	if err := json.NewDecoder(in).Decode(&spec); err != nil {
		return err
	}
	runtime.LockOSThread()
	for range spec.Warmup {
		if err := frame(); err != nil {
			return err
		}
	}
	runtime.GC()
	result := drive.Result{Frames: make([]int64, 0, spec.Frames)}
	for range spec.Frames {
		var err error
		result.Frames = append(result.Frames, drive.Time(func() time.Duration {
			start := time.Now()
			err = frame()
			return time.Since(start)
		}))
		if err != nil {
			return err
		}
	}
	return json.NewEncoder(out).Encode(result)
}
