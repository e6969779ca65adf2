package gobench

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/results"
)

// Place implements [ab.Source]: where the function of a benchmark begins in head.
// It is unknown for built binaries and for generated benchmarks.
func (s *Source) Place(c ab.Case) (at results.Place) {
	sides, ok := s.binaries[c.Group]
	if s.built || !ok {
		return at
	}
	files, _ := filepath.Glob(filepath.Join(sides[ab.Head].dir, "*_test.go"))
	for _, path := range files {
		text, _ := os.ReadFile(path)
		for _, f := range functionsOf(string(text)) {
			if _, name, _ := strings.Cut(f.name, "."); name == "Benchmark"+c.Top().Name {
				relative, _ := filepath.Rel(s.folder(ab.Head), path)
				return results.Place{File: filepath.ToSlash(relative), Line: f.from}
			}
		}
	}
	return at
}
