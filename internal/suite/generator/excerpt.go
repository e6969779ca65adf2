package generator

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// scenarioMethods lists, by the start of scenario names, the methods of a world that scenarios
// call. Other scenarios run systems.
var scenarioMethods = map[string][]string{
	"create": {"Spawn"}, "reserve": {"Spawn"}, "memory": {"Spawn"},
	"destroy": {"Destroy"}, "freelist": {"Destroy", "Spawn"}, "create-remove": {"Spawn", "Destroy"}, "churn": {"Destroy", "Spawn", "Run"},
	"exchange": {"Exchange"}, "watch": {"Exchange"}, "crossover": {"Exchange", "Destroy", "Spawn", "Lookup", "Run"},
	"lookup": {"Lookup"}, "save": {"Save", "Load"}, "detect": {"Touch", "Changed"}, "deferred": {"Flush", "Later"},
	"parallel": {"Tick"}, "new-world": {"open"},
}

// backendFields are the fields of seed.Backend with the loops of a design, and the functions of
// the design in them.
var backendFields = map[string]string{"Each": "each", "Join": "join"}

// An excerptDeclaration is a function, a variable or a type.
type excerptDeclaration struct {
	file     string
	name     string
	receiver string // the type of a method
	contents ast.Node
	function *ast.FuncDecl // nil of others
}

// Excerpt prints the part of an implementation's source that a scenario measures: the methods of its
// world that the scenario calls, and their callees in the package. Files in the folder seed
// belong to the package that designs share.
//
//	ecsbench list impls dense --scenario exchange
//
// Of generated functions, one per kernel, it prints the copy for Position and Velocity.
func Excerpt(out io.Writer, source fs.FS, scenario string) error {
	if source == nil {
		return errors.New("its source is not in the program: set Source of its Implementation, an embed.FS of its Go files")
	}
	set := token.NewFileSet()
	var order []excerptDeclaration
	for _, pattern := range []string{"*.go", "seed/*.go"} {
		names, err := fs.Glob(source, pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			more, err := declarations(set, source, name)
			if err != nil {
				return err
			}
			order = append(order, more...)
		}
	}
	used := make(map[string]bool) // names in the implementation, and what these reach
	for _, d := range order {
		used[d.name] = used[d.name] || !strings.HasPrefix(d.file, "seed/")
	}
	reach(order, used, used)
	order = slices.DeleteFunc(order, func(d excerptDeclaration) bool {
		_, isType := d.contents.(*ast.TypeSpec)
		return isType
	})
	entry, ok := scenarioMethods[scenario]
	if !ok {
		entry = []string{"Run"}
	}
	wanted := make(map[string]bool)
	for _, name := range entry {
		wanted[name] = true
	}
	order = slices.DeleteFunc(reach(order, wanted, used), func(d excerptDeclaration) bool { return d.function == nil })
	if !slices.ContainsFunc(order, func(d excerptDeclaration) bool { return d.name == entry[0] }) {
		return fmt.Errorf("no function of the implementation is measured by %s: the capability is missing", scenario)
	}
	for _, d := range order {
		if strings.HasSuffix(d.file, "_gen.go") && other(d) {
			continue
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, set, d.function); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "// %s:%d\n%s\n\n", d.file, set.Position(d.function.Pos()).Line, text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// declarations lists those of a file, none of a test.
func declarations(set *token.FileSet, source fs.FS, name string) (list []excerptDeclaration, err error) {
	if strings.HasSuffix(name, "_test.go") {
		return nil, nil
	}
	text, err := fs.ReadFile(source, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch d := node.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				list = append(list, excerptDeclaration{name, d.Name.Name, receiverOf(d), d.Body, d})
			}
			return false
		case *ast.TypeSpec:
			list = append(list, excerptDeclaration{file: name, name: d.Name.Name, contents: d})
		case *ast.ValueSpec: // such as a list of functions
			if len(d.Names) == 1 {
				list = append(list, excerptDeclaration{file: name, name: d.Names[0].Name, contents: d})
			}
		}
		return true
	})
	return list, nil
}

// reach returns the declarations of the names, and adds the names that occur in them. It
// includes only methods of used types.
func reach(list []excerptDeclaration, names, used map[string]bool) (reached []excerptDeclaration) {
	in := func(d excerptDeclaration) bool { return names[d.name] && (d.receiver == "" || used[d.receiver]) }
	for before := -1; before < len(names); {
		before = len(names)
		reached = lists.Filter(list, in)
		for _, d := range reached {
			ast.Inspect(d.contents, func(node ast.Node) bool {
				switch n := node.(type) {
				case *ast.SelectorExpr: // kernel.Touch is not the method Touch
					p, ok := n.X.(*ast.Ident)
					return !ok || p.Name != "impls" && p.Name != "kernel"
				case *ast.Ident:
					names[n.Name] = true
					if loop := backendFields[n.Name]; loop != "" {
						names[loop] = true
					}
				}
				return true
			})
		}
	}
	return reached
}

// receiverOf returns the name of the type of a method, "" of a function.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	name, _, _ := strings.Cut(types.ExprString(f.Recv.List[0].Type), "[")
	return strings.TrimPrefix(name, "*")
}

// other reports whether a generated function only chooses a copy, or is a copy for another
// kernel than that of Position and Velocity.
func other(d excerptDeclaration) bool {
	return !strings.HasSuffix(cmp.Or(d.receiver, d.name), "Move")
}
