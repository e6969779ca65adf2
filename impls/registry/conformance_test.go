package registry_test

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
)

// worldly are all implementations but null, which does no work.
var worldly = slices.DeleteFunc(slices.Clone(registry.All()), func(i impls.Implementation) bool { return i.Null })

// TestConformance: whatever is in the list does the same work.
func TestConformance(t *testing.T) {
	for _, i := range worldly {
		t.Run(i.Name, func(t *testing.T) {
			t.Parallel()
			conformance.Run(t, i)
		})
	}
}

// FuzzConformance lets the fuzzer look for what one of them does differently.
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, worldly...) }
