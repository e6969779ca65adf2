package main

import (
	"testing"

	"github.com/ecsbench/ecsbench/internal/measure"
)

// The main program lists the libraries without containing them.
func TestTheMainProgramListsTheseLibraries(t *testing.T) {
	if len(measure.Libraries) != len(all) {
		t.Fatalf("%d libraries are listed, and there are %d", len(measure.Libraries), len(all))
	}
	for i, l := range measure.Libraries {
		if l.Name != all[i].Name || l.Doc != all[i].Doc {
			t.Errorf("library %d is listed as %q: %q, and is %q: %q", i, l.Name, l.Doc, all[i].Name, all[i].Doc)
		}
	}
}
