package gate_test

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

var writers = map[string]func(*verdict.Verdict, io.Writer) error{
	"text":     func(v *verdict.Verdict, w io.Writer) error { return v.WriteText(w, verdict.Style{}) },
	"all":      func(v *verdict.Verdict, w io.Writer) error { return v.WriteText(w, verdict.Style{All: true}) },
	"markdown": (*verdict.Verdict).WriteMarkdown,
	"json":     (*verdict.Verdict).WriteJSON,
	"junit":    (*verdict.Verdict).WriteJUnit,
	"github":   (*verdict.Verdict).WriteGitHub,
}

// Outputs of a verdict with all parts.
func TestWriters(t *testing.T) {
	old := newBench(1, 0.01).run(4, 10, 1).line("BenchmarkGone_with|odd*name-2 1 1 ns/op").line("BenchmarkLeak-2 1 0 allocs/op")
	after := newBench(2, 0.01).run(4, 10, 1.25).line("BenchmarkNew-2 1 1 ns/op").line("BenchmarkLeak-2 1 2 allocs/op").
		line(`# failed {"case":"Case9-2","reason":"panic: 100%% of <it>"}`)
	v := gated(t, gate.DefaultLimits(), old.String(), after.String())
	for name, write := range writers {
		var out strings.Builder
		fixture.Check(t, write(v, &out))
		fixture.Golden(t, "verdict."+name, out.String())
		if !strings.Contains(out.String(), "REGRESSION: 2 of 6 cases") {
			t.Errorf("%s does not say the verdict", name)
		}
		switch name {
		case "json":
			if !json.Valid([]byte(out.String())) {
				t.Error("no JSON")
			}
		case "junit":
			if err := xml.Unmarshal([]byte(out.String()), &struct{}{}); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestOptionsCheck(t *testing.T) {
	for _, change := range []func(*gate.Limits){
		func(o *gate.Limits) { o.Alpha = 0 }, func(o *gate.Limits) { o.Alpha = 0.5 }, func(o *gate.Limits) { o.MaxRegression = -1 },
		func(o *gate.Limits) { o.Allow = []verdict.Allowance{"all"} }, func(o *gate.Limits) { o.MaxMDE = -1 },
		func(o *gate.Limits) { o.MaxRegression = math.Inf(1) }, func(o *gate.Limits) { o.MaxRegression = math.NaN() }, func(o *gate.Limits) { o.MaxMDE = math.Inf(1) },
	} {
		o := gate.Limits{Alpha: 0.499, Instructions: true, Allow: verdict.Allowances} // nothing may get worse, and everything has to be seen
		fixture.Check(t, o.Check())
		change(&o)
		if err := o.Check(); err == nil {
			t.Errorf("%+v passes", o)
		}
	}
}
