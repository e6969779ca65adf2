package proof

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The compiler orders equal variables on the stack by name, and the entries of the dictionaries
// of generic types by the positions of their functions. So renamed variables or moved functions
// may change the machine code of a function. Then both sides are compiled again in a normal
// form: the local variables of each function are numbered in the order of their declarations,
// and each function has a separate file.

// A tree is the files of one side outside of the toolchain, by path below its folder.
type tree map[string]goFile

// A goFile is a Go file in its normal form.
type goFile struct {
	source    []byte
	rest      []byte // without the functions with a separate file
	functions []function
}

// A function of a file, without comments.
type function struct {
	folder string
	plain  string // unchanged
	normal string // with numbered variables
	path   string // of its separate file; empty if it stays in place
	file   []byte // its separate file
}

// tree reads the files of a build.
func (b *build) tree() tree {
	t, names := tree{}, map[string]string{}
	for _, p := range b.packages {
		names[p.ImportPath] = p.Name
	}
	for _, p := range b.packages {
		if p.Standard || !strings.HasPrefix(p.Dir, b.in.Dir) {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			file := filepath.Join(p.Dir, name)
			source, err := os.ReadFile(file)
			if err != nil {
				continue // made by the go command
			}
			at := strings.TrimPrefix(file, b.in.Dir)
			if f, err := normalise(at, source, names); err == nil {
				t[at] = f
			}
		}
	}
	return t
}

// normalise reads a file. Names has the names of packages by import path.
func normalise(at string, source []byte, names map[string]string) (goFile, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.ParseComments)
	if err != nil {
		return goFile{}, err
	}
	bare, err := parser.ParseFile(fset, "", source, 0) // without comments
	if err != nil {
		return goFile{}, err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	whole := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { // functions may need any of them
		return i.Path.Value == `"C"` || i.Name != nil && i.Name.Name == "."
	})
	var directives []*ast.Comment // for the next declaration
	constraint := ""              // may contain the version of the language
	for _, group := range file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//go:") && c.Pos() > file.Package {
				directives = append(directives, c)
			} else if strings.HasPrefix(c.Text, "//go:build ") {
				constraint = c.Text + "\n\n"
			}
		}
	}
	f := goFile{source: source}
	var kept []ast.Decl
	var body []byte // of rest, behind the imports
	done := offset(file.Name.End())
	replace := func(from, to token.Pos, text string) {
		body = append(append(body, source[done:offset(from)]...), text...)
		done = offset(to)
	}
	for i, d := range file.Decls {
		before := file.Name.End()
		if i > 0 {
			before = file.Decls[i-1].End()
		}
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && !whole {
			replace(d.Pos(), d.End(), "")
			continue
		}
		fn, ok := bare.Decls[i].(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			kept = append(kept, d)
			continue
		}
		from, head := d.Pos(), ""
		for _, c := range directives {
			if before <= c.Pos() && c.Pos() < d.Pos() {
				from, head = min(from, c.Pos()), head+c.Text+"\n"
			}
		}
		function := function{folder: filepath.Dir(at), plain: head + text(fn)}
		numberVariables(fn)
		function.normal = head + text(fn)
		if whole || fn.Name.Name == "init" || fn.Name.Name == "_" {
			kept = append(kept, d)
			replace(from, d.End(), function.normal)
		} else {
			function.path = filepath.Join(function.folder, ownFile(file.Name.Name, fn, strings.HasSuffix(at, "_test.go")))
			function.file = fmt.Appendf(nil, "%spackage %s\n\n%s\n%s\n", constraint, file.Name, imports(file, fn, names), function.normal)
			replace(from, d.End(), "")
		}
		f.functions = append(f.functions, function)
	}
	head := source[:offset(file.Name.End())]
	if !whole {
		head = fmt.Appendf(nil, "%s\n%s", head, imports(file, &ast.File{Name: file.Name, Decls: kept}, names))
	}
	f.rest = slices.Concat(head, body, source[done:])
	return f, nil
}

// text is the text of a function, which does not depend on its position.
func text(fn *ast.FuncDecl) string {
	var b bytes.Buffer
	format.Node(&b, token.NewFileSet(), fn) // a parsed function has a format
	return b.String()
}

// numberVariables renames the local variables of a function.
func numberVariables(fn *ast.FuncDecl) {
	fields, renamed := fieldNames(fn), map[any]string{} // by object
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id.Obj == nil || id.Obj.Kind != ast.Var || id.Name == "_" {
			return true
		}
		if renamed[id.Obj] == "" {
			if fields[id.Name] || id.Obj.Pos() < fn.Pos() || id.Obj.Pos() >= fn.End() {
				return true
			}
			renamed[id.Obj] = "ecsbench" + strconv.Itoa(len(renamed))
		}
		id.Name = renamed[id.Obj]
		return true
	})
}

// fieldNames lists the names of fields in a function. Variables with these names keep them,
// because the syntax of a key in a literal is the same for a field and a variable.
func fieldNames(fn *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(fn, func(n ast.Node) bool {
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

// ownFile names the file of a function. The go command orders files by name, so the name
// depends only on the function.
func ownFile(pkg string, fn *ast.FuncDecl, test bool) string {
	name := pkg + " "
	if fn.Recv != nil {
		name += types.ExprString(fn.Recv.List[0].Type) + "."
	}
	suffix := ".go"
	if test {
		suffix = "_test.go"
	}
	return fmt.Sprintf("zz_ecsbench_%x%s", name+fn.Name.Name, suffix)
}

// imports are those of a file that a part of it needs, and those without a name. Directives
// need unsafe.
func imports(file *ast.File, part ast.Node, names map[string]string) string {
	used := map[string]bool{"_": true}
	ast.Inspect(part, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && id.Obj == nil {
				used[id.Name] = true
			}
		}
		return true
	})
	list := "import _ \"unsafe\"\n"
	for _, i := range file.Imports {
		importPath, _ := strconv.Unquote(i.Path.Value)
		name := cmp.Or(names[importPath], path.Base(importPath))
		given := ""
		if i.Name != nil {
			name, given = i.Name.Name, i.Name.Name
		}
		if used[name] {
			list += "import " + given + " " + i.Path.Value + "\n"
		}
	}
	return list
}

// functions iterates in the order of the files.
func (t tree) functions(yield func(function) bool) {
	for _, at := range slices.Sorted(maps.Keys(t)) {
		for _, f := range t[at].functions {
			if !yield(f) {
				return
			}
		}
	}
}

// refactored reports whether functions of two trees differ by the names of variables, or
// are the same at another place.
func refactored(base, head tree) bool {
	common := func(t, other tree) (list []string) {
		there := map[string]bool{}
		for f := range other.functions {
			there[f.folder+"\x00"+f.normal] = true
		}
		for f := range t.functions {
			if there[f.folder+"\x00"+f.normal] {
				list = append(list, f.folder+"\x00"+f.plain)
			}
		}
		return list
	}
	return !slices.Equal(common(base, head), common(head, base))
}

// build compiles the packages that differ from those of another tree again, in their normal
// form.
func (t tree) build(ctx context.Context, b *build, other tree, importPaths []string, replaced map[string]string) (*build, error) {
	differs := map[string]bool{} // by folder
	for _, side := range [][2]tree{{t, other}, {other, t}} {
		for at, f := range side[0] {
			if same, ok := side[1][at]; !ok || !bytes.Equal(same.source, f.source) {
				differs[filepath.Dir(at)] = true
			}
		}
	}
	files := map[string][]byte{}
	for at, f := range t {
		if !differs[filepath.Dir(at)] {
			continue
		}
		files[at] = f.rest
		for _, fn := range f.functions {
			if fn.path != "" {
				files[fn.path] = fn.file
			}
		}
	}
	folder, err := os.MkdirTemp(b.in.Temporary, "normal-")
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	maps.Copy(all, replaced)
	for at, content := range files {
		file := filepath.Join(folder, fmt.Sprintf("%d.go", len(all)))
		if err := os.WriteFile(file, content, 0o666); err != nil {
			return nil, err
		}
		all[b.in.Dir+at] = file
	}
	return newBuild(ctx, b.library, b.in, importPaths, all)
}
