package gobench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/verdict"
)

// Place implements [ab.Placer]: where the function of a benchmark begins in head.
// Of built binaries nothing is known, nor of benchmarks that a build constraint or
// a generator hides.
func (s *Source) Place(c ab.Case) verdict.Place {
	sides, ok := s.binaries[c.Group]
	if s.built || !ok {
		return verdict.Place{}
	}
	name, _, _ := strings.Cut("Benchmark"+c.Name, "/")
	files, err := filepath.Glob(filepath.Join(sides[ab.Head].dir, "*_test.go"))
	if err != nil {
		return verdict.Place{}
	}
	for _, path := range files {
		lines := token.NewFileSet()
		file, err := parser.ParseFile(lines, path, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // it was built, so somebody else will say what is wrong with it
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Name.Name != name {
				continue
			}
			if relative, err := filepath.Rel(s.folder(ab.Head), path); err == nil {
				return verdict.Place{File: filepath.ToSlash(relative), Line: lines.Position(f.Pos()).Line}
			}
		}
	}
	return verdict.Place{}
}
