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

// Workspace lists the modules of a folder that has a go.work and no go.mod, as
// patterns of all their packages: ./a/... and so on.
func Workspace(folder string) (patterns []string) {
	if In(folder) != "" {
		return nil
	}
	path := filepath.Join(folder, "go.work")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork(path, text, nil)
	if err != nil {
		return nil // the go command reports it
	}
	for _, use := range work.Use {
		patterns = append(patterns, "./"+filepath.ToSlash(filepath.Join(use.Path, "...")))
	}
	return patterns
}
