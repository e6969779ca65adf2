package gobench

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// Touched implements [ab.Tracer]. Each function of the tests runs once in a program with counters
// of coverage in the packages that changed. If more than functions changed, such as a type or a
// file that a benchmark may read, untouched cases may be affected too, and none is returned.
func (s *Source) Touched(ctx context.Context, cases []ab.CaseID, progress func(done, total int)) (touched, untouched []ab.CaseID, err error) {
	if s.built || s.single || s.varied() {
		return nil, nil, nil
	}
	c, err := s.changed(ctx)
	if err != nil || c == nil {
		return nil, nil, err
	}
	tops := lists.Add(nil, lists.Map(cases, ab.CaseID.Top)...)
	for i, p := range lists.Add(nil, lists.Map(tops, func(c ab.CaseID) string { return c.Group })...) {
		var b binary
		if len(c.packages) > 0 {
			b, err = s.program(ctx, p, fmt.Sprintf("touched-%d.test", i), "-cover", "-covermode=set", "-coverpkg="+strings.Join(c.packages, ","))
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			continue // unknown
		}
		for n, top := range tops {
			if top.Group != p {
				continue
			}
			progress(n, len(tops))
			executes, known := c.tests[p] || c.benchmarks[top], true
			if !executes && len(c.packages) > 0 {
				executes, known = s.executes(ctx, b, top, c.functions)
			}
			switch {
			case ctx.Err() != nil:
				return nil, nil, ctx.Err()
			case executes:
				touched = append(touched, top)
			case known && !c.more:
				untouched = append(untouched, top)
			}
		}
	}
	return touched, untouched, nil
}

// executes reports whether a function of the tests executes one of the functions, by position.
func (s *Source) executes(ctx context.Context, b binary, top ab.CaseID, functions map[string]bool) (yes, known bool) {
	file := filepath.Join(s.root, "touched")
	if _, err := s.bench(ctx, b, processLimit, 0, 1, "-test.bench=^Benchmark"+regexp.QuoteMeta(top.Name)+"$", "-test.coverprofile="+file); err != nil {
		return false, false
	}
	counts, err := readCoverage(file)
	if err != nil {
		return false, false
	}
	for at, n := range counts {
		if n > 0 && functions[at] {
			return true, true
		}
	}
	return false, true
}

// A change is what differs between the sides.
type change struct {
	packages   []string           // with changed functions
	functions  map[string]bool    // changed or new in head, by position as in coverage
	benchmarks map[ab.CaseID]bool // changed functions of the tests
	tests      map[string]bool    // packages whose tests have other changes
	more       bool               // more than functions
}

// changed compares the functions of both sides. It is nil if they cannot be found.
func (s *Source) changed(ctx context.Context) (*change, error) {
	module := s.Trees[ab.Head].root
	files, err := s.repo.Differences(ctx, s.revisions[ab.Base], s.revisions[ab.Head])
	if err != nil || module == "" || s.Trees[ab.Base].root != module {
		return nil, err
	}
	c := &change{functions: map[string]bool{}, benchmarks: map[ab.CaseID]bool{}, tests: map[string]bool{}}
	for _, file := range files {
		name, err := filepath.Rel(s.Prefix, filepath.FromSlash(file))
		inside := err == nil && filepath.IsLocal(name)
		switch {
		case slices.Contains(s.changedData, file):
			c.more = true
		case path.Ext(file) != ".go":
			c.more = c.more || !slices.Contains([]string{"", ".md"}, path.Ext(file))
		case !inside:
			c.more = true
		default:
			c.compare(s.Trees, filepath.ToSlash(name), path.Join(module, path.Dir(filepath.ToSlash(name))))
		}
	}
	return c, nil
}

// compare adds the changes of a file of a package.
func (c *change) compare(trees [2]*SourceTree, file, importPath string) {
	base, head := trees[ab.Base].functions(file), trees[ab.Head].functions(file)
	isTest := strings.HasSuffix(file, "_test.go")
	gone := slices.ContainsFunc(base, func(f function) bool { return find(head, f.name).name == "" }) // a method may hide another
	other := gone || !keeps(trees[ab.Base].declarations(file), trees[ab.Head].declarations(file))
	for _, f := range head {
		if before := find(base, f.name); before.text == f.text && !other {
			continue
		}
		_, name, _ := strings.Cut(f.name, ".")
		benchmark, isBenchmark := strings.CutPrefix(name, "Benchmark")
		switch {
		case isTest && isBenchmark:
			c.benchmarks[ab.CaseID{Group: importPath, Name: benchmark}] = true
		case isTest:
			c.tests[importPath] = true
		case f.body > 0:
			c.functions[fmt.Sprintf("%s/%s:%d", importPath, path.Base(file), f.brace)] = true
			c.packages = lists.Add(c.packages, importPath)
		}
	}
	if other && isTest {
		c.tests[importPath] = true
	}
	c.more = c.more || other && !isTest
}

// keeps reports whether every declaration of base is in head, too.
func keeps(base, head []string) bool {
	return !slices.ContainsFunc(base, func(text string) bool { return !slices.Contains(head, text) })
}

// declarations lists the types, constants and variables of a file, without comments.
func (t *SourceTree) declarations(file string) (list []string) {
	text, _ := os.ReadFile(filepath.Join(t.folder, filepath.FromSlash(file)))
	parsed, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, d := range parsed.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok != token.IMPORT {
			var b bytes.Buffer
			if printer.Fprint(&b, token.NewFileSet(), d) == nil {
				list = append(list, b.String())
			}
		}
	}
	return list
}
