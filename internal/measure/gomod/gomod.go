// Package gomod finds the Go module that a folder is in.
package gomod

import (
	"iter"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// Above goes through a folder and all that it is in, up to the root.
func Above(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
}

// In is the path of the module whose root a folder is, "" if it is none.
func In(folder string) string {
	text, _ := os.ReadFile(filepath.Join(folder, "go.mod"))
	return modfile.ModulePath(text)
}

// Current is the path of the innermost module that the current folder is in,
// "" if there is none.
func Current() (path string) {
	current, _ := os.Getwd()
	for dir := range Above(current) {
		if path = In(dir); path != "" {
			break
		}
	}
	return path
}
