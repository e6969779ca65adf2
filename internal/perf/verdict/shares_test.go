package verdict

import (
	"testing"

	"github.com/ecsbench/ecsbench/results"
)

func TestSharesOfCauses(t *testing.T) {
	for want, list := range map[string][]results.Cause{
		"80%":            {{Function: "m.changed", Share: 0.8}, {Function: "m.called", Share: 0.2}},
		"95%":            {{Function: "m.called", Share: 0.95}, {Function: "m.changed", Share: 0.01}},
		"40%":            {{Function: "m.changed", Share: 0.4}, {Function: OtherFunctions, Share: 0.6}},
		"as Encode/long": {{Function: "m.changed", Share: 0.4, Like: "Encode/long"}},
	} {
		if got := sharesOf(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
