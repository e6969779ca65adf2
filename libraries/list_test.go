package main

import (
	"reflect"
	"testing"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/libraries/list"
)

// The main program lists the libraries without containing them.
func TestTheMainProgramListsTheseLibraries(t *testing.T) {
	if len(measure.Libraries) != len(list.All) {
		t.Fatalf("%d libraries are listed, and there are %d", len(measure.Libraries), len(list.All))
	}
	for i, l := range measure.Libraries {
		if l.Name != list.All[i].Name || l.Doc != list.All[i].Doc || !reflect.DeepEqual(l.Options, list.All[i].Options) {
			t.Errorf("library %d is listed as %q: %q, and is %q: %q", i, l.Name, l.Doc, list.All[i].Name, list.All[i].Doc)
		}
	}
}
