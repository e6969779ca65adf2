package generator

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// scenarioMethods are those of a world that scenarios call, by the beginning of their names.
// Others run systems.
var scenarioMethods = map[string][]string{
	"create": {"Spawn"}, "reserve": {"Spawn"}, "memory": {"Spawn"},
	"destroy": {"Destroy", "DestroyAll"}, "freelist": {"Destroy", "Spawn"}, "create-remove": {"Spawn", "Destroy", "DestroyAll"}, "churn": {"Destroy", "Spawn", "Run"},
	"exchange": {"Exchange", "ExchangeAll"}, "watch": {"Exchange"}, "observe": {"Exchange", "Observed"}, "crossover": {"Exchange", "Destroy", "Spawn", "Lookup", "Run"},
	"lookup": {"Lookup"}, "clone": {"Clone"}, "save": {"Save", "Load"}, "detect": {"Touch", "Changed"},
	"relate": {"Attach", "Children"}, "despawn": {"DestroyTrees"}, "deferred": {"Later", "Flush"},
	"parallel": {"Tick"}, "new-world": {"open"},
}

// An excerptDeclaration is a function of the package.
type excerptDeclaration struct {
	*ast.FuncDecl
	generated bool
}

// Excerpt prints the part of an adapter's source that a scenario measures: the methods of its
// world that the scenario calls, and what these call in the package.
//
//	ecsbench list impls ark --scenario exchange
//
// Of generated functions, one per kernel or set of components, it prints the copy for
// Position and Velocity.
func Excerpt(out io.Writer, source fs.FS, scenario string) error {
	set := token.NewFileSet()
	names, err := fs.Glob(source, "*.go")
	if err != nil {
		return err
	}
	known := make(map[string][]excerptDeclaration) // by name: methods of several types may share one
	values := make(map[string][]ast.Expr)          // of variables, which lists of functions are
	var order []excerptDeclaration
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				one := excerptDeclaration{f, strings.HasSuffix(name, "_gen.go")}
				known[f.Name.Name] = append(known[f.Name.Name], one)
				order = append(order, one)
			}
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for _, spec := range g.Specs {
					if v := spec.(*ast.ValueSpec); len(v.Names) == 1 {
						values[v.Names[0].Name] = v.Values
					}
				}
			}
		}
	}
	wanted := make(map[string]bool)
	var want func(name string)
	want = func(name string) {
		if wanted[name] {
			return
		}
		wanted[name] = true
		follow := func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok {
				want(id.Name)
			}
			return true
		}
		for _, f := range known[name] {
			ast.Inspect(f.Body, follow)
		}
		for _, value := range values[name] {
			ast.Inspect(value, follow)
		}
	}
	entry, ok := scenarioMethods[scenario]
	if !ok {
		entry = []string{"Run"}
	}
	for _, name := range entry {
		want(name)
	}
	if len(known[entry[0]]) == 0 {
		return fmt.Errorf("no function of the adapter is measured by %s: the capability is missing", scenario)
	}
	for _, f := range order {
		if !wanted[f.Name.Name] || f.generated && other(f.FuncDecl) {
			continue
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, set, f.FuncDecl); err != nil {
			return err
		}
		at := set.Position(f.Pos())
		if _, err := fmt.Fprintf(out, "// %s:%d\n%s\n\n", at.Filename, at.Line, text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// other reports whether a generated function is the copy for another kernel or set than
// that of Position and Velocity (of look-ups: Position), or only chooses a copy.
func other(f *ast.FuncDecl) bool {
	name := f.Name.Name
	if f.Recv != nil {
		ast.Inspect(f.Recv, func(node ast.Node) bool {
			if id, ok := node.(*ast.Ident); ok {
				name = id.Name
			}
			return true
		})
	}
	ends := []string{"Move", "PositionVelocity"}
	if strings.HasPrefix(f.Name.Name, "lookup") {
		ends = []string{"Position"}
	}
	return !slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) })
}
