package kernel

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// declarations holds the component types, the kernels, and what they use.
//
//go:embed components.go kernels.go access.go
var declarations embed.FS

// Source returns Go code with some declarations of this package and those that they use, in the
// order of their files: component types with Init and Hash, functions, constants. It is for
// programs that do not import the package. Imports lists the packages that the code uses.
func Source(names ...string) (code string, imports []string, err error) {
	files := token.NewFileSet()
	type declaration struct {
		node ast.Node
		text string
		uses []string
		kept bool
	}
	var all []*declaration
	of := make(map[string][]*declaration) // by name; methods are those of their type
	for _, name := range []string{"components.go", "kernels.go", "access.go"} {
		source, err := declarations.ReadFile(name)
		if err != nil {
			return "", nil, err
		}
		file, err := parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return "", nil, err
		}
		add := func(node ast.Node, doc *ast.CommentGroup, before string, names ...string) {
			from := node.Pos()
			if doc != nil {
				before = string(source[files.Position(doc.Pos()).Offset:files.Position(doc.End()).Offset]) + "\n" + before
			}
			d := &declaration{node: node, text: before + string(source[files.Position(from).Offset:files.Position(node.End()).Offset])}
			ast.Inspect(node, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is {
					d.uses = append(d.uses, id.Name)
				}
				return true
			})
			all = append(all, d)
			for _, name := range names {
				of[name] = append(of[name], d)
			}
		}
		for _, node := range file.Decls {
			switch d := node.(type) {
			case *ast.FuncDecl:
				if name := d.Name.Name; d.Recv == nil {
					add(&ast.FuncDecl{Name: d.Name, Type: d.Type, Body: d.Body}, d.Doc, "", name)
				} else if name == "Init" || name == "Hash" {
					add(&ast.FuncDecl{Recv: d.Recv, Name: d.Name, Type: d.Type, Body: d.Body}, d.Doc, "", d.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(&ast.TypeSpec{Name: s.Name, Type: s.Type}, s.Doc, "type ", s.Name.Name)
					case *ast.ValueSpec:
						var names []string
						for _, n := range s.Names {
							names = append(names, n.Name)
						}
						doc := s.Doc
						if !d.Lparen.IsValid() {
							doc = d.Doc
						}
						add(&ast.ValueSpec{Names: s.Names, Type: s.Type, Values: s.Values}, doc, d.Tok.String()+" ", names...)
					}
				}
			}
		}
	}
	var keep func(name string)
	keep = func(name string) {
		for _, d := range of[name] {
			if !d.kept {
				d.kept = true
				for _, used := range d.uses {
					keep(used)
				}
			}
		}
	}
	for _, name := range names {
		if len(of[name]) == 0 {
			return "", nil, fmt.Errorf("package kernel declares no %s", name)
		}
		keep(name)
	}
	var b strings.Builder
	for _, d := range all {
		if !d.kept {
			continue
		}
		if strings.Contains(d.text, "\n") { // declarations of one line follow each other
			b.WriteString("\n" + d.text + "\n\n")
		} else {
			b.WriteString(d.text + "\n")
		}
		for _, name := range []string{"math", "unsafe"} {
			if slices.Contains(d.uses, name) && !slices.Contains(imports, name) {
				imports = append(imports, name)
			}
		}
	}
	return b.String(), imports, nil
}
