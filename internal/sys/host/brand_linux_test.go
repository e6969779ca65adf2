//go:build 386 || amd64

package host

import (
	"strings"
	"testing"
)

// Machines have all kinds of names, or none.
func TestModelName(t *testing.T) {
	for text, want := range map[string]string{
		"processor\t: 0\nmodel name\t: AMD EPYC Processor\n\nmodel name\t: other\n": "AMD EPYC Processor",
		"model name\t: Intel(R) Xeon(R) Processor @ 2.00GHz  \n":                    "Intel(R) Xeon(R) Processor @ 2.00GHz",
		"model name : a: b\n":            "a: b",
		"model name\t: \n":               "",
		"Processor\t: ARMv7\nmodel: 3\n": "",
		"":                               "",
	} {
		if got := modelName(strings.NewReader(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
