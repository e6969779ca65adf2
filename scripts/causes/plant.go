package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A site is a function of a module in which something can be planted.
type site struct {
	module, file string // the file is relative to the module
	pkg          string
	name         string // as ecsbench says it
	kind         string
	body         int // offset behind the opening brace
	own          []change
	names        map[string]bool // of all that it may call
}

// A change is a line that is written in the place of another.
type change struct {
	name        string
	from, to    int // offsets of what is replaced
	text        string
	declaration string // that it needs in its package
}

// directive marks a line of a module that may be replaced by what stands behind
// the name: `//plant map: return w.named[id]`.
const directive = "//plant "

// sites lists the functions of all modules.
func sites(root string) (list []site) {
	program.Check(filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		rel := program.Must(filepath.Rel(root, file))
		module, inModule, _ := strings.Cut(filepath.ToSlash(rel), "/")
		text := program.Must(os.ReadFile(file))
		list = append(list, sitesIn(module, inModule, string(text))...)
		return nil
	}))
	return list
}

func sitesIn(module, file, text string) (list []site) {
	fset := token.NewFileSet()
	parsed := program.Must(parser.ParseFile(fset, file, text, parser.SkipObjectResolution))
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	interfaces := map[string]bool{"eval": true, "Update": true, "Size": true, "Next": true}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		s := site{module: module, file: file, pkg: parsed.Name.Name, name: parsed.Name.Name + "." + f.Name.Name, body: offset(f.Body.Lbrace) + 1}
		var calls bool
		s.names, calls = names(f.Body)
		generic := f.Type.TypeParams != nil
		if f.Recv != nil {
			receiver, parameterised := receiverOf(f.Recv.List[0].Type)
			s.name, generic = parsed.Name.Name+"."+receiver+"."+f.Name.Name, parameterised
		}
		switch {
		case generic:
			s.kind = "generic"
		case f.Recv != nil && interfaces[f.Name.Name]:
			s.kind = "called through an interface"
		case len(f.Body.List) == 1 && !calls:
			s.kind = "inlined"
		case !calls:
			s.kind = "leaf"
		default:
			s.kind = "calls others"
		}
		s.own = directives(text, offset(f.Body.Lbrace), offset(f.Body.Rbrace))
		list = append(list, s)
	}
	return list
}

// receiverOf is a receiver as profiles write it.
func receiverOf(t ast.Expr) (name string, generic bool) {
	switch t := t.(type) {
	case *ast.StarExpr:
		name, generic = receiverOf(t.X)
		return "(*" + name + ")", generic
	case *ast.IndexExpr:
		name, _ = receiverOf(t.X)
		return name, true
	case *ast.Ident:
		return t.Name, false
	}
	return "", false
}

// names are all that stand in a function; of a benchmark in its loop, behind
// which there is no set-up.
func names(body *ast.BlockStmt) (list map[string]bool, calls bool) {
	list = map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if x, ok := n.X.(*ast.SelectorExpr); ok && x.Sel.Name == "N" {
				list, _ = names(n.Body)
				return false
			}
		case *ast.CallExpr:
			f, simple := n.Fun.(*ast.Ident)
			calls = calls || !simple || !slices.Contains([]string{"len", "int", "uint32", "min", "append"}, f.Name)
		case *ast.Ident:
			list[n.Name] = true
		}
		return true
	})
	return list, calls
}

// benchmarksOf are those that may come to a function.
func benchmarksOf(s site, all []site) (list []string) {
	for _, b := range all {
		name, ok := strings.CutPrefix(b.name, b.pkg+".Benchmark")
		if !ok || b.module != s.module {
			continue
		}
		reached := map[string]bool{}
		for next := []site{b}; len(next) > 0; {
			now := next[0]
			next = next[1:]
			for _, o := range all {
				if o.module == s.module && now.names[base(o.name)] && !reached[o.name] {
					reached[o.name] = true
					next = append(next, o)
				}
			}
		}
		if reached[s.name] {
			list = append(list, name)
		}
	}
	return list
}

// base is the name of a function without its package and receiver.
func base(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// directives are the changes that the source of a function offers.
func directives(text string, from, to int) (list []change) {
	for at := from; ; {
		i := strings.Index(text[at:to], directive)
		if i < 0 {
			return list
		}
		at += i + len(directive)
		line, rest, _ := strings.Cut(text[at:], "\n")
		name, statement, _ := strings.Cut(line, ": ")
		next, _, _ := strings.Cut(rest, "\n")
		start := at + len(line) + 1
		list = append(list, change{name: name, from: start, to: start + len(next), text: statement})
	}
}

// changes are what can be planted anywhere; more is a measure of how much.
func (s *site) changes(more int) []change {
	at := func(name, text, declaration string) change {
		return change{name, s.body, s.body, " " + text + "; ", declaration}
	}
	const number, bytes = "var planted = 1", "var plantedBytes []byte"
	return []change{
		at("work", strings.Repeat("planted = planted*31 + 7; ", more), number),
		at("a loop", fmt.Sprintf("for i := range %d { planted ^= i }", 3*more), number),
		at("allocation", fmt.Sprintf("plantedBytes = make([]byte, %d)", 16*more), bytes),
		at("a call", fmt.Sprintf("plantedCall(%d)", 3*more), number+"\n\n//go:noinline\nfunc plantedCall(n int) {\n\tfor i := range n {\n\t\tplanted ^= i\n\t}\n}"),
	}
}

// A row is what is needed of a comparison in ecsbench's verdict.
type row struct {
	Case, Unit, Status string
	Causes             []struct {
		Function, By string
		Share        float64
	}
}

// plant slows a function down that is drawn at random, every third time by a
// change that is written in its source, alters another without any effect, and
// sees what is named. Where nothing is slower by enough to be called so, ten times
// as much is planted, or another change drawn.
func plant(e *experiments, number int) trial {
	all := sites(e.sources)
	written := number%3 == 0
	var reached, likely []site
	for _, s := range all {
		if len(benchmarksOf(s, all)) == 0 || strings.HasPrefix(base(s.name), "new") { // which is set-up
			continue
		}
		if reached = append(reached, s); !written || len(s.own) > 0 {
			likely = append(likely, s)
		}
	}
	rng := rand.New(rand.NewPCG(rand.New(rand.NewPCG(1, uint64(number))).Uint64(), 1))
	for range 10 {
		s := likely[rng.IntN(len(likely))]
		benchmarks := benchmarksOf(s, all)
		benchmark, more, which := benchmarks[rng.IntN(len(benchmarks))], 2+rng.IntN(8), rng.IntN(4)
		decoy := reached[rng.IntN(len(reached))]
		for decoy.module != s.module || decoy.name == s.name {
			decoy = reached[rng.IntN(len(reached))]
		}
		list := []change{s.changes(more)[which], s.changes(10 * more)[which]}
		if written {
			list = []change{s.own[which%len(s.own)]}
		}
		for _, c := range list {
			if t := e.planted(s, c, decoy, benchmark); t.Rows > 0 {
				return t
			}
		}
	}
	program.Check(errors.New("nothing that was planted in 10 places made a benchmark slower"))
	return trial{}
}

// planted does it, and asks about a benchmark.
func (e *experiments) planted(s site, c change, decoy site, benchmark string) trial {
	dir := filepath.Join(e.dir, "module")
	program.Check(os.RemoveAll(dir))
	program.Check(os.CopyFS(dir, os.DirFS(filepath.Join(e.sources, s.module))))
	e.git(dir, "init", "--quiet")
	e.commit(dir, "base")
	edits := map[string][]change{s.file: {c}}
	edits[decoy.file] = append(edits[decoy.file], change{from: decoy.body, to: decoy.body, text: " _ = 1; "})
	for file, list := range edits {
		edit(filepath.Join(dir, file), list)
	}
	if c.declaration != "" {
		text := "package " + s.pkg + "\n\n" + c.declaration + "\n"
		program.Check(os.WriteFile(filepath.Join(dir, path.Dir(s.file), "planted.go"), []byte(text), 0o666))
	}
	out, _ := e.ecsbench(dir, "ab", "HEAD", ".", "--bench", "^Benchmark"+benchmark+"$", "--metric", e.metric, "--budget", e.budget.String(), "--format", "json", "--quiet")
	var v struct{ Comparisons []row }
	program.Check(json.Unmarshal([]byte(out), &v))
	t := trial{What: c.name, Where: s.name + " (" + s.kind + ")", Said: "nothing is slower"}
	for _, r := range v.Comparisons {
		if r.Status != "regression" || r.Unit != "sec/op" && r.Unit != "instructions/op" {
			continue
		}
		first := "no cause"
		if len(r.Causes) > 0 {
			first = r.Causes[0].Function
		}
		t.Rows++
		if first == s.name || c.name == "a call" && first == s.pkg+".plantedCall" {
			t.Named++
		}
		if t.Rows == 1 || t.Named == t.Rows-1 {
			t.Said = first + " of " + r.Case
			for _, other := range r.Causes[min(1, len(r.Causes)):] {
				t.Said += ", then " + other.Function
			}
		}
	}
	t.Right = t.Named == t.Rows
	return t
}

// edit replaces parts of a file.
func edit(file string, list []change) {
	text := program.Must(os.ReadFile(file))
	slices.SortStableFunc(list, func(a, b change) int { return b.from - a.from })
	for _, c := range list {
		text = slices.Concat(text[:c.from], []byte(c.text), text[c.to:])
	}
	program.Check(os.WriteFile(file, text, 0o666))
}

// sumOfPlants counts by what was planted, and where.
func sumOfPlants(trials []trial) string {
	var b strings.Builder
	count := func(title string, of func(t trial) string) {
		right, all := map[string]int{}, map[string]int{}
		var names []string
		for _, t := range trials {
			name := of(t)
			if all[name]++; all[name] == 1 {
				names = append(names, name)
			}
			if t.Right {
				right[name]++
			}
		}
		slices.Sort(names)
		fmt.Fprintf(&b, "\n| %s | named first |\n|---|--:|\n", title)
		for _, name := range names {
			fmt.Fprintf(&b, "| %s | %d of %d |\n", name, right[name], all[name])
		}
	}
	count("planted", func(t trial) string { return t.What })
	count("in a function that is", func(t trial) string {
		_, kind, _ := strings.Cut(t.Where, " (")
		return strings.TrimSuffix(kind, ")")
	})
	rows, named := 0, 0
	for _, t := range trials {
		rows, named = rows+t.Rows, named+t.Named
	}
	fmt.Fprintf(&b, "\n%s; %d of %d rows", sumOfTrials(trials), named, rows)
	return b.String()
}
