package drive

import (
	"encoding/json"
	"io"
	"runtime"
	"time"
)

// PlayByHand times the frames of a hand-written program like those of generated programs. It
// reads a [Spec] and writes a [Result].
func PlayByHand(in io.Reader, out io.Writer, frame func() error) error {
	var spec Spec
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
	result := Result{Frames: make([]int64, 0, spec.Frames)}
	for range spec.Frames {
		var err error
		result.Frames = append(result.Frames, Time(func() time.Duration {
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
