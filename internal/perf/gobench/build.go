package gobench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/proof"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/timing"
)

// Config selects what to build.
type Config struct {
	Dir        string           // a folder of the module; "" for the current one
	Base, Head string           // revisions, "." for the working tree; or paths of two test binaries; without Base one revision is both sides
	Pattern    string           // of benchmarks, as for go test -bench
	Packages   []string         // as for go test, relative to Dir; none for Dir itself
	Variants   [2]child.Variant // of base and head; the same for one revision
	Equal      bool             // builds both sides even if all their files are the same
	Progress   ab.Progress      // of building; may be nil
}

// A Source is a pair of built revisions.
type Source struct {
	pair
	config      Config
	procs       int
	binaries    map[string]*[4]binary   // by import path and side
	packages    []string                // in order
	read        map[string]*proof.Tests // by import path, see tests
	units       benchfmt.UnitMetadataMap
	header      [2]map[string]string // configuration lines, by side
	same        bool                 // base and head are the same, byte for byte
	sameData    bool                 // so are the files that a benchmark may read
	different   []string             // files of the sides
	changedData []string             // those of them that a benchmark may read
	notes       []string             // for readers of the verdict
	broken      []ab.FailedCase      // packages that do not build
	replaced    map[string]string    // files of the changed testing package, see writeOverlay
	step        float64              // seconds per step of injected work
	floor       [4]timing.NoiseFloor // of the noise probe, by side
	single      bool                 // one revision is both sides, with the same programs
}

// Same implements [ab.Source].
func (s *Source) Same() bool { return s.same }

// A binary is a compiled package.
type binary struct {
	*ProgramCopy              // nil if the side lacks it
	dir          string       // where it runs
	usage        *child.Usage // of its next process; nil if it is not recorded
}

// binary is a program of the tests of a package.
func (s *Source) binary(importPath string, side ab.Side) (b binary, err error) {
	if b = s.binaries[importPath][side]; b.ProgramCopy == nil {
		err = fmt.Errorf("%s was not built for %s", importPath, side)
	}
	return b, err
}

// folder holds the files of a side.
func (s *Source) folder(side ab.Side) string {
	if s.single {
		side = ab.Head
	}
	return s.pair.folder(side)
}

// module is the folder in it in which the experiment was started.
func (s *Source) module(side ab.Side) string { return filepath.Join(s.folder(side), s.repo.Prefix) }

// moduleRoot is the root folder of its module, or "".
func (s *Source) moduleRoot(side ab.Side) string {
	for folder := range host.FoldersAbove(s.module(side)) {
		if host.ModuleOf(folder) != "" {
			return folder
		}
		if folder == s.folder(side) {
			break
		}
	}
	return ""
}

// Open builds both revisions. Close must be called, also after a later step failed; it removes
// all temporary files.
func Open(ctx context.Context, c Config) (_ *Source, err error) {
	if err := checkPattern(c.Pattern); err != nil {
		return nil, err
	}
	if isProgram(c.Base) && isProgram(c.Head) {
		return openBuilt(ctx, c)
	}
	s, err := export(ctx, c)
	if err != nil {
		return nil, err
	}
	defer closeAfter(&err, s)
	for _, p := range c.Packages {
		if build.IsLocalImport(p) && !filepath.IsLocal(filepath.Join(s.repo.Prefix, p)) {
			return nil, fmt.Errorf("package %s is outside of the repository: name packages inside it, or run the command where the package is", p)
		}
	}
	absent := map[string]int{}
	for side, v := range s.sides() {
		if err := s.list(ctx, side, absent); err != nil {
			if none := s.noModule(side); none != nil {
				return nil, none
			}
			remedy := ""
			if strings.Contains(err.Error(), "requires go >=") {
				remedy = "; choose a later release of Go for " + side.String() + ", or a smaller go line in go.mod"
			}
			return nil, fmt.Errorf("listing the packages of %s: %w%s%s", v, s.shorten(err), remedy, parenthesis(strings.Join(incomplete(v), "; ")))
		}
	}
	if s.same && len(s.packages) > 0 {
		return s, nil
	}
	if err := s.build(ctx); err != nil {
		return nil, err
	}
	for _, v := range s.revisions {
		s.notes = lists.Add(s.notes, incomplete(v)...)
	}
	for side := range s.Trees {
		folder := s.moduleRoot(ab.Side(side))
		s.Trees[side] = NewSourceTree(folder, host.ModuleOf(folder))
	}
	if folder := s.moduleRoot(ab.Head); folder != "" {
		s.Prefix, _ = filepath.Rel(s.folder(ab.Head), folder)
	}
	if len(s.packages) == 0 {
		where := strings.Join(s.patterns(), " ")
		hint := ": name the packages with benchmarks, such as ./... for all"
		if strings.Contains(where, "...") {
			hint = ", so there is nothing to measure"
		}
		return nil, fmt.Errorf("no test files in %s of %s%s", where, strings.Join(slices.Compact([]string{s.labels[ab.Base], s.labels[ab.Head]}), " or "), hint)
	}
	if err := s.copyBase(); err != nil {
		return nil, err
	}
	return s, nil
}

// export writes both revisions into separate folders.
func export(ctx context.Context, c Config) (_ *Source, err error) {
	p, err := newPair(ctx, c.Variants)
	if err != nil {
		return nil, err
	}
	s := &Source{pair: p, config: c, procs: runtime.GOMAXPROCS(0), binaries: map[string]*[4]binary{}, single: c.Base == ""}
	defer closeAfter(&err, s)
	if err := s.resolve(ctx, ab.Head, c.Dir, c.Head); err != nil {
		return nil, err
	}
	if s.single {
		s.revisions[ab.Base], s.labels[ab.Base] = s.revisions[ab.Head], s.labels[ab.Head]
	} else if err := s.resolve(ctx, ab.Base, c.Dir, c.Base); err != nil {
		return nil, err
	}
	for side, v := range s.sides() {
		if err := v.Export(ctx, s.folder(side)); err != nil {
			return nil, err
		}
		s.completeModule(side)
	}
	s.different, err = s.repo.Differences(ctx, s.revisions[ab.Base], s.revisions[ab.Head])
	s.changedData = s.dataOf(s.different)
	s.sameData = len(s.changedData) == 0
	s.same = err == nil && !s.single && !c.Equal && len(s.different) == 0 && !s.varied()
	return s, err
}

// incomplete describes how a revision differs from a complete clone.
func incomplete(v *snapshot.Revision) (notes []string) {
	const remedy = "where benchmarks need more, build both sides yourself with `go test -c` and compare the test binaries"
	if len(v.LeftOut) > 0 {
		notes = append(notes, fmt.Sprintf("repositories within this one are left out (%s): %s", display.List(v.LeftOut), remedy))
	}
	if len(v.Filtered) > 0 {
		notes = append(notes, fmt.Sprintf("%s as Git stores them, since no filter of Git is executed and no content of Git LFS is fetched (%s): %s",
			display.CountAre(len(v.Filtered), "file"), display.List(v.Filtered), remedy))
	}
	return notes
}

// parenthesis formats a possible reason of an error.
func parenthesis(note string) string {
	if note == "" {
		return ""
	}
	return " (" + note + ")"
}

// isData reports whether a benchmark may depend on this file even if its binary is the same. It
// excludes sources, documentation, and files in folders with a dot, which belong to tools. Of
// folders that the go command ignores, such as testdata, it excludes nothing.
func isData(file string) bool {
	elements := strings.Split(file, "/")
	name := elements[len(elements)-1]
	if slices.ContainsFunc(elements, func(e string) bool { return e == "testdata" || strings.HasPrefix(e, "_") }) {
		return true
	}
	tool := func(folder string) bool { return strings.HasPrefix(folder, ".") }
	if slices.ContainsFunc(elements[:len(elements)-1], tool) || tool(name) && name != ".gitattributes" {
		return false
	}
	return !slices.Contains([]string{".go", ".s", ".c", ".h", ".mod", ".sum", ".work", ".md"}, path.Ext(name))
}

// dataOf returns the files that a benchmark may read: data, and the sources and documents that a Go
// source of either side mentions. It mentions a file by an element of a path, such as
// "docs/README.md", "docs/*.md" or ".md", or, if it is a source, by the import of a parser of sources.
func (s *Source) dataOf(files []string) []string {
	others, elements := map[string]bool{}, map[string]bool{} // names, and whether they are mentioned
	for _, f := range files {
		if !isData(f) {
			others[path.Base(f)] = false
		}
	}
	read := func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".go" || !d.Type().IsRegular() {
			return nil
		}
		text, _ := os.ReadFile(file)
		for part := range bytes.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("/\"`\n", r) }) {
			if _, is := others[string(part)]; is {
				others[string(part)] = true
			} else if len(part) < longestPattern && (part[0] == '.' || bytes.ContainsAny(part, "*?[")) && !bytes.ContainsAny(part, " \t(){},;=") {
				elements[string(part)] = true
			}
		}
		elements[".go"] = elements[".go"] || parsesSources().Match(text)
		return nil
	}
	for side := range s.sides() {
		if len(others) > 0 {
			filepath.WalkDir(s.folder(side), read)
		}
	}
	for name, mentioned := range others {
		others[name] = mentioned || elements[path.Ext(name)]
		for pattern := range elements {
			if match, _ := path.Match(pattern, name); match && pattern != "*" {
				others[name] = true
			}
		}
	}
	return lists.Filter(files, func(f string) bool { return isData(f) || others[path.Base(f)] })
}

// longestPattern is longer than patterns of file names are.
const longestPattern = 64

// parsesSources matches the import of a package that finds Go sources in a folder.
var parsesSources = display.Pattern(`"(go/(parser|build)|golang.org/x/tools/go/packages)"`)

func (s *Source) patterns() []string {
	if len(s.config.Packages) == 0 {
		return []string{"."}
	}
	return s.config.Packages
}

// build compiles the test binaries of both sides, one package after the other. A binary that is
// equal to base's is not linked again. Packages that do not build are failures, unless no other
// package builds.
func (s *Source) build(ctx context.Context) error {
	if len(s.packages) == 0 {
		return nil
	}
	if err := s.writeOverlay(ctx); err != nil {
		return fmt.Errorf("preparing the injected slowdown: %w", err)
	}
	if err := s.findLinker(ctx, [2]string{s.module(ab.Base), s.module(ab.Head)}); err != nil {
		return err
	}
	begun, built := time.Now(), 0
	var first error
	for i, p := range s.packages {
		s.config.Progress.Report("building", i, len(s.packages), begun)
		whole := true
		for side, v := range s.sides() {
			b := &s.binaries[p][side]
			if b.dir == "" {
				continue // the side has no such package
			}
			code, err := s.link(ctx, side, p, linked, s.linkFlags(side)...)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				err = s.shorten(err)
				whole = false
				why := parenthesis(strings.Join(append(s.ignored(ctx, p), incomplete(v)...), "; "))
				first = cmp.Or(first, fmt.Errorf("building the tests of %s at %s: %w%s", p, v, err, why))
				s.fail(p, side, display.Cut(child.GoMessage(err, 3), longestMessage)+why)
				continue
			}
			if b.ProgramCopy, err = s.add(side, p, code); err != nil {
				return err
			}
		}
		if whole {
			built++
		}
	}
	if built == 0 {
		return first
	}
	if s.single {
		for _, b := range s.binaries {
			b[ab.Base] = b[ab.Head]
		}
	}
	return nil
}

// fail records that a package does not build. If none of its benchmarks matches, this is a note.
func (s *Source) fail(importPath string, side ab.Side, reason string) {
	if files, _ := filepath.Glob(filepath.Join(s.binaries[importPath][side].dir, "*_test.go")); !slices.ContainsFunc(files, s.mayMatch) {
		s.notes = append(s.notes, fmt.Sprintf("the tests of %s do not build on %s, and have no benchmark that matches: %s", importPath, side, reason))
		return
	}
	s.broken = append(s.broken, ab.FailedCase{Case: ab.CaseID{Group: importPath, Name: wholePackage}, Side: side.String(), Reason: reason})
}

// wholePackage is the name of the case that fails if no benchmark of a package can run, see
// [verdict.GoTest].
const wholePackage = "TestMain"

// benchmarkName matches the declaration of a benchmark.
var benchmarkName = display.Pattern(`(?m)^func (Benchmark\w*)\(`)

// mayMatch reports whether a file declares a benchmark that the pattern selects.
func (s *Source) mayMatch(file string) bool {
	text, _ := os.ReadFile(file)
	pattern, _, _ := strings.Cut(s.config.Pattern, "/")
	match, err := regexp.Compile(pattern)
	return slices.ContainsFunc(benchmarkName().FindAllSubmatch(text, -1), func(m [][]byte) bool { return err == nil && match.Match(m[1]) })
}

// ignored names the files of the working tree that the tests of a package need and Git ignores. No
// revision has them.
func (s *Source) ignored(ctx context.Context, importPath string) (notes []string) {
	packages, err := child.List[struct {
		Dir                                                        string
		GoFiles, CgoFiles, CFiles, HFiles, SFiles, EmbedFiles      []string
		TestGoFiles, TestEmbedFiles, XTestGoFiles, XTestEmbedFiles []string
	}](ctx, s.goIn(ab.Head, filepath.Join(s.repo.Top, s.repo.Prefix)), "list", "-e", "-deps", "-test",
		"-json=Dir,GoFiles,CgoFiles,CFiles,HFiles,SFiles,EmbedFiles,TestGoFiles,TestEmbedFiles,XTestGoFiles,XTestEmbedFiles", "--", importPath)
	if err != nil {
		return nil
	}
	var files []string
	for _, p := range packages {
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.CFiles, p.HFiles, p.SFiles, p.EmbedFiles, p.TestGoFiles, p.TestEmbedFiles, p.XTestGoFiles, p.XTestEmbedFiles) {
			files = append(files, filepath.Join(p.Dir, name))
		}
	}
	if found, err := s.repo.Ignored(ctx, files); err == nil && len(found) > 0 {
		notes = append(notes, "the build needs "+ignoredFiles(found))
	}
	return notes
}

// ignoredFiles describes files that no revision has.
func ignoredFiles(names []string) string {
	return display.List(names) + ", which Git ignores: add with git add -f, or build both sides yourself with go test -c and compare the test binaries"
}

// sides lists the sides that are exported and built.
func (s *Source) sides() iter.Seq2[ab.Side, *snapshot.Revision] {
	return func(yield func(ab.Side, *snapshot.Revision) bool) {
		if s.single || yield(ab.Base, s.revisions[ab.Base]) {
			yield(ab.Head, s.revisions[ab.Head])
		}
	}
}

// completeModule writes a go.mod for a side that is older than modules. It takes the module path
// from the working tree.
func (s *Source) completeModule(side ab.Side) {
	path, dir := host.ModuleOf(filepath.Join(s.repo.Top, s.repo.Prefix)), s.module(side)
	for folder := range host.FoldersAbove(dir) {
		_, outside := os.Stat(filepath.Join(folder, "go.work"))
		if path == "" || outside == nil || host.ModuleOf(folder) != "" {
			return
		}
		if folder == s.folder(side) {
			break
		}
	}
	if os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+path+"\n"), 0o666) == nil { // else building reports why
		s.notes = append(s.notes, fmt.Sprintf("%s has no go.mod: it is built as the module %s", s.revisions[side], path))
	}
}

// noModule is the error for a folder of a side that is in no module, nil if it is in one. It names the
// modules below.
func (s *Source) noModule(side ab.Side) error {
	if s.moduleRoot(side) != "" {
		return nil
	}
	var modules []string
	filepath.WalkDir(s.module(side), func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir() && slices.Contains([]string{"vendor", "testdata"}, d.Name()):
			return fs.SkipDir
		case d.Name() == "go.mod":
			folder, _ := filepath.Rel(s.module(side), filepath.Dir(file))
			modules = append(modules, filepath.ToSlash(folder))
		}
		return nil
	})
	remedy := "change into a module, or run go mod init and commit"
	if len(modules) > 0 {
		remedy = "change into a module: " + display.List(modules)
	}
	return fmt.Errorf("%s has no go.mod in the folder of the command or above it: %s", s.revisions[side], remedy)
}

// list finds the packages of a side with tests. It counts the sides without a named package in
// absent. A package that no side has is an error.
func (s *Source) list(ctx context.Context, side ab.Side, absent map[string]int) error {
	if _, err := os.Stat(s.module(side)); err != nil {
		return fmt.Errorf("it has no folder %s", s.repo.Prefix)
	}
	packages, err := s.listPackages(ctx, side)
	if err != nil {
		return err
	}
	for _, p := range packages {
		if p.Dir == "" && p.Error != nil {
			if absent[p.ImportPath]++; s.single || absent[p.ImportPath] == 2 {
				return errors.New(p.Error.Err)
			}
		}
		tests := slices.Concat(p.TestGoFiles, p.XTestGoFiles, p.InvalidGoFiles)
		if !slices.ContainsFunc(tests, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
			continue
		}
		b := s.binaries[p.ImportPath]
		if b == nil {
			b = new([4]binary)
			s.binaries[p.ImportPath] = b
			s.packages = append(s.packages, p.ImportPath)
		}
		b[side].dir = p.Dir
	}
	return nil
}

// shorten makes file names relative to the repository.
func (s *Source) shorten(err error) error {
	text := err.Error()
	for _, side := range []ab.Side{ab.Base, ab.Head} {
		text = strings.ReplaceAll(text, s.folder(side)+string(filepath.Separator), "")
		text = strings.ReplaceAll(text, s.folder(side), "the top folder")
	}
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

// add makes the program of a package. Programs are numbered, so the length of import paths has
// no effect.
func (s *Source) add(side ab.Side, importPath string, code []byte) (*ProgramCopy, error) {
	return s.Add(side, fmt.Sprintf("%04d.test", slices.Index(s.packages, importPath)), code)
}

// linked is the file of the last linked binary, of any side. The go command does not link an
// equal one again.
const linked = "built.test"

// link returns the output of go test -c in the file output, with the changed testing
// package. The user's GOFLAGS apply, except vet.
func (s *Source) link(ctx context.Context, side ab.Side, importPath, output string, flags ...string) ([]byte, error) {
	output = filepath.Join(s.root, output)
	overlay := "-overlay=" + filepath.Join(s.root, overlayFile)
	args := append([]string{"test", "-c", "-vet=off", "-trimpath", "-buildvcs=false", overlay, "-o", output}, flags...)
	if _, err := s.goIn(side, s.module(side)).Run(ctx, append(args, importPath)...); err != nil {
		return nil, err
	}
	code, err := os.ReadFile(output)
	if err != nil {
		return nil, fmt.Errorf("reading a built binary: %w", err)
	}
	return code, nil
}

type goPackage struct {
	ImportPath, Dir, Name     string
	GoFiles                   []string
	TestGoFiles, XTestGoFiles []string
	InvalidGoFiles            []string // that cannot be parsed
	Error                     *struct{ Err string }
}

// listPackages lists the packages of a side that the patterns select, also those that do not build.
func (s *Source) listPackages(ctx context.Context, side ab.Side) ([]goPackage, error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Dir,Name,GoFiles,TestGoFiles,XTestGoFiles,InvalidGoFiles,Error", "--"}, s.patterns()...)
	return child.List[goPackage](ctx, s.goIn(side, s.module(side)), args...)
}

// copyBase makes the second copy of base and compares base with head.
func (s *Source) copyBase() error {
	s.same = (s.sameData || s.built) && !s.varied()
	if s.single {
		return nil
	}
	for _, p := range s.packages {
		b := s.binaries[p]
		if b[ab.Base].ProgramCopy == nil || b[ab.Head].ProgramCopy == nil {
			s.same = false
			continue
		}
		s.same = s.same && bytes.Equal(b[ab.Base].Code, b[ab.Head].Code)
		file, err := s.add(ab.Control, p, b[ab.Base].Code)
		if err != nil {
			return err
		}
		b[ab.Control] = binary{ProgramCopy: file, dir: b[ab.Base].dir}
	}
	return nil
}
