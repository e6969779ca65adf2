package generator

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// A fewer makes a loop over fewer components of the one over five: everything that
// is about the others goes. Which names are, follows from their type parameters:
// those of such a type, and what is made of them.
type fewer struct {
	n    int // components that stay
	gone map[string]bool
}

const most = 5 // components of a kernel

// blanks are the lines that statements leave behind.
var blanks = regexp.MustCompile(`\n\n+`)

// fewer makes the loop over n components.
func (s *source) fewer(five *ast.FuncDecl, n int) (*ast.FuncDecl, error) {
	w := fewer{n, map[string]bool{}}
	for c := n; c < most; c++ {
		letter := string(rune('A' + c))
		w.gone[letter], w.gone["P"+letter] = true, true
	}
	f := clone(five)
	f.Doc = nil
	w.rename(f.Name)
	for _, p := range f.Type.TypeParams.List {
		p.Names = slices.DeleteFunc(p.Names, func(name *ast.Ident) bool { return w.gone[name.Name] })
	}
	f.Type.TypeParams.List = slices.DeleteFunc(f.Type.TypeParams.List, func(p *ast.Field) bool { return len(p.Names) == 0 })
	ast.Inspect(f, w.visit)

	text := "package p\n" + blanks.ReplaceAllString(s.print(f), "\n")
	file, err := parser.ParseFile(s.fset, f.Name.Name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be made of %s: %w", f.Name.Name, five.Name.Name, err)
	}
	return file.Decls[0].(*ast.FuncDecl), nil
}

// rename changes the number of components at the end of a name.
func (w *fewer) rename(name *ast.Ident) {
	if stem, ok := strings.CutSuffix(name.Name, fmt.Sprint(most)); ok {
		name.Name = fmt.Sprint(stem, w.n)
	}
}

// about tells whether an expression is about one of the others: where it begins with
// one that is, or calls something with one in the first place. (A field that many
// types of nodes have, Go reaches in a case for each type only.)
func (w *fewer) about(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return w.gone[e.Name]
	case *ast.ParenExpr:
		return w.about(e.X)
	case *ast.StarExpr:
		return w.about(e.X)
	case *ast.UnaryExpr:
		return w.about(e.X)
	case *ast.SelectorExpr: // row.E is about E
		return w.about(e.X) || w.gone[e.Sel.Name]
	case *ast.SliceExpr:
		return w.about(e.X)
	case *ast.ArrayType:
		return w.about(e.Elt)
	case *ast.IndexExpr:
		return w.about(e.X) || w.about(e.Index)
	case *ast.CallExpr:
		return w.about(e.Fun) || len(e.Args) > 0 && w.about(e.Args[0])
	case *ast.BinaryExpr:
		return w.about(e.X) || w.about(e.Y)
	}
	return false
}

// visit leaves out what is about others in the lists of a node.
func (w *fewer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FieldList:
		n.List = slices.DeleteFunc(n.List, w.field)
	case *ast.BlockStmt:
		n.List = slices.DeleteFunc(n.List, w.statement)
	case *ast.CallExpr:
		n.Args = slices.DeleteFunc(n.Args, w.about)
	case *ast.IndexListExpr: // Filter5[A, B, C, D, E]
		n.Indices = slices.DeleteFunc(n.Indices, w.about)
		switch name := n.X.(type) {
		case *ast.Ident:
			w.rename(name)
		case *ast.SelectorExpr:
			w.rename(name.Sel)
		}
	case *ast.IfStmt:
		n.Cond = w.condition(n.Cond)
	case *ast.ForStmt:
		n.Cond = w.condition(n.Cond)
	}
	return true
}

// field tells whether a parameter goes, and with it its names.
func (w *fewer) field(f *ast.Field) bool {
	if !w.about(f.Type) {
		return false
	}
	for _, name := range f.Names {
		w.gone[name.Name] = true
	}
	return true
}

// statement tells whether a statement goes. Of a list of assignments those go that
// are about others; five names that are defined at once are one of each.
func (w *fewer) statement(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return w.about(s.X)
	case *ast.DeclStmt:
		v, ok := s.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		return ok && w.field(&ast.Field{Names: v.Names, Type: v.Type})
	case *ast.AssignStmt:
		each := s.Tok == token.DEFINE && len(s.Lhs) == most
		for i := len(s.Lhs) - 1; i >= 0; i-- {
			paired := len(s.Rhs) == len(s.Lhs)
			if !w.about(s.Lhs[i]) && !(paired && w.about(s.Rhs[i])) && !(each && i >= w.n) {
				continue
			}
			if name, ok := s.Lhs[i].(*ast.Ident); ok {
				w.gone[name.Name] = true
			}
			s.Lhs = slices.Delete(s.Lhs, i, i+1)
			if paired {
				s.Rhs = slices.Delete(s.Rhs, i, i+1)
			}
		}
		return len(s.Lhs) == 0
	}
	return false
}

// condition leaves out what is to hold of others too.
func (w *fewer) condition(e ast.Expr) ast.Expr {
	if and, ok := e.(*ast.BinaryExpr); ok && and.Op == token.LAND {
		if w.about(and.Y) {
			return w.condition(and.X)
		}
		and.X = w.condition(and.X)
	}
	return e
}
