package cmd

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// scenarioMethods lists, by scenario, the methods of a world that it calls. Other scenarios run
// systems.
var scenarioMethods = map[string][]string{
	"create": {"Spawn"}, "reserve": {"Spawn"}, "memory": {"Spawn"},
	"destroy": {"Destroy"}, "freelist": {"Destroy", "Spawn"}, "create-remove": {"Spawn", "Destroy"}, "churn": {"Destroy", "Spawn", "Run"},
	"exchange": {"Exchange"}, "watch": {"Exchange"}, "crossover": {"Exchange", "Destroy", "Spawn", "Lookup", "Run"},
	"lookup": {"Lookup"}, "save": {"Save", "Load"}, "detect": {"Touch", "Changed"}, "deferred": {"Flush", "Later"},
	"parallel": {"Tick"}, "new-world": {"open"},
}

// designFunctions lists the functions of a design that the methods of its world call.
var designFunctions = map[string][]string{
	"Spawn": {"Insert"}, "Destroy": {"Delete"}, "Exchange": {"Insert", "Delete"}, "Lookup": {"Look"},
	"Run": {"each", "join"}, "Tick": {"each", "join"},
}

// writePlaces prints where an implementation has the code that a scenario measures: the methods of its
// world, and the functions of its design. Files in the folder seed belong to the package that designs
// share.
//
//	ecsbench list impls dense --scenario exchange
func writePlaces(out io.Writer, source fs.FS, scenario string) error {
	if source == nil {
		return errors.New("its source is not in the program: set Source of its Implementation, an embed.FS of its Go files")
	}
	entry, ok := scenarioMethods[scenario]
	if !ok {
		entry = []string{"Run"}
	}
	names := slices.Clone(entry)
	for _, name := range entry {
		names = append(names, designFunctions[name]...)
	}
	var places strings.Builder
	lacks := true
	for _, pattern := range []string{"*.go", "seed/*.go"} {
		files, err := fs.Glob(source, pattern)
		if err != nil {
			return err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_gen.go") {
				continue
			}
			text, err := fs.ReadFile(source, file)
			if err != nil {
				return err
			}
			set := token.NewFileSet()
			parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil || !slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, f.Name.Name) }) {
					continue
				}
				lacks = lacks && f.Name.Name != entry[0]
				at, end := set.Position(f.Pos()), set.Position(f.Body.Pos())
				fmt.Fprintf(&places, "%s:%d: %s\n", file, at.Line, strings.TrimSpace(string(text[at.Offset:end.Offset])))
			}
		}
	}
	if lacks {
		return fmt.Errorf("no function of the implementation is measured by %s: the capability is missing", scenario)
	}
	_, err := io.WriteString(out, places.String())
	return err
}
