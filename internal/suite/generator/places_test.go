package generator_test

import (
	"io"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/generator"
)

// An implementation without a source has no places to print, and that is an error.
func TestPlacesWithoutSource(t *testing.T) {
	if err := generator.Places(io.Discard, nil, "iterate"); err == nil || !strings.Contains(err.Error(), "set Source") {
		t.Errorf("%v", err)
	}
}
