package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/outdir"
)

// The compiler orders variables on the stack by name if they are equal otherwise, and the
// entries of the dictionaries of generic types by the positions of their functions. So a
// function may have other machine code because variables were renamed or functions were
// moved. Then both sides are compiled again in a normal form: the local variables of each
// function are numbered in the order of their declarations, and each function is in a file
// of its own.

// A goFile is a file of Go in its normal form.
type goFile struct {
	source    []byte
	pkg       string
	test      bool
	rest      []byte // without the functions
	functions []function
}

// A function of a file.
type function struct {
	name       string // with its receiver
	source     string
	normalised string // with numbered variables
	file       []byte // of its own; nil if it stays where it is
}

// normalise reads a file. Packages has the names of packages by import path. ok is false
// if it is not Go.
func normalise(path string, source []byte, packages map[string]string) (f goFile, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.ParseComments)
	if err != nil {
		return f, false
	}
	f = goFile{source: source, pkg: file.Name.Name, test: strings.HasSuffix(path, "_test.go")}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	stay := staysWhole(file)
	var kept []ast.Decl
	type part struct {
		from, to int
		text     string
	}
	var parts []part // of the source that become another text
	importsAt := -1
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body == nil {
				kept = append(kept, d)
				continue
			}
			from, to := offset(d.Pos()), offset(d.End())
			fn := function{name: receiver(d) + d.Name.Name, source: string(source[from:to]), normalised: numberVariables(fset, d, source)}
			switch {
			case stay || d.Name.Name == "init" || d.Name.Name == "_":
				parts = append(parts, part{from, to, fn.normalised})
				kept = append(kept, d)
			default:
				doc := ""
				if d.Doc != nil {
					doc = string(source[offset(d.Doc.Pos()):from])
					from = offset(d.Doc.Pos())
				}
				fn.file = fmt.Appendf(nil, "%spackage %s\n\n%s\n%s%s\n", constraint(file), f.pkg, imports(file, []ast.Decl{d}, packages, strings.Contains(doc, "go:linkname")), doc, fn.normalised)
				parts = append(parts, part{from, to, ""})
			}
			f.functions = append(f.functions, fn)
		case *ast.GenDecl:
			if d.Tok != token.IMPORT || stay {
				kept = append(kept, d)
				continue
			}
			if importsAt < 0 {
				importsAt = len(parts)
			}
			parts = append(parts, part{offset(d.Pos()), offset(d.End()), ""})
		}
	}
	if importsAt >= 0 {
		parts[importsAt].text = imports(file, kept, packages, bytes.Contains(source, []byte("//go:linkname")))
	}
	done := 0
	for _, p := range parts {
		f.rest = append(append(f.rest, source[done:p.from]...), p.text...)
		done = p.to
	}
	f.rest = append(f.rest, source[done:]...)
	return f, true
}

// staysWhole reports whether functions may need imports of a file that are not known by
// name.
func staysWhole(file *ast.File) bool {
	for _, i := range file.Imports {
		if i.Path.Value == `"C"` || i.Name != nil && i.Name.Name == "." {
			return true
		}
	}
	return false
}

// constraint is the build constraint of a file, which may contain the version of the
// language.
func constraint(file *ast.File) string {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < file.Package && strings.HasPrefix(c.Text, "//go:build ") {
				return c.Text + "\n\n"
			}
		}
	}
	return ""
}

// receiver is the type of a method.
func receiver(d *ast.FuncDecl) (name string) {
	if d.Recv != nil {
		ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name + "."
			}
			return true
		})
	}
	return name
}

// imports are those of a file that some declarations need.
func imports(file *ast.File, decls []ast.Decl, packages map[string]string, linked bool) string {
	used := map[string]bool{}
	for _, d := range decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok && id.Obj == nil {
					used[id.Name] = true
				}
			}
			return true
		})
	}
	text, unsafe := "", false
	for _, i := range file.Imports {
		importPath, _ := strconv.Unquote(i.Path.Value)
		name := packages[importPath]
		if name == "" {
			name = path.Base(importPath)
		}
		given := ""
		if i.Name != nil {
			name, given = i.Name.Name, i.Name.Name+" "
		}
		if used[name] {
			text += "import " + given + i.Path.Value + "\n"
			unsafe = unsafe || importPath == "unsafe"
		}
	}
	if linked && !unsafe {
		text += "import _ \"unsafe\"\n"
	}
	return text
}

// numberVariables is the text of a function with its local variables numbered.
func numberVariables(fset *token.FileSet, d *ast.FuncDecl, source []byte) string {
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	fields, numbers := fieldNames(d), map[token.Pos]int{}
	var text []byte
	done := offset(d.Pos())
	ast.Inspect(d, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok || id.Obj == nil || id.Obj.Kind != ast.Var || id.Name == "_" || fields[id.Name] || id.Obj.Pos() < d.Pos() || id.Obj.Pos() >= d.End() {
			return true
		}
		declared := id.Obj.Pos()
		if _, known := numbers[declared]; !known {
			numbers[declared] = len(numbers)
		}
		if at := offset(id.Pos()); at >= done {
			text = append(append(text, source[done:at]...), "ecsbench"+strconv.Itoa(numbers[declared])...)
			done = at + len(id.Name)
		}
		return true
	})
	return string(append(text, source[done:offset(d.End())]...))
}

// fieldNames lists the names of fields in a function: the parser does not know whether
// the key of a literal is a field or a variable.
func fieldNames(f *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				names[id.Name] = true
			}
		case *ast.StructType:
			for _, field := range n.Fields.List {
				for _, id := range field.Names {
					names[id.Name] = true
				}
			}
		}
		return true
	})
	return names
}

// A tree is the files of one side outside of the toolchain, by path below its folder.
type tree map[string]goFile

func (b *build) tree() tree {
	t, names := tree{}, map[string]string{}
	for _, p := range b.packages {
		names[p.ImportPath] = p.Name
	}
	for _, p := range b.packages {
		if p.Standard || !strings.HasPrefix(p.Dir, b.dir) {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			file := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(file)
			if err != nil {
				continue // made by the go command
			}
			if f, ok := normalise(file, text, names); ok {
				t[strings.TrimPrefix(file, b.dir)] = f
			}
		}
	}
	return t
}

// places lists the functions with their text, in the order of the files.
func (t tree) places(text func(function) string) (list []string) {
	for _, path := range slices.Sorted(maps.Keys(t)) {
		for _, f := range t[path].functions {
			list = append(list, filepath.Dir(path)+"\x00"+text(f))
		}
	}
	return list
}

// refactored reports whether functions of two trees differ by the names of variables, or
// are the same at another place.
func refactored(base, head tree) bool {
	source, normal := func(f function) string { return f.source }, func(f function) string { return f.normalised }
	has := func(list []string) map[string]bool {
		set := map[string]bool{}
		for _, text := range list {
			set[text] = true
		}
		return set
	}
	common := func(text func(function) string) (inBase, inHead []string) {
		inBase, inHead = base.places(text), head.places(text)
		ofBase, ofHead := has(inBase), has(inHead)
		inBase = slices.DeleteFunc(inBase, func(f string) bool { return !ofHead[f] })
		inHead = slices.DeleteFunc(inHead, func(f string) bool { return !ofBase[f] })
		return inBase, inHead
	}
	asTheyAre, there := common(source)
	normalised, _ := common(normal)
	return len(normalised) > len(asTheyAre) || !slices.Equal(asTheyAre, there)
}

// overlay writes an overlay for the go command in which the packages that differ from
// other are in their normal form.
func (t tree) overlay(other tree, dir, folder string, flags []string) (string, error) {
	replace := map[string]string{}
	if i := slices.IndexFunc(flags, isOverlay); i >= 0 {
		text, err := os.ReadFile(strings.TrimPrefix(flags[i], overlayFlag))
		if err != nil {
			return "", err
		}
		var given struct{ Replace map[string]string }
		if err := json.Unmarshal(text, &given); err != nil {
			return "", err
		}
		replace = given.Replace
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	put := func(path string, text []byte) error {
		file := filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		replace[dir+path] = file
		return os.WriteFile(file, text, 0o666)
	}
	differs := map[string]bool{} // by folder
	for _, side := range [][2]tree{{t, other}, {other, t}} {
		for path, f := range side[0] {
			if same, ok := side[1][path]; !ok || !bytes.Equal(same.source, f.source) {
				differs[filepath.Dir(path)] = true
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(t)) {
		f := t[path]
		if !differs[filepath.Dir(path)] {
			continue
		}
		if err := put(path, f.rest); err != nil {
			return "", err
		}
		for _, fn := range f.functions {
			if fn.file == nil {
				continue
			}
			name := fmt.Sprintf("zz_ecsbench_%x.go", f.pkg+" "+fn.name)
			if f.test {
				name = strings.TrimSuffix(name, ".go") + "_test.go"
			}
			if err := put(filepath.Join(filepath.Dir(path), name), fn.file); err != nil {
				return "", err
			}
		}
	}
	name := filepath.Join(folder, "overlay.json")
	return name, outdir.WriteJSON(name, map[string]any{"Replace": replace})
}

const overlayFlag = "-overlay="

func isOverlay(flag string) bool { return strings.HasPrefix(flag, overlayFlag) }
