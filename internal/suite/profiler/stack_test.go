package profiler

import (
	"slices"
	"testing"

	"github.com/google/pprof/profile"
)

// Interruptions by the runtime count for the interrupted function.
func TestInterruptionsAreNoWork(t *testing.T) {
	var stack []*profile.Location
	for _, name := range []string{"runtime.asyncPreempt", "example.com/m.work", "example.com/m.Run"} {
		stack = append(stack, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: name}}}})
	}
	got := stacksOf(&profile.Profile{Sample: []*profile.Sample{{Location: stack, Value: []int64{3}}}}, 0)
	if len(got) != 1 || got[0].Value != 3 || !slices.Equal(got[0].Frames, []string{"m.Run", "m.work"}) {
		t.Errorf("got %+v", got)
	}
}
