package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/outdir"
)

// The compiler orders variables on the stack by name if nothing else tells them apart, so
// a function with renamed variables may have other machine code. If a renaming is all
// that was done to some functions, both sides are compiled once more, with the local
// variables of each function numbered in the order of their declarations.

// A goFile is a file of Go.
type goFile struct {
	source   []byte
	numbered []byte // with numbered variables
	// The text of each function, as it is and with numbered variables.
	functions, normalised []string
}

// numberVariables numbers the local variables of each function. ok is false for what is
// no Go.
func numberVariables(source []byte) (f goFile, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, 0)
	if err != nil {
		return f, false
	}
	f.source = source
	done := 0 // bytes of the source
	copyTo := func(end int) {
		f.numbered = append(f.numbered, source[done:end]...)
		done = end
	}
	for _, d := range file.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok || d.Body == nil {
			continue
		}
		fields, numbers := fieldNames(d), map[token.Pos]int{}
		from, to := fset.Position(d.Pos()).Offset, fset.Position(d.End()).Offset
		copyTo(from)
		begin := len(f.numbered)
		ast.Inspect(d, func(node ast.Node) bool {
			id, ok := node.(*ast.Ident)
			if !ok || id.Obj == nil || id.Obj.Kind != ast.Var || id.Name == "_" || fields[id.Name] || id.Obj.Pos() < d.Pos() || id.Obj.Pos() >= d.End() {
				return true
			}
			declared := id.Obj.Pos()
			if _, known := numbers[declared]; !known {
				numbers[declared] = len(numbers)
			}
			if at := fset.Position(id.Pos()).Offset; at >= done {
				copyTo(at)
				f.numbered = append(f.numbered, "ecsbench"+strconv.Itoa(numbers[declared])...)
				done = at + len(id.Name)
			}
			return true
		})
		copyTo(to)
		f.functions = append(f.functions, string(source[from:to]))
		f.normalised = append(f.normalised, string(f.numbered[begin:]))
	}
	copyTo(len(source))
	return f, true
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
	t := tree{}
	for _, p := range b.packages {
		if p.Standard || !strings.HasPrefix(p.Dir, b.dir) {
			continue
		}
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			path := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(path)
			if err != nil {
				continue // made by the go command
			}
			if f, ok := numberVariables(text); ok {
				t[strings.TrimPrefix(path, b.dir)] = f
			}
		}
	}
	return t
}

// alone counts the functions that other lacks.
func (t tree) alone(other tree, functions func(goFile) []string) (n int) {
	has := map[string]bool{}
	for _, f := range other {
		for _, text := range functions(f) {
			has[text] = true
		}
	}
	for _, f := range t {
		for _, text := range functions(f) {
			if !has[text] {
				n++
			}
		}
	}
	return n
}

// renamed reports whether functions of two trees differ by the names of variables.
func renamed(base, head tree) bool {
	asTheyAre := func(f goFile) []string { return f.functions }
	normalised := func(f goFile) []string { return f.normalised }
	return base.alone(head, normalised) < base.alone(head, asTheyAre)
}

// overlay writes an overlay for the go command in which the variables of all files are
// numbered that other has not as they are.
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
	for path, f := range t {
		if same, ok := other[path]; ok && bytes.Equal(same.source, f.source) {
			continue
		}
		file := filepath.Join(folder, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(file, f.numbered, 0o666); err != nil {
			return "", err
		}
		replace[dir+path] = file
	}
	name := filepath.Join(folder, "overlay.json")
	return name, outdir.WriteJSON(name, map[string]any{"Replace": replace})
}

const overlayFlag = "-overlay="

func isOverlay(flag string) bool { return strings.HasPrefix(flag, overlayFlag) }
