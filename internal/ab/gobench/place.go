package gobench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/results"
)

// Place implements [ab.Placer]: where the function of a benchmark begins in head.
// It is unknown for built binaries and for generated benchmarks.
func (s *Source) Place(c ab.Case) results.Place {
	sides, ok := s.binaries[c.Group]
	if s.built || !ok {
		return results.Place{}
	}
	name := "Benchmark" + c.Top().Name
	files, err := filepath.Glob(filepath.Join(sides[ab.Head].dir, "*_test.go"))
	if err != nil {
		return results.Place{}
	}
	for _, path := range files {
		lines := token.NewFileSet()
		file, err := parser.ParseFile(lines, path, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // building reports the error
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Name.Name != name {
				continue
			}
			if relative, err := filepath.Rel(s.folder(ab.Head), path); err == nil {
				return results.Place{File: filepath.ToSlash(relative), Line: lines.Position(f.Pos()).Line}
			}
		}
	}
	return results.Place{}
}
