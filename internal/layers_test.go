// Package internal tests the imports between the folders of the module.
package internal

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the folders of each layer, and the other layers that it may import. A folder that is not
// listed, with none of its parents, is at the base: it knows neither half.
var layers = map[string]struct{ folders, imports []string }{
	"base":     {},
	"measured": {[]string{"ecs", "impls", "kernel", "profiles", "recorder", "scenarios", "worlds"}, []string{"base"}},
	"gate":     {[]string{"internal/perf", "report"}, []string{"base"}},
	"suite":    {[]string{"conformance", "internal/suite"}, []string{"base", "measured", "gate"}},
	"commands": {[]string{"cmd", "examples", "kernel/generate"}, []string{"base", "measured", "gate", "suite"}},
}

// layerOf returns the layer of the innermost listed folder.
func layerOf(folder string) (layer string) {
	layer = "base"
	innermost := ""
	for name, l := range layers {
		for _, f := range l.folders {
			if strings.HasPrefix(folder+"/", f+"/") && len(f) > len(innermost) {
				layer, innermost = name, f
			}
		}
	}
	return layer
}

// The performance gate links no ECS: nothing that is measured, and nothing of the suite. The suite
// imports the gate, and both import what is below them.
func TestHalves(t *testing.T) {
	const module = "github.com/ecsbench/ecsbench/"
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]int{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		folder := strings.TrimPrefix(paths[0], module)
		from := layerOf(folder)
		packages[from]++
		for _, path := range paths[1:] {
			imported, own := strings.CutPrefix(path, module)
			if to := layerOf(imported); own && to != from && !slices.Contains(layers[from].imports, to) {
				t.Errorf("%s (%s) imports %s (%s): move what it needs to a folder that both may import, or pass it as a value", folder, from, imported, to)
			}
		}
	}
	for name := range layers {
		if packages[name] == 0 {
			t.Errorf("no package in the layer %s: %v", name, packages)
		}
	}
}
