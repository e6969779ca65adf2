package compare

import (
	"math"
	"strings"
	"testing"
)

// Thresholds lie between 0 and 1, and what cannot be parsed is told by its flag.
func TestOptionsThatCannotBeMeant(t *testing.T) {
	for _, test := range []struct {
		change func(*Options)
		want   string // how the error begins; "" for none
	}{
		{func(*Options) {}, ""},
		{func(o *Options) { o.Alpha, o.Confidence = 0, 0 }, ""},
		{func(o *Options) { o.Alpha, o.Confidence = 1, 1 }, ""},
		{func(o *Options) { o.Alpha = -0.1 }, "--alpha -0.1: "},
		{func(o *Options) { o.Alpha = 1.1 }, "--alpha 1.1: "},
		{func(o *Options) { o.Alpha = math.NaN() }, "--alpha NaN: "},
		{func(o *Options) { o.Confidence = -0.1 }, "--confidence -0.1: "},
		{func(o *Options) { o.Confidence = 1.1 }, "--confidence 1.1: "},
		{func(o *Options) { o.Confidence = math.NaN() }, "--confidence NaN: "},
		{func(o *Options) { o.Filter = "(" }, "--filter"},
		{func(o *Options) { o.Table = "," }, "--table"},
		{func(o *Options) { o.Row = "," }, "--row"},
		{func(o *Options) { o.Col = "," }, "--col"},
		{func(o *Options) { o.Ignore = "," }, "--ignore"},
	} {
		o := DefaultOptions()
		test.change(&o)
		if _, err := o.parse(); (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", o, err, test.want)
		}
	}
}
