package main

import (
	"regexp"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// TestPlainLoops: the loops over slices have one and the same body.
func TestPlainLoops(t *testing.T) {
	chunks := regexp.MustCompile(`(?m)^func chunk[A-Z]\w*\([^\n]*\n(?:[\t}][^\n]*\n)*`)
	call := regexp.MustCompile(`kernel\.[A-Z]\w*\(`)
	plain := regexp.MustCompile(`for offset := uintptr\(0\); offset < end; offset \+= stride \{\n\s+kernel\.\w+\((?:at\(\w+At, offset\), )+dt\)\n(?:\s+\w+At = next\(\w+At\)\n)+\s+\}`)
	text := fixture.Read(t, "../../impls/soa/each_gen.go")
	loops := chunks.FindAll(text, -1)
	if len(loops) == 0 {
		t.Error("soa has no loops over slices")
	}
	for _, loop := range loops {
		if calls := len(call.FindAll(loop, -1)); calls != 1 || !plain.Match(loop) {
			t.Errorf("%d calls of a kernel, or another loop:\n%s", calls, loop)
		}
	}
}
