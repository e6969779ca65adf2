package gobench

import (
	"bytes"
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/ecsbench/ecsbench/compare/ab"
	"github.com/ecsbench/ecsbench/compare/instructions"
	"github.com/ecsbench/ecsbench/compare/verdict"
	"github.com/ecsbench/ecsbench/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/profiler/symbol"
)

// A tree is the source of one side, as far as it is the module's own.
type tree struct {
	folder, module string
	files          map[string][]function // by path within the module
}

// A function is a declaration in a file.
type function struct {
	name     string // as in profiles: m.(*T).Get
	from, to int    // lines
	text     string // without comments
}

// newTree reads nothing but the name of the module; without one it knows no
// file.
func newTree(folder string) *tree {
	text, _ := os.ReadFile(filepath.Join(folder, "go.mod"))
	return &tree{folder: folder, module: modfile.ModulePath(text), files: map[string][]function{}}
}

// path is that of a file of the module, from debug information as -trimpath
// leaves it.
func (t *tree) path(file string) (string, bool) {
	if t.module == "" {
		return "", false
	}
	return strings.CutPrefix(file, t.module+"/")
}

// at finds the function that a line belongs to.
func (t *tree) at(file string, line int) (f function, ok bool) {
	path, ok := t.path(file)
	if !ok {
		return f, false
	}
	for _, f := range t.functions(path) {
		if f.from <= line && line <= f.to {
			return f, true
		}
	}
	return f, false
}

// named finds a function by name.
func (t *tree) named(path, name string) (f function, ok bool) {
	list := t.functions(path)
	i := slices.IndexFunc(list, func(f function) bool { return f.name == name })
	if i < 0 {
		return f, false
	}
	return list[i], true
}

// functions lists those of a file, none where it cannot be read.
func (t *tree) functions(path string) []function {
	if list, ok := t.files[path]; ok {
		return list
	}
	t.files[path] = nil
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, filepath.Join(t.folder, filepath.FromSlash(path)), nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, d := range parsed.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		var text bytes.Buffer
		if err := printer.Fprint(&text, token.NewFileSet(), d); err != nil {
			continue
		}
		t.files[path] = append(t.files[path], function{
			parsed.Name.Name + "." + receiver(d) + d.Name.Name, fset.Position(d.Pos()).Line, fset.Position(d.End()).Line, text.String(),
		})
	}
	return t.files[path]
}

// receiver is that of a method as profiles write it: "(*T).".
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return ""
	}
	typ, pointer := d.Recv.List[0].Type, false
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ, pointer = t.X, true
		case *ast.ParenExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			if pointer {
				return "(*" + t.Name + ")."
			}
			return t.Name + "."
		default:
			return ""
		}
	}
}

// bySource names the functions that lines belong to as the source has them:
// what was inlined by its own name. What is not the module's keeps its symbol.
func (t *tree) bySource(by map[cachegrind.Line]int64) map[cachegrind.Line]int64 {
	lines := make(map[cachegrind.Line]int64, len(by))
	for line, n := range by {
		if f, ok := t.at(line.File, line.Number); ok {
			line.Function = f.name
		} else {
			line.Function = symbol.Readable(line.Function)
		}
		lines[line] += n
	}
	return lines
}

const (
	// mostCauses are as many as a reader takes in.
	mostCauses = 3
	// leastShare of a change is worth a line where the function itself was not
	// changed: what the run-time does now and then is in every count.
	leastShare = 0.02
)

// Explain implements [ab.Counter]. A function that was changed goes before those
// that merely do more because of it, such as what it calls.
func (s *Source) Explain(ctx context.Context, grown []instructions.Grown, change float64) []verdict.Cause {
	type found struct {
		verdict.Cause
		changed bool
		grown   float64
	}
	var list []found
	for _, g := range grown {
		f := found{grown: g.Head - g.Base}
		f.Function, f.Where, f.Share = g.Function, verdict.Place{File: g.File, Line: g.Line}, math.NaN()
		if change > 0 {
			f.Share = f.grown / change
		}
		if inModule, ok := s.trees[ab.Head].path(g.File); ok {
			now, _ := s.trees[ab.Head].named(inModule, g.Function)
			before, there := s.trees[ab.Base].named(inModule, g.Function)
			f.changed = !there || now.text != before.text
			f.Where.File = path.Join(filepath.ToSlash(s.prefix), inModule)
			f.Commits = s.commits(ctx, f.Where.File)
		}
		if f.changed || !(f.Share < leastShare) {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b found) int {
		if a.changed != b.changed {
			return map[bool]int{true: -1, false: +1}[a.changed]
		}
		return cmp.Compare(b.grown, a.grown)
	})
	var causes []verdict.Cause
	for _, f := range list[:min(mostCauses, len(list))] {
		causes = append(causes, f.Cause)
	}
	return causes
}

// mostCommits are as many as stand in a line.
const mostCommits = 5

// commits lists those that touched a file. That Git cannot tell is no reason to
// fail what was measured.
func (s *Source) commits(ctx context.Context, file string) []string {
	if s.repo == nil {
		return nil
	}
	list, err := s.repo.Log(ctx, s.revisions[ab.Base], s.revisions[ab.Head], file)
	if err != nil {
		return nil
	}
	for i, line := range list {
		list[i], _, _ = strings.Cut(line, " ")
		if line == "the working tree" {
			list[i] = line
		}
	}
	return list[:min(mostCommits, len(list))]
}
