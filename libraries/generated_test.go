package main

import (
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/conformance"
)

// TestGenerated checks the generated files of the libraries.
func TestGenerated(t *testing.T) {
	files, err := filepath.Glob("*/*_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	folders := make(map[string]bool)
	var list []string
	for _, f := range files {
		if dir := filepath.Dir(f); !folders[dir] {
			folders[dir], list = true, append(list, dir)
		}
	}
	conformance.Generated(t, list...)
}
