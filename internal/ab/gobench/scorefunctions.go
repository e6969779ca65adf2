package gobench

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/ecsbench/ecsbench/results"
)

// A ScoredFunction is an exported function, or an exported method of an exported type.
type ScoredFunction struct {
	Package string        // import path
	Name    string        // as in profiles: btree.(*BTree).Get
	Where   results.Place // relative to the current folder
	path    string        // of the file
	file    string        // as coverage and profiles call it
	last    int           // line
	body    int           // offset behind the opening brace
	brace   int           // line of the opening brace
}

// exported lists the exported functions of a package that others can import, in a module in
// this folder.
func (p *goPackage) exported(module string) (list []ScoredFunction, err error) {
	if p.Name == "main" || strings.Contains("/"+p.ImportPath+"/", "/internal/") {
		return nil, nil
	}
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("reading the sources of %s: %w", p.ImportPath, err)
		}
		for _, d := range file.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Body == nil || !d.Name.IsExported() {
				continue
			}
			of := receiver(d)
			if d.Recv != nil && !ast.IsExported(strings.Trim(of, "(*).")) {
				continue
			}
			f := ScoredFunction{
				Package: p.ImportPath, Name: p.Name + "." + of + d.Name.Name, path: path, file: p.ImportPath + "/" + name,
				last: fset.Position(d.End()).Line, body: fset.Position(d.Body.Lbrace).Offset + 1, brace: fset.Position(d.Body.Lbrace).Line,
			}
			f.Where.File, f.Where.Line = path, fset.Position(d.Pos()).Line
			if relative, err := filepath.Rel(module, path); err == nil {
				f.Where.File = filepath.ToSlash(relative)
			}
			list = append(list, f)
		}
	}
	return list, nil
}

// position identifies a function in coverage.
func (f *ScoredFunction) position() string { return fmt.Sprintf("%s:%d", f.file, f.brace) }
