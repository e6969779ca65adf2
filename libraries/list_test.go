package main

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/libraries"
)

// The main program lists the libraries without containing them.
func TestTheMainProgramListsTheseLibraries(t *testing.T) {
	if len(libraries.All) != len(all) {
		t.Fatalf("%d libraries are listed, and there are %d", len(libraries.All), len(all))
	}
	for i, l := range libraries.All {
		if l.Name != all[i].Name || l.Doc != all[i].Doc {
			t.Errorf("library %d is listed as %q: %q, and is %q: %q", i, l.Name, l.Doc, all[i].Name, all[i].Doc)
		}
	}
}
