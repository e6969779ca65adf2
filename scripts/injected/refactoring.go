package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// refactorings are the kinds of them.
var refactorings = []string{"rename", "extract", "reorder", "move", "unused"}

// refactoring changes a function that is drawn at random without changing what it does. A
// module that has no place for a kind gets the next one.
func (c *change) refactoring(rng *rand.Rand, kind string) {
	first := slices.Index(refactorings, kind)
	for i := range refactorings {
		c.kind = refactorings[(first+i)%len(refactorings)]
		for _, at := range rng.Perm(len(c.module.functions)) {
			if c.refactor(c.module.functions[at]) && c.valid() {
				c.chooseOthers(rng)
				return
			}
		}
	}
	program.Check(errors.New("no function can be changed"))
}

// refactor writes the files of a change of a function. ok is false if it is impossible.
func (c *change) refactor(f function) (ok bool) {
	best, share := c.module.reaching(f)
	if share == 0 {
		return false
	}
	text := program.Must(os.ReadFile(filepath.Join(c.module.dir, f.file)))
	c.function, c.benchmark, c.files = f, best, nil
	switch c.kind {
	case "rename":
		c.files = rename(f, text)
	case "extract":
		c.files = c.module.extract(f, text)
	case "reorder":
		c.files = reorder(f, text)
	case "move":
		c.files = move(f, text)
	case "unused":
		const unused = "\n\nfunc injectedUnused(n int) []int {\n\treturn make([]int, n)\n}"
		if above := strings.LastIndex(string(text[:f.from]), "\n\n"); above >= 0 { // its comment
			c.files = map[string]string{f.file: string(text[:above]) + unused + string(text[above:])}
		}
	}
	return c.files != nil
}

// parse returns the declaration of a function.
func parse(f function, text []byte) (*token.FileSet, *ast.File, *ast.FuncDecl) {
	fset := token.NewFileSet()
	file := program.Must(parser.ParseFile(fset, "", text, parser.ParseComments))
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && fset.Position(d.Pos()).Offset == f.from {
			return fset, file, d
		}
	}
	return nil, nil, nil
}

func printed(fset *token.FileSet, file *ast.File) string {
	var b bytes.Buffer
	program.Check(format.Node(&b, fset, file))
	return b.String()
}

// rename renames all variables that the body of a function declares.
func rename(f function, text []byte) map[string]string {
	fset, file, d := parse(f, text)
	var all []*ast.Ident
	ast.Inspect(d, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if ok && id.Obj != nil && id.Obj.Kind == ast.Var && id.Name != "_" && id.Obj.Pos() >= d.Pos() && id.Obj.Pos() < d.End() {
			all = append(all, id)
		}
		return true
	})
	for _, id := range all { // an object is found by its name
		id.Name = "z" + id.Name + "Renamed"
	}
	if len(all) < 8 {
		return nil
	}
	return map[string]string{f.file: printed(fset, file)}
}

// inlinable is a line of the compiler's report.
var inlinable = regexp.MustCompile(`(?m)^\S*?([^/\s]+\.go):(\d+):\d+: can inline `)

// extract moves the body of an inlined function to a new one.
func (m *module) extract(f function, text []byte) map[string]string {
	out := m.series.command(filepath.Join(m.dir, f.folder), "sh", "-c", "go build -gcflags=-m . 2>&1")
	found := slices.ContainsFunc(inlinable.FindAllStringSubmatch(out, -1), func(s []string) bool {
		return s[1] == path.Base(f.file) && s[2] == fmt.Sprint(f.line)
	})
	if !found {
		return nil
	}
	_, file, d := parse(f, text)
	if file == nil {
		return nil
	}
	var arguments []string
	for _, p := range d.Type.Params.List {
		for _, name := range p.Names {
			if _, dots := p.Type.(*ast.Ellipsis); name.Name == "_" || dots {
				return nil
			}
			arguments = append(arguments, name.Name)
		}
	}
	call := "injected" + strings.ToUpper(d.Name.Name[:1]) + d.Name.Name[1:] + "(" + strings.Join(arguments, ", ") + ")"
	if d.Recv != nil {
		if len(d.Recv.List[0].Names) == 0 || d.Recv.List[0].Names[0].Name == "_" {
			return nil
		}
		call = d.Recv.List[0].Names[0].Name + "." + call
	}
	if d.Type.Results != nil {
		call = "return " + call
	}
	declaration := string(text[f.from:f.to])
	name := int(d.Name.Pos() - d.Pos()) // offset in the declaration
	extracted := declaration[:name] + "injected" + strings.ToUpper(d.Name.Name[:1]) + d.Name.Name[1:] + declaration[name+len(d.Name.Name):]
	wrapper := string(text[f.from:f.body]) + "\n\t" + call + "\n}"
	return map[string]string{f.file: string(text[:f.from]) + wrapper + "\n\n" + extracted + string(text[f.to:])}
}

// reorder swaps the first two neighbouring statements that are independent.
func reorder(f function, text []byte) map[string]string {
	fset, _, d := parse(f, text)
	swapped := ""
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	ast.Inspect(d.Body, func(n ast.Node) bool {
		block, ok := n.(*ast.BlockStmt)
		if !ok || swapped != "" {
			return swapped == ""
		}
		for i := 1; i < len(block.List) && swapped == ""; i++ {
			a, b := block.List[i-1], block.List[i]
			if independent(a, b) {
				first, second := text[offset(a.Pos()):offset(a.End())], text[offset(b.Pos()):offset(b.End())]
				swapped = string(slices.Concat(text[:offset(a.Pos())], second, text[offset(a.End()):offset(b.Pos())], first, text[offset(b.End()):]))
			}
		}
		return true
	})
	if swapped == "" {
		return nil
	}
	return map[string]string{f.file: swapped}
}

// independent reports whether two assignments to variables have no name in common and
// call nothing.
func independent(a, b ast.Stmt) bool {
	names := func(s ast.Stmt) (set, all map[string]bool, ok bool) {
		assign, ok := s.(*ast.AssignStmt)
		set, all = map[string]bool{}, map[string]bool{}
		if !ok {
			return nil, nil, false
		}
		for _, l := range assign.Lhs {
			root := l
			if sel, is := l.(*ast.SelectorExpr); is {
				root = sel.Sel
			}
			id, is := root.(*ast.Ident)
			if !is {
				return nil, nil, false
			}
			set[id.Name] = true
		}
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				f, is := n.Fun.(*ast.Ident)
				ok = ok && is && slices.Contains([]string{"len", "cap", "int", "uint32", "uint64", "byte"}, f.Name)
			case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.FuncLit, *ast.UnaryExpr: // may panic or refer to anything
				ok = false
			case *ast.Ident:
				all[n.Name] = true
			}
			return ok
		})
		return set, all, ok
	}
	setA, allA, okA := names(a)
	setB, allB, okB := names(b)
	if !okA || !okB {
		return false
	}
	for n := range setA {
		if allB[n] {
			return false
		}
	}
	for n := range setB {
		if allA[n] {
			return false
		}
	}
	return true
}

// move moves a function that needs no import to a file of its own.
func move(f function, text []byte) map[string]string {
	_, file, d := parse(f, text)
	if file == nil {
		return nil
	}
	declaration := string(text[f.from:f.to])
	for _, i := range file.Imports {
		name := path.Base(strings.Trim(i.Path.Value, `"`))
		if i.Name != nil {
			name = i.Name.Name
		}
		if strings.Contains(declaration, name+".") {
			return nil
		}
	}
	from := f.from
	if d.Doc != nil {
		from -= int(d.Pos() - d.Doc.Pos())
		if strings.Contains(d.Doc.Text(), "go:") || slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") }) {
			return nil
		}
	}
	return map[string]string{
		f.file:                          string(text[:max(0, from)]) + string(text[f.to:]),
		path.Join(f.folder, "moved.go"): "package " + f.pkg + "\n\n" + declaration + "\n",
	}
}
