package report_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// Thresholds lie between 0 and 1. The error of a value that cannot be parsed names its flag, in one line.
func TestOptionsThatCannotBeMeant(t *testing.T) {
	for _, test := range []struct {
		change func(*report.CompareOptions)
		want   string // how the error begins; "" for none
	}{
		{func(*report.CompareOptions) {}, ""},
		{func(o *report.CompareOptions) { o.Alpha, o.Confidence = 0, 0 }, ""},
		{func(o *report.CompareOptions) { o.Alpha, o.Confidence = 1, 1 }, ""},
		{func(o *report.CompareOptions) { o.Alpha = -0.1 }, "--alpha -0.1: "},
		{func(o *report.CompareOptions) { o.Alpha = 1.1 }, "--alpha 1.1: "},
		{func(o *report.CompareOptions) { o.Alpha = math.NaN() }, "--alpha NaN: "},
		{func(o *report.CompareOptions) { o.Confidence = -0.1 }, "--confidence -0.1: "},
		{func(o *report.CompareOptions) { o.Confidence = 1.1 }, "--confidence 1.1: "},
		{func(o *report.CompareOptions) { o.Confidence = math.NaN() }, "--confidence NaN: "},
		{func(o *report.CompareOptions) { o.Filter = "(" }, "--filter"},
		{func(o *report.CompareOptions) { o.Filter = ".name:x a:" }, `--filter ".name:x a:": syntax error: expected key:value at character 9; see https://`},
		{func(o *report.CompareOptions) { o.Table = "," }, "--table"},
		{func(o *report.CompareOptions) { o.Row = "," }, "--row"},
		{func(o *report.CompareOptions) { o.Col = "," }, "--col"},
		{func(o *report.CompareOptions) { o.Ignore = "," }, "--ignore"},
	} {
		o := report.DefaultCompareOptions()
		test.change(&o)
		_, err := report.Compare(&results.Files{Paths: []string{"-"}, Stdin: strings.NewReader("BenchmarkA 1 1 ns/op\n")}, o)
		if (err == nil) != (test.want == "") || err != nil && (!strings.HasPrefix(err.Error(), test.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%+v: %v, want %q", o, err, test.want)
		}
	}
}
