package registry_test

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/results"
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

// TestEntries: an entry of the list has what tables, rankings and list print.
func TestEntries(t *testing.T) {
	for _, i := range registry.All() {
		if i.Doc == "" || i.Source == nil {
			t.Errorf("%s: want Doc, a line for list impls, and Source, an embed.FS of its Go files", i.Name)
		}
		if i.Role == results.Library {
			t.Errorf("%s has the role %v: set Role to results.Design for a storage, or to results.Reference for a lower bound; libraries are programs of worlds", i.Name, i.Role)
		}
	}
}

// FuzzConformance lets the fuzzer look for what one of them does differently.
func FuzzConformance(f *testing.F) { conformance.Fuzz(f, worldly...) }
