package gobench

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/results"
)

// Place implements [ab.Placer]: where the function of a benchmark begins in head.
func (s *Source) Place(c ab.Case) results.Place {
	place, _ := s.declared(ab.Head, c)
	return place
}

// declared finds the function of a benchmark in the sources of a side: its place and its
// body. It is unknown for built binaries and for generated benchmarks.
func (s *Source) declared(side ab.Side, c ab.Case) (results.Place, *ast.BlockStmt) {
	sides, ok := s.binaries[c.Group]
	if s.built || !ok {
		return results.Place{}, nil
	}
	name := "Benchmark" + c.Top().Name
	files, err := filepath.Glob(filepath.Join(sides[side].dir, "*_test.go"))
	if err != nil {
		return results.Place{}, nil
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
			if relative, err := filepath.Rel(s.folder(side), path); err == nil {
				return results.Place{File: filepath.ToSlash(relative), Line: lines.Position(f.Pos()).Line}, f.Body
			}
		}
	}
	return results.Place{}, nil
}

// Renamed implements [ab.Renamer]: the only case of its package with a similar function.
func (s *Source) Renamed(c ab.Case, fresh []ab.Case) (to ab.Case, ok bool) {
	_, was := s.declared(ab.Base, c)
	_, part, _ := strings.Cut(c.Name, "/")
	for _, f := range fresh {
		if _, same, _ := strings.Cut(f.Name, "/"); f.Group != c.Group || same != part {
			continue
		}
		if _, is := s.declared(ab.Head, f); !alike(was, is) {
			continue
		}
		if ok {
			return ab.Case{}, false
		}
		to, ok = f, true
	}
	return to, ok
}

// alike reports whether two functions have more than four of five statements in common.
func alike(a, b *ast.BlockStmt) bool {
	of, in := statements(a), statements(b)
	common, all := 0, 0
	for line, n := range of {
		common, all = common+2*min(n, in[line]), all+n
	}
	for _, n := range in {
		all += n
	}
	return 5*common > 4*all
}

// statements counts the lines of a function without comments and lines without letters.
func statements(f *ast.BlockStmt) map[string]int {
	count := map[string]int{}
	var text bytes.Buffer
	if f == nil || printer.Fprint(&text, token.NewFileSet(), f) != nil {
		return count
	}
	for line := range strings.Lines(text.String()) {
		if line = strings.TrimSpace(line); strings.ContainsFunc(line, unicode.IsLetter) {
			count[line]++
		}
	}
	return count
}
