package compare_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/compare"
	"github.com/ecsbench/ecsbench/results"
)

// Thresholds lie between 0 and 1, and what cannot be parsed is told by its flag, in one line.
func TestOptionsThatCannotBeMeant(t *testing.T) {
	for _, test := range []struct {
		change func(*compare.Options)
		want   string // how the error begins; "" for none
	}{
		{func(*compare.Options) {}, ""},
		{func(o *compare.Options) { o.Alpha, o.Confidence = 0, 0 }, ""},
		{func(o *compare.Options) { o.Alpha, o.Confidence = 1, 1 }, ""},
		{func(o *compare.Options) { o.Alpha = -0.1 }, "--alpha -0.1: "},
		{func(o *compare.Options) { o.Alpha = 1.1 }, "--alpha 1.1: "},
		{func(o *compare.Options) { o.Alpha = math.NaN() }, "--alpha NaN: "},
		{func(o *compare.Options) { o.Confidence = -0.1 }, "--confidence -0.1: "},
		{func(o *compare.Options) { o.Confidence = 1.1 }, "--confidence 1.1: "},
		{func(o *compare.Options) { o.Confidence = math.NaN() }, "--confidence NaN: "},
		{func(o *compare.Options) { o.Filter = "(" }, "--filter"},
		{func(o *compare.Options) { o.Filter = ".name:x a:" }, `--filter ".name:x a:": syntax error: expected key:value at character 9; see https://`},
		{func(o *compare.Options) { o.Table = "," }, "--table"},
		{func(o *compare.Options) { o.Row = "," }, "--row"},
		{func(o *compare.Options) { o.Col = "," }, "--col"},
		{func(o *compare.Options) { o.Ignore = "," }, "--ignore"},
	} {
		o := compare.DefaultOptions()
		test.change(&o)
		_, err := compare.Read(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader("BenchmarkA 1 1 ns/op\n")}, o)
		if (err == nil) != (test.want == "") || err != nil && (!strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%+v: %v, want %q", o, err, test.want)
		}
	}
}
