package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/kernel/stamp/stamptest"
)

// TestStamped checks all folders of this module that have stamped files.
func TestStamped(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../impls/*/*_gen.go", "../../impls/*/*/*_gen.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no stamped files %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	var folders []string
	for _, f := range append(files, "../stamped_gen.go") {
		if dir := filepath.Dir(f); !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	stamptest.Run(t, folders...)
}
