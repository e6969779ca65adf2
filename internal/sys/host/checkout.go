package host

import (
	"iter"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/mod/modfile"
)

// FoldersAbove yields a folder and its parents, up to the root.
func FoldersAbove(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
}

// ModuleOf returns the path of the module with this root folder, or "".
func ModuleOf(folder string) string {
	text, _ := os.ReadFile(filepath.Join(folder, "go.mod"))
	return modfile.ModulePath(text)
}

// Checkout returns the checkout of this module that contains a folder, or "".
func Checkout(folder string) string {
	for dir := range FoldersAbove(folder) {
		if ModuleOf(dir) == ModulePath {
			return dir
		}
	}
	return ""
}

// BuiltFrom returns the checkout that this program was built from, or "" if it is gone or the
// program was built with -trimpath.
func BuiltFrom() string {
	if _, file, _, _ := runtime.Caller(0); filepath.IsAbs(file) {
		return Checkout(filepath.Dir(file))
	}
	return ""
}

// CurrentModule returns the path of the innermost module that contains the current
// folder, or "".
func CurrentModule() (path string) {
	current, _ := os.Getwd()
	for dir := range FoldersAbove(current) {
		if path = ModuleOf(dir); path != "" {
			break
		}
	}
	return path
}

// WorkspacePatterns lists the modules of a folder that has a go.work and no go.mod, as
// package patterns such as ./a/....
func WorkspacePatterns(folder string) (patterns []string) {
	if ModuleOf(folder) != "" {
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
