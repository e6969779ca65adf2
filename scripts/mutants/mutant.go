package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
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
	file      string
	line, col int
	what      string
	text      []byte
}

func (m mutant) String() string { return fmt.Sprintf("%s:%d:%d %s", m.file, m.line, m.col, m.what) }

func (m mutant) folder() string { return filepath.ToSlash(filepath.Dir(m.file)) }

// mutantsBelow lists every change of every file below a folder, but for tests,
// what is generated, and what is not built here, by the system or a tag.
func mutantsBelow(root string) (all []mutant, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "assets"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go"),
			strings.HasSuffix(filepath.Dir(path), "test"),
			filepath.Base(filepath.Dir(path)) == "golden": // tests too, and one that is changed may write files
			return nil
		}
		if built, err := build.Default.MatchFile(filepath.Split(path)); err != nil || !built {
			return err
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
			where := fset.Position(at)
			all = append(all, mutant{path, where.Line, where.Column, what, text.Bytes()})
		}
		back()
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		leave := make(map[ast.Node]bool)
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if leave[n] {
				return false
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				for _, arg := range unnoticeable(n) {
					leave[arg] = true
				}
			case *ast.ReturnStmt:
				for _, result := range withoutMeaning(n) {
					leave[result] = true
				}
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

// unnoticeable lists the arguments of a call whose value no test can detect:
// capacities, signs of infinities, seeds of random draws, and bit sizes of
// [strconv.ParseFloat] other than 32.
func unnoticeable(call *ast.CallExpr) []ast.Expr {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		if f.Name != "make" || len(call.Args) < 2 {
			return nil
		}
		switch call.Args[0].(type) {
		case *ast.MapType, *ast.ChanType:
			return call.Args[1:]
		}
		return call.Args[2:]
	case *ast.SelectorExpr:
		switch f.Sel.Name {
		case "Grow", "Inf", "NewPCG":
			return call.Args
		case "NewWriterSize", "ParseFloat":
			return call.Args[1:]
		}
	}
	return nil
}

// withoutMeaning lists the zeros that a function returns with an error or with false:
// callers must ignore them.
func withoutMeaning(s *ast.ReturnStmt) (zeros []ast.Expr) {
	if len(s.Results) < 2 {
		return nil
	}
	switch r := s.Results[len(s.Results)-1].(type) {
	case *ast.Ident:
		if r.Name != "false" && r.Name != "err" {
			return nil
		}
	case *ast.CallExpr:
		if f, ok := r.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "Errorf" {
			return nil
		}
	default:
		return nil
	}
	for _, r := range s.Results {
		if lit, ok := r.(*ast.BasicLit); ok && lit.Value == "0" {
			zeros = append(zeros, lit)
		}
	}
	return zeros
}

// instead has another operator for each.
var instead = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
}

// removable reports whether a program without the statement may still compile.
func removable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.IncDecStmt, *ast.ExprStmt, *ast.BranchStmt:
		return true
	}
	return false
}
