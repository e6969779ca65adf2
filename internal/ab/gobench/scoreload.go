package gobench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/child"
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

// A pkg is a package of the module.
type pkg struct {
	ImportPath, Dir, Name     string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
}

// load lists the packages and their exported functions, and hashes all sources.
func load(ctx context.Context, temporary string, patterns []string) (packages []pkg, functions []ScoredFunction, hash string, err error) {
	args := append([]string{"-json=ImportPath,Dir,Name,GoFiles,TestGoFiles,XTestGoFiles", "--"}, patterns...)
	if packages, err = child.List[pkg](ctx, ".", temporary, args...); err != nil {
		return nil, nil, "", err
	}
	sum := sha256.New()
	for _, p := range packages {
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, nil, "", fmt.Errorf("reading the sources of %s: %w", p.ImportPath, err)
			}
			fmt.Fprintf(sum, "%s/%s %d\n%s", p.ImportPath, name, len(text), text)
		}
		found, err := p.exported()
		if err != nil {
			return nil, nil, "", err
		}
		functions = append(functions, found...)
	}
	if len(functions) == 0 {
		return nil, nil, "", fmt.Errorf("no exported functions in %s: name packages that others can import", strings.Join(patterns, " "))
	}
	if !slices.ContainsFunc(packages, func(p pkg) bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }) {
		return nil, nil, "", errors.New("no package has test files: name packages with benchmarks")
	}
	return packages, functions, hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// exported lists the exported functions of a package that others can import.
func (p *pkg) exported() (list []ScoredFunction, err error) {
	if p.Name == "main" || strings.Contains("/"+p.ImportPath+"/", "/internal/") {
		return nil, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
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
			if relative, err := filepath.Rel(here, path); err == nil {
				f.Where.File = filepath.ToSlash(relative)
			}
			list = append(list, f)
		}
	}
	return list, nil
}
