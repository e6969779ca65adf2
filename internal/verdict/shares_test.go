package verdict

import (
	"testing"

	"github.com/ecsbench/ecsbench/results"
)

// A function that was changed may only make those that it calls do more.
func TestSharesOfCauses(t *testing.T) {
	for want, list := range map[string][]results.Cause{
		"80%":              {{Function: "m.changed", Share: 0.8}, {Function: "m.called", Share: 0.2}},
		"1%, m.called 95%": {{Function: "m.changed", Share: 0.01}, {Function: "m.called", Share: 0.95}},
		"40%":              {{Function: "m.changed", Share: 0.4}, {Function: OtherFunctions, Share: 0.6}},
		"as Encode/long":   {{Function: "m.changed", Share: 0.4, Like: "Encode/long"}},
	} {
		if got := sharesOf(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
