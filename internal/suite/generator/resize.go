package generator

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/kernel"
)

// A resizer turns the loop over five components into one over fewer or more. For fewer, it
// drops all code about the others. For more, it repeats the code about the fifth. A name is
// about a component if its type is the component's type parameter, or if it is defined by
// such a name.
type resizer struct {
	n     int             // components of the new loop
	about map[string]bool // names of dropped components, or of the fifth
	done  map[ast.Node]bool
}

const written = 5 // components of the hand-written loops

// blanks matches the empty lines that dropped statements leave.
var blanks = regexp.MustCompile(`\n\n+`)

// resize makes the loop over n components.
func (s *source) resize(five *ast.FuncDecl, n int) (*ast.FuncDecl, error) {
	w := resizer{n, map[string]bool{}, map[ast.Node]bool{}}
	for c := min(n, written-1); c < written; c++ {
		w.about[letter(c)], w.about["P"+letter(c)] = true, true
	}
	f := clone(five)
	f.Doc = nil
	w.rename(f.Name)
	w.typeParams(f.Type.TypeParams)
	ast.Inspect(f, w.visit)
	if name := w.leftOver(f); name != nil {
		at := s.fset.Position(name.Pos())
		return nil, fmt.Errorf("%s:%d: %s is about one component, and this statement cannot be resized to make %s: give the components a statement each, or write the loop",
			at.Filename, at.Line, name.Name, f.Name.Name)
	}

	text := "package p\n" + blanks.ReplaceAllString(s.print(f), "\n")
	file, err := parser.ParseFile(s.fset, f.Name.Name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("%s: %s cannot be made of %s: %w", s.fset.Position(five.Pos()), f.Name.Name, five.Name.Name, err)
	}
	return file.Decls[0].(*ast.FuncDecl), nil
}

// leftOver returns the first name about a component that was neither dropped nor repeated, nil if
// there is none.
func (w *resizer) leftOver(f *ast.FuncDecl) (found *ast.Ident) {
	ast.Inspect(f, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok && w.about[name.Name] && found == nil && !w.done[n] {
			found = name
		}
		return !w.done[n]
	})
	return found
}

// letter is the type parameter of a component.
func letter(c int) string { return string(rune('A' + c)) }

// typeParams resizes [A, B, C, D, E any, PA kernel.Value[A], ...].
func (w *resizer) typeParams(list *ast.FieldList) {
	w.done[list] = true
	for _, p := range list.List {
		if len(p.Names) > 1 {
			p.Names = resized(w, p.Names, func(name *ast.Ident) bool { return w.about[name.Name] })
		}
	}
	list.List = resized(w, list.List, func(p *ast.Field) bool { return len(p.Names) == 1 && w.about[p.Names[0].Name] })
}

// resized drops or repeats the elements of a list that are about components.
func resized[N ast.Node](w *resizer, list []N, about func(N) bool) []N {
	var all []N
	for _, one := range list {
		if !about(one) {
			all = append(all, one)
			continue
		}
		if w.n < written {
			continue
		}
		all = append(all, one)
		for c := written; c < w.n; c++ {
			all = append(all, repeated(w, one, c))
		}
		w.done[one] = true
	}
	return all
}

// repeated converts code about the fifth component to code about another one: e becomes e6,
// E becomes F, and the index 4 becomes 5.
func repeated[N ast.Node](w *resizer, one N, c int) N {
	again := clone(one)
	ast.Inspect(again, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if index, ok := n.Index.(*ast.BasicLit); ok && index.Value == fmt.Sprint(written-1) {
				index.Value = fmt.Sprint(c)
			}
		case *ast.Ident:
			switch last := letter(written - 1); {
			case n.Name == last || n.Name == "P"+last:
				n.Name = strings.TrimSuffix(n.Name, last) + letter(c)
			case w.about[n.Name]:
				n.Name += fmt.Sprint(c + 1)
			}
		}
		return true
	})
	w.done[again] = true
	return again
}

// rename changes the number of components at the end of a name.
func (w *resizer) rename(name *ast.Ident) {
	if stem, ok := strings.CutSuffix(name.Name, fmt.Sprint(written)); ok {
		name.Name = fmt.Sprint(stem, w.n)
	}
}

// isAbout reports whether an expression is about one of the components: it begins with an
// expression that is, or its first argument is. (Go needs one case per node type, even for a
// common field.)
func (w *resizer) isAbout(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return w.about[e.Name]
	case *ast.ParenExpr:
		return w.isAbout(e.X)
	case *ast.StarExpr:
		return w.isAbout(e.X)
	case *ast.UnaryExpr:
		return w.isAbout(e.X)
	case *ast.SelectorExpr: // row.E is about E
		return w.isAbout(e.X) || w.about[e.Sel.Name]
	case *ast.SliceExpr:
		return w.isAbout(e.X)
	case *ast.ArrayType:
		return w.isAbout(e.Elt)
	case *ast.IndexExpr:
		return w.isAbout(e.X) || w.isAbout(e.Index)
	case *ast.CallExpr:
		return w.isAbout(e.Fun) || len(e.Args) > 0 && w.isAbout(e.Args[0])
	case *ast.BinaryExpr:
		return w.isAbout(e.X) || w.isAbout(e.Y)
	}
	return false
}

// visit resizes the lists of a node, except nodes that were repeated as a whole.
func (w *resizer) visit(n ast.Node) bool {
	if w.done[n] {
		return false
	}
	switch n := n.(type) {
	case *ast.FieldList:
		n.List = resized(w, n.List, w.field)
	case *ast.BlockStmt:
		n.List = resized(w, n.List, w.statement)
	case *ast.CallExpr:
		n.Args = resized(w, n.Args, w.isAbout)
	case *ast.IndexListExpr: // Filter5[A, B, C, D, E]
		n.Indices = resized(w, n.Indices, w.isAbout)
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

// field reports whether a parameter, with its names, is about a component.
func (w *resizer) field(f *ast.Field) bool {
	if !w.isAbout(f.Type) {
		return false
	}
	for _, name := range f.Names {
		w.about[name.Name] = true
	}
	return true
}

// statement reports whether a statement is about a component. In an assignment list single
// assignments may be; five names defined at once belong to one component each.
func (w *resizer) statement(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return w.isAbout(s.X)
	case *ast.DeclStmt:
		v, ok := s.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
		return ok && w.field(&ast.Field{Names: v.Names, Type: v.Type})
	case *ast.AssignStmt:
		return w.assignment(s)
	case *ast.IfStmt: // if b == nil { continue }
		return s.Init == nil && s.Else == nil && isExit(s.Body) && !slices.ContainsFunc(operands(s.Cond), func(e ast.Expr) bool { return !w.isAbout(e) })
	}
	return false
}

// isExit reports whether a block leaves the loop or its iteration, and does nothing else.
func isExit(b *ast.BlockStmt) bool {
	if len(b.List) != 1 {
		return false
	}
	switch b.List[0].(type) {
	case *ast.BranchStmt, *ast.ReturnStmt:
		return true
	}
	return false
}

func (w *resizer) assignment(s *ast.AssignStmt) (whole bool) {
	each, paired := s.Tok == token.DEFINE && len(s.Lhs) == written, len(s.Rhs) == len(s.Lhs)
	some := make(map[int]bool)
	for i := range s.Lhs {
		if w.isAbout(s.Lhs[i]) || paired && w.isAbout(s.Rhs[i]) || each && i >= min(w.n, written-1) {
			some[i] = true
			if name, ok := s.Lhs[i].(*ast.Ident); ok {
				w.about[name.Name] = true
			}
		}
	}
	if len(some) == len(s.Lhs) {
		return true
	}
	index := func(list []ast.Expr) func(ast.Expr) bool {
		return func(e ast.Expr) bool { return some[slices.Index(list, e)] }
	}
	if paired {
		s.Rhs = resized(w, s.Rhs, index(s.Rhs))
	}
	s.Lhs = resized(w, s.Lhs, index(s.Lhs))
	return false
}

// condition resizes a condition on components that are joined by && or by ||.
func (w *resizer) condition(e ast.Expr) ast.Expr {
	both, ok := e.(*ast.BinaryExpr)
	if !ok || both.Op != token.LAND && both.Op != token.LOR {
		return e
	}
	list := resized(w, operands(e), w.isAbout)
	if len(list) == 0 {
		return e // leftOver reports it
	}
	joined := list[0]
	for _, one := range list[1:] {
		joined = &ast.BinaryExpr{X: joined, Op: both.Op, Y: one}
	}
	return joined
}

// operands lists the operands of a chain of && or of ||, or the expression itself.
func operands(e ast.Expr) []ast.Expr {
	both, ok := e.(*ast.BinaryExpr)
	if !ok || both.Op != token.LAND && both.Op != token.LOR {
		return []ast.Expr{e}
	}
	if x, ok := both.X.(*ast.BinaryExpr); ok && x.Op == both.Op {
		return append(operands(x), both.Y)
	}
	return []ast.Expr{both.X, both.Y}
}

// limit is the largest number of components of a file's loops: the constant mostComponents,
// for libraries whose queries have fewer than kernels.
func limit(file *ast.File) int {
	for _, d := range file.Decls {
		constant, ok := d.(*ast.GenDecl)
		if !ok || constant.Tok != token.CONST {
			continue
		}
		for _, spec := range constant.Specs {
			v := spec.(*ast.ValueSpec)
			if value, ok := v.Values[0].(*ast.BasicLit); ok && v.Names[0].Name == "mostComponents" {
				var n int
				fmt.Sscan(value.Value, &n)
				return n
			}
		}
	}
	return kernel.Most
}
