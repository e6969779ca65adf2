package cmd

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// layers are the folders of each layer, and the other layers that it may import. A folder belongs to
// the layer of its innermost listed parent. Without one it is at the base, which knows neither half.
var layers = map[string]struct{ folders, imports []string }{
	"base":     {},
	"measured": {[]string{"impls", "kernel", "profiles", "scenarios", "worlds"}, []string{"base"}},
	"gate":     {[]string{"internal/perf", "report"}, []string{"base"}},
	"suite":    {[]string{"conformance", "internal/suite"}, []string{"base", "measured", "gate"}},
	"commands": {[]string{"cmd", "kernel/generate"}, []string{"base", "measured", "gate", "suite"}},
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
// imports the gate, and both import what is below them. The sources are read here, and not by go list,
// so that the go command runs the test again when one of them changes.
func TestHalves(t *testing.T) {
	const top, module = "..", "github.com/ecsbench/ecsbench/"
	packages := map[string]int{}
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		_, other := os.Stat(filepath.Join(path, "go.mod"))
		if path != top && (other == nil || d.Name() == "testdata" || d.Name()[0] == '.') {
			return fs.SkipDir
		}
		found, err := build.ImportDir(path, 0)
		if err != nil {
			return nil // the go command reports what is wrong with sources
		}
		folder, err := filepath.Rel(top, path)
		folder = filepath.ToSlash(folder)
		from := layerOf(folder)
		packages[from]++
		for _, name := range found.Imports {
			imported, own := strings.CutPrefix(name, module)
			if to := layerOf(imported); own && to != from && !slices.Contains(layers[from].imports, to) {
				t.Errorf("%s (%s) imports %s (%s): move what it needs to a folder that both may import, or pass it as a value", folder, from, imported, to)
			}
		}
		return err
	})
	fixture.Check(t, err)
	for name := range layers {
		if packages[name] == 0 {
			t.Errorf("no package in the layer %s: %v", name, packages)
		}
	}
}
