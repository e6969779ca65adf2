package gobench

import (
	"bytes"
	"cmp"
	"context"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// A SourceTree is the source code of one side in a folder. A nil tree finds no function.
type SourceTree struct {
	folder, root string
	reading      sync.Mutex
	files        map[string][]function // by path in the folder
}

// NewSourceTree is the source in a folder. Root is the prefix of its files in the debug
// information of programs built with -trimpath: the path of a module. Files are read on
// demand.
func NewSourceTree(folder, root string) *SourceTree {
	return &SourceTree{folder: folder, root: root, files: map[string][]function{}}
}

// Root is the prefix of its files, see [NewSourceTree].
func (t *SourceTree) Root() string { return t.root }

// A function is a declaration in a file.
type function struct {
	name     string // as in profiles: m.(*T).Get
	from, to int    // lines
	text     string // without comments
	exported bool   // with an exported receiver, if any
	brace    int    // line of the opening brace; 0 without a body
	body     int    // offset behind it
}

// path returns the path in the folder of a file named by debug information.
func (t *SourceTree) path(file string) (string, bool) {
	if t == nil || t.root == "" {
		return "", false
	}
	return strings.CutPrefix(file, t.root+"/")
}

// at returns the function that contains a line.
func (t *SourceTree) at(file string, line int) (f function, ok bool) {
	path, ok := t.path(file)
	if !ok {
		return f, false
	}
	f = lists.First(t.functions(path), func(f function) bool { return f.from <= line && line <= f.to })
	return f, f.name != ""
}

// functions lists the functions of a file, none if it cannot be read.
func (t *SourceTree) functions(path string) []function {
	t.reading.Lock()
	defer t.reading.Unlock()
	if list, ok := t.files[path]; ok {
		return list
	}
	text, _ := os.ReadFile(filepath.Join(t.folder, filepath.FromSlash(path)))
	t.files[path] = functionsOf(string(text))
	return t.files[path]
}

// read lists the files read so far.
func (t *SourceTree) read() []string {
	t.reading.Lock()
	defer t.reading.Unlock()
	return slices.Sorted(maps.Keys(t.files))
}

// functionsOf lists the functions of a file, none if it cannot be parsed.
func functionsOf(source string) (list []function) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, "", source, parser.SkipObjectResolution)
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
		f := function{
			name: parsed.Name.Name + "." + receiver(d) + d.Name.Name, from: fset.Position(d.Pos()).Line, to: fset.Position(d.End()).Line, text: text.String(),
			exported: d.Name.IsExported() && (d.Recv == nil || ast.IsExported(strings.Trim(receiver(d), "(*)."))),
		}
		if d.Body != nil {
			brace := fset.Position(d.Body.Lbrace)
			f.brace, f.body = brace.Line, brace.Offset+1
		}
		list = append(list, f)
	}
	return list
}

// find returns the function with a name, an empty one if there is none.
func find(list []function, name string) function {
	return lists.First(list, func(f function) bool { return f.name == name })
}

// receiver returns a method's receiver as in profiles, without type parameters: "(*T).".
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return ""
	}
	for at, before, after := d.Recv.List[0].Type, "", "."; ; {
		switch e := at.(type) {
		case *ast.StarExpr:
			at, before, after = e.X, "(*", ")."
		case *ast.ParenExpr:
			at = e.X
		case *ast.IndexExpr:
			at = e.X
		case *ast.IndexListExpr:
			at = e.X
		case *ast.Ident:
			return before + e.Name + after
		default:
			return ""
		}
	}
}

// BySource names the functions of lines as in the source: inlined ones have their own name.
// Functions outside of the folder keep their symbol.
func (t *SourceTree) BySource(by map[instructions.SourceLine]int64) map[instructions.SourceLine]int64 {
	lines := make(map[instructions.SourceLine]int64, len(by))
	for line, n := range by {
		lines[t.Name(line)] += n
	}
	return lines
}

// Name returns the name of a line's function, see [SourceTree.BySource].
func (t *SourceTree) Name(line instructions.SourceLine) instructions.SourceLine {
	if f, ok := t.at(line.File, line.Number); ok {
		line.Function = f.name
	} else {
		line.Function = instructions.ReadableSymbol(line.Function)
	}
	return line
}

const (
	// mostCauses limits the listed causes.
	mostCauses = 3
	// leastShare is the least share of a listed cause whose function was not changed: every
	// count contains occasional work of the runtime.
	leastShare = 0.02
	// leastShareChanged is the least share if the function was changed. The changed function
	// with the largest share is always listed: it may only cause more work elsewhere.
	leastShareChanged = 0.005
	// mostCommits limits the commits of a cause.
	mostCommits = 5
)

// A TreePair is the source of both sides.
type TreePair struct {
	Trees  [2]*SourceTree // of base and head
	Prefix string         // printed before paths: the folder of the module within a revision
	// Changes lists the changes of a file from base to head; nil if unknown.
	Changes func(ctx context.Context, file string) ([]snapshot.Change, error)
}

// Explain implements [ab.Counter]. It adds the position of each function that grew, and the
// commits that changed it, the largest share first. A function that does more with the same text,
// such as a callee of a changed function, has the commits of the changed ones. Growth outside of the
// module is charged to the callers, in proportion to their growth. If these are unknown, but a function
// that grew was changed, they are taken to be all functions that grew: nothing else can call more.
// The shares of all causes add up to 1.
func (p *TreePair) Explain(ctx context.Context, grown, callers []instructions.GrownFunction) []results.Cause {
	type found struct {
		results.Cause
		changed bool
		grown   float64
	}
	all, list := 0.0, []found{}
	if len(callers) == 0 && slices.ContainsFunc(grown, func(g instructions.GrownFunction) bool {
		file, ok := p.Trees[ab.Head].path(g.File)
		return ok && p.changed(file, g.Function)
	}) {
		callers = grown
	}
	for _, g := range p.charge(grown, callers) {
		f := found{grown: g.Head - g.Base}
		all += f.grown
		f.Function, f.Place = g.Function, results.Place{File: g.File, Line: g.Line}
		if file, ok := p.Trees[ab.Head].path(g.File); ok {
			f.File = path.Join(filepath.ToSlash(p.Prefix), file)
			if f.changed = p.changed(file, g.Function); f.changed {
				f.Commits = p.commits(ctx, f.File, g.Function)
			}
		} else if strings.HasPrefix(g.File, "<") { // <autogenerated>: code of the compiler has no position
			f.Place = results.Place{}
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.grown, a.grown) })
	if len(list) > 0 && !list[0].changed {
		list[0].Commits = p.callers(ctx)
	}
	changed := slices.IndexFunc(list, func(f found) bool { return f.changed })
	var causes []results.Cause
	rest := 1.0
	for i, f := range list {
		f.Share = f.grown / all
		room := mostCauses - len(causes)
		if i < changed {
			room-- // for the changed function
		}
		worth := f.Share >= leastShare || f.changed && f.Share >= leastShareChanged
		if i == changed || room > 0 && worth {
			causes = append(causes, f.Cause)
			rest -= f.Share
		}
	}
	if len(causes) > 0 && rest >= leastShare {
		causes = append(causes, results.Cause{Share: rest, Function: verdict.OtherFunctions})
	}
	return causes
}

// callers lists the commits that changed any function in the executed files, for a function
// that does more with the same text.
func (p *TreePair) callers(ctx context.Context) (list []string) {
	base, head := p.Trees[ab.Base], p.Trees[ab.Head]
	if base == nil || head == nil {
		return nil
	}
	for _, file := range head.read() {
		for _, f := range head.functions(file) {
			if find(base.functions(file), f.name).text == f.text {
				continue
			}
			list = lists.Add(list, p.commits(ctx, path.Join(filepath.ToSlash(p.Prefix), file), f.name)...)
		}
	}
	return list[:min(mostCommits, len(list))]
}

// changed reports whether a function of a file is new or has another text in head.
func (p *TreePair) changed(file, name string) bool {
	now, before := find(p.Trees[ab.Head].functions(file), name), find(p.Trees[ab.Base].functions(file), name)
	return before.name == "" || now.text != before.text
}

// inside reports whether a function is part of the module.
func (p *TreePair) inside(g instructions.GrownFunction) bool {
	_, ok := p.Trees[ab.Head].path(g.File)
	return ok
}

// charge assigns growth outside of the module to the callers in it. Without callers it stays
// unassigned.
func (p *TreePair) charge(grown, callers []instructions.GrownFunction) (list []instructions.GrownFunction) {
	callers = lists.Filter(callers, p.inside)
	outside, weight := 0.0, 0.0
	for _, c := range callers {
		weight += c.Head - c.Base
	}
	for _, g := range grown {
		if weight > 0 && !p.inside(g) {
			outside += g.Head - g.Base
		} else {
			list = append(list, g)
		}
	}
	for _, c := range callers {
		part := outside * (c.Head - c.Base) / weight
		if i := slices.IndexFunc(list, func(g instructions.GrownFunction) bool { return g.Function == c.Function && g.File == c.File }); i >= 0 {
			list[i].Head += part
		} else if part > 0 {
			c.Base, c.Head = 0, part
			list = append(list, c)
		}
	}
	return list
}

// commits lists the commits that changed the text of a function, none if they are unknown.
func (p *TreePair) commits(ctx context.Context, file, name string) (list []string) {
	if p.Changes == nil {
		return nil
	}
	changes, err := p.Changes(ctx, file)
	if err != nil {
		return nil
	}
	for _, c := range changes {
		if find(functionsOf(c.Before), name).text != find(functionsOf(c.After), name).text {
			list = append(list, c.By)
		}
	}
	return list[:min(mostCommits, len(list))]
}
