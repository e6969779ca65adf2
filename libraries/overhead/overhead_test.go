package main

import (
	"strings"
	"testing"
)

// TestEveryLibraryHasPlainCode: the plain code of each library does the work of its
// adapter, and all five scenarios have a ratio.
func TestEveryLibraryHasPlainCode(t *testing.T) {
	for _, p := range pairs {
		var printed strings.Builder
		if err := p.measure(&printed); err != nil {
			t.Error(err)
		}
		if lines := strings.Count(printed.String(), "\n"); lines != 5 {
			t.Errorf("%s: %d scenarios, want 5:\n%s", p.name, lines, &printed)
		}
	}
}
