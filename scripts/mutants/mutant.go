package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// A mutant is a file with one change.
type mutant struct {
	file string
	line int
	what string
	text []byte
}

func (m mutant) String() string { return fmt.Sprintf("%s:%d %s", m.file, m.line, m.what) }

func (m mutant) folder() string { return filepath.ToSlash(filepath.Dir(m.file)) }

// mutantsBelow lists every change of every file below a folder, but for tests,
// what is generated, and what is built on other systems only.
func mutantsBelow(root string) (all []mutant, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "assets"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go"),
			strings.HasSuffix(name, "_other.go"), strings.Contains(path, "reporttest"):
			return nil
		}
		found, err := mutantsOf(path)
		all = append(all, found...)
		return err
	})
	return all, err
}

// mutantsOf lists the changes of a file.
func mutantsOf(path string) (all []mutant, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	try := func(at token.Pos, what string, change, back func()) {
		change()
		var text bytes.Buffer
		if format.Node(&text, fset, file) == nil {
			all = append(all, mutant{path, fset.Position(at).Line, what, text.Bytes()})
		}
		back()
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				return !unnoticeable(n)
			case *ast.BinaryExpr:
				if to, ok := instead[n.Op]; ok {
					from := n.Op
					try(n.OpPos, fmt.Sprintf("%s for %s", to, from), func() { n.Op = to }, func() { n.Op = from })
				}
			case *ast.BasicLit:
				if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
					from := n.Value
					try(n.Pos(), fmt.Sprintf("%d for %s", v+1, from), func() { n.Value = strconv.Itoa(v + 1) }, func() { n.Value = from })
				}
			case *ast.IfStmt:
				from := n.Cond
				try(n.Pos(), "condition turned round", func() { n.Cond = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: from}} }, func() { n.Cond = from })
			case *ast.BlockStmt:
				for i, s := range n.List {
					if removable(s) {
						try(s.Pos(), "statement left out", func() { n.List[i] = &ast.EmptyStmt{Semicolon: s.Pos()} }, func() { n.List[i] = s })
					}
				}
			}
			return true
		})
	}
	return all, nil
}

// unnoticeable tells whether no test can notice another number in a call: one that
// only says how much memory to have ready, or is the sign of an infinity.
func unnoticeable(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		if f.Name != "make" || len(call.Args) < 2 {
			return false
		}
		switch call.Args[0].(type) {
		case *ast.MapType, *ast.ChanType:
			return true
		}
		return len(call.Args) == 3
	case *ast.SelectorExpr:
		return f.Sel.Name == "Grow" || f.Sel.Name == "Inf"
	}
	return false
}

// instead has another operator for each.
var instead = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
}

// removable tells whether a program without the statement may still compile.
func removable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.IncDecStmt, *ast.ExprStmt, *ast.BranchStmt:
		return true
	}
	return false
}
