// Package origin says where in the source of the two sides of an experiment a change
// of work comes from: which function a line belongs to, which functions were
// changed, and by which commits.
package origin

import (
	"bytes"
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ecsbench/ecsbench/internal/ab/source"
	"github.com/ecsbench/ecsbench/internal/cause"
	"github.com/ecsbench/ecsbench/internal/instructions"
	"github.com/ecsbench/ecsbench/internal/profiler/cachegrind"
	"github.com/ecsbench/ecsbench/internal/profiler/symbol"
)

// A Tree is the source of one side, as far as it is in a folder. Nil knows nothing.
type Tree struct {
	folder, root string
	reading      sync.Mutex
	files        map[string][]function // by path in the folder
}

// New is the source in a folder, whose files are called root/... by the debug
// information of programs, as -trimpath leaves it: the path of a module. Nothing is
// read before it is asked for.
func New(folder, root string) *Tree {
	return &Tree{folder: folder, root: root, files: map[string][]function{}}
}

// A function is a declaration in a file.
type function struct {
	name     string // as in profiles: m.(*T).Get
	from, to int    // lines
	text     string // without comments
}

// path is that of a file in the folder, from debug information.
func (t *Tree) path(file string) (string, bool) {
	if t == nil || t.root == "" {
		return "", false
	}
	return strings.CutPrefix(file, t.root+"/")
}

// at finds the function that a line belongs to.
func (t *Tree) at(file string, line int) (f function, ok bool) {
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
func (t *Tree) named(path, name string) (f function, ok bool) {
	list := t.functions(path)
	i := slices.IndexFunc(list, func(f function) bool { return f.name == name })
	if i < 0 {
		return f, false
	}
	return list[i], true
}

// functions lists those of a file, none where it cannot be read.
func (t *Tree) functions(path string) []function {
	t.reading.Lock()
	defer t.reading.Unlock()
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

// BySource names the functions that lines belong to as the source has them: what was
// inlined by its own name. What is not in the folder keeps its symbol.
func (t *Tree) BySource(by map[cachegrind.Line]int64) map[cachegrind.Line]int64 {
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
	// mostCommits are as many as stand in a line.
	mostCommits = 5
)

// A Pair is the source of both sides.
type Pair struct {
	Trees  [2]*Tree // of base and head
	Prefix string   // of paths in the folders, for people
	// Commits lists those that touched a file, from base to head; nil if nobody knows.
	Commits func(ctx context.Context, file string) ([]string, error)
}

// Explain implements [source.Counter]: it says of functions that grew where they stand and which commits touched
// them, the likeliest cause first: a function that was changed goes before those that
// merely do more because of it, such as what it calls. Change is what the whole grew by.
func (p *Pair) Explain(ctx context.Context, grown []instructions.Grown, change float64) []cause.Cause {
	type found struct {
		cause.Cause
		changed bool
		grown   float64
	}
	var list []found
	for _, g := range grown {
		f := found{grown: g.Head - g.Base}
		f.Function, f.Where, f.Share = g.Function, cause.Place{File: g.File, Line: g.Line}, math.NaN()
		if change > 0 {
			f.Share = f.grown / change
		}
		if file, ok := p.Trees[source.Head].path(g.File); ok {
			now, _ := p.Trees[source.Head].named(file, g.Function)
			before, there := p.Trees[source.Base].named(file, g.Function)
			f.changed = !there || now.text != before.text
			f.Where.File = path.Join(filepath.ToSlash(p.Prefix), file)
			f.Commits = p.commits(ctx, f.Where.File)
		} else if strings.HasPrefix(g.File, "<") { // <autogenerated>: what the compiler wrote stands nowhere
			f.Where = cause.Place{}
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
	var causes []cause.Cause
	for _, f := range list[:min(mostCauses, len(list))] {
		if list[0].changed && !f.changed {
			f.Commits = nil // those of its file have nothing to do with it
		}
		causes = append(causes, f.Cause)
	}
	return causes
}

// commits lists those that touched a file. That they cannot be told is no reason to
// fail what was measured.
func (p *Pair) commits(ctx context.Context, file string) []string {
	if p.Commits == nil {
		return nil
	}
	list, err := p.Commits(ctx, file)
	if err != nil {
		return nil
	}
	return list[:min(mostCommits, len(list))]
}
