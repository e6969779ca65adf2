package gobench

import (
	"testing"

	"github.com/google/pprof/profile"
)

// TestWhatIsInterruptedWasExecuting: the run-time's interruption is in no line of
// its own, however busy the machine.
func TestWhatIsInterruptedWasExecuting(t *testing.T) {
	at := func(names ...string) *profile.Location {
		l := &profile.Location{}
		for i, name := range names {
			l.Line = append(l.Line, profile.Line{Function: &profile.Function{Name: name}, Line: int64(10 + i)})
		}
		return l
	}
	for _, test := range []struct {
		stack []*profile.Location
		want  string
	}{
		{[]*profile.Location{at("m.work"), at("m.Benchmark")}, "m.work"},
		{[]*profile.Location{at("m.inlined", "m.work"), at("m.Benchmark")}, "m.inlined"},
		{[]*profile.Location{at("runtime.asyncPreempt"), at("m.inlined", "m.work")}, "m.inlined"},
		{[]*profile.Location{at("runtime.asyncPreempt2"), at("runtime.asyncPreempt"), at("m.work")}, "m.work"},
		{[]*profile.Location{{}, at("m.work")}, "m.work"},
		{nil, ""},
		{[]*profile.Location{at("runtime.asyncPreempt")}, ""},
	} {
		got, known := executing(&profile.Sample{Location: test.stack})
		if known != (test.want != "") || known && got.Function.Name != test.want {
			t.Errorf("of %v the line of %+v was executing, want %s", test.stack, got.Function, test.want)
		}
	}
}
