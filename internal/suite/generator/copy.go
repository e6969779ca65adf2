package generator

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"github.com/ecsbench/ecsbench/kernel"
)

// A parameter of a loop. Those of a type parameter's type are fetched.
type parameter struct {
	field *ast.Field        // with T in the place of the type parameter
	of    *kernel.Component // nil if the parameter is passed through
}

// A loopCopy is the copy of a loop for a kernel.
type loopCopy struct {
	decl   *ast.FuncDecl
	passed []parameter // without the kernel
}

// copyOf makes the copy of a loop for a kernel.
func copyOf(loop *ast.FuncDecl, k kernel.Kernel) loopCopy {
	replace := make(map[string]ast.Expr)
	of := make(map[string]kernel.Component)
	for i, name := range typeParams(loop) {
		if base, isPointer := strings.CutPrefix(name, "P"); isPointer && base != "" {
			replace[name] = &ast.ParenExpr{X: &ast.StarExpr{X: replace[base]}}
			continue
		}
		replace[name] = qualified(kernel.Shapes()[k.Needs[i]].Go.Name())
		of[name] = k.Needs[i]
	}
	parameters := loop.Type.Params.List
	if last := parameters[len(parameters)-1]; isFunc(last) {
		replace[last.Names[0].Name] = qualified(k.Name)
		parameters = parameters[:len(parameters)-1]
	}

	c := loopCopy{decl: clone(loop)}
	c.decl.Doc = nil
	c.decl.Name.Name = strings.TrimRight(loop.Name.Name, "0123456789") + k.Name
	c.decl.Type.TypeParams = nil
	c.decl.Type.Params.List = c.decl.Type.Params.List[:len(parameters)]
	substitute(reflect.ValueOf(c.decl), replace)

	for _, field := range parameters {
		for _, name := range field.Names {
			p := parameter{field: &ast.Field{Names: []*ast.Ident{name}, Type: field.Type}}
			ast.Inspect(field.Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if component, isParam := of[id.Name]; isParam {
						p.of = &component
						generic := clone(p.field)
						substitute(reflect.ValueOf(generic), map[string]ast.Expr{id.Name: ast.NewIdent("T")})
						p.field = generic
						return false
					}
				}
				return p.of == nil
			})
			c.passed = append(c.passed, p)
		}
	}
	return c
}

func isFunc(f *ast.Field) bool {
	_, ok := f.Type.(*ast.FuncType)
	return ok
}

func qualified(name string) ast.Expr {
	return &ast.SelectorExpr{X: ast.NewIdent("kernel"), Sel: ast.NewIdent(name)}
}

// clone copies a tree.
func clone[N any](n N) N { return cloneValue(reflect.ValueOf(n)).Interface().(N) }

func cloneValue(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(cloneValue(v.Elem()))
		return c
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return cloneValue(v.Elem())
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			c.Field(i).Set(cloneValue(v.Field(i)))
		}
		return c
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(cloneValue(v.Index(i)))
		}
		return c
	}
	return v
}

var (
	exprType = reflect.TypeFor[ast.Expr]()
	posType  = reflect.TypeFor[token.Pos]()
)

// substitute replaces identifiers that are expressions or types.
func substitute(v reflect.Value, replace map[string]ast.Expr) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Kind() == reflect.Interface && v.Type() == exprType {
			if id, ok := v.Interface().(*ast.Ident); ok {
				if with := replace[id.Name]; with != nil {
					v.Set(reflect.ValueOf(clone(with)))
				}
				return
			}
		}
		substitute(v.Elem(), replace)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).Type() != posType {
				substitute(v.Field(i), replace)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			substitute(v.Index(i), replace)
		}
	}
}
