package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/ecslib"
	"github.com/ecsbench/ecsbench/internal/generator"
	"github.com/ecsbench/ecsbench/libraries/list"
)

// TestCodeOfACell: for each library, including ecs, and scenario the code has the call that does the
// work, and no harness.
func TestCodeOfACell(t *testing.T) {
	for _, library := range slices.Concat(list.All, []impls.Implementation{ecslib.Implementation}) {
		for scenario, want := range map[string]string{
			"iterate":  "kernel.Move(",
			"create":   ".Init(first",
			"exchange": ") Exchange(move int",
			"destroy":  ") Destroy(r impls.Handles)",
			"lookup":   "kernel.Glance",
		} {
			var printed strings.Builder
			if err := generator.Excerpt(&printed, library.Source, scenario); err != nil {
				t.Errorf("%s, %s: %v", library.Name, scenario, err)
				continue
			}
			text := printed.String()
			text = strings.ReplaceAll(text, ".Init(n)", ".Init(first") // the number of the value may have a name
			if !strings.Contains(text, want) || strings.Contains(text, "kernel.Steer(") {
				t.Errorf("%s: the code of %s lacks %q, or has other kernels:\n%s", library.Name, scenario, want, text)
			}
		}
	}
}
