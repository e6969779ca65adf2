package proof

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/sys/child"
)

// Tests are the test binaries of one package in two revisions.
type Tests struct {
	base, head *program
	unlike     string // a difference of the programs as a whole
	common     *walk  // through the common part of all benchmarks
	different  error  // in that part
}

// mayGrow limits the difference in bytes of the variables with pointers. A larger one would
// change the time of the garbage collector.
const mayGrow = 64 << 10

// Open reads the object files of the tests of these packages in the folders of both
// revisions, which may be the same; the go commands there build missing ones. Other files
// replace some, by path. An error means that nothing can be proved.
func Open(ctx context.Context, base, head child.GoCommand, importPaths []string, replaced map[string]string) (map[string]*Tests, error) {
	l := &library{archives: map[string]*archive{}, names: newNames()}
	both := [2]*build{}
	for side, in := range [2]child.GoCommand{base, head} {
		if side == 1 && head.Dir == base.Dir {
			both[1] = both[0]
			break
		}
		var err error
		if both[side], err = newBuild(ctx, l, in, importPaths, replaced); err != nil {
			return nil, fmt.Errorf("finding the code that benchmarks can reach: %w", err)
		}
	}
	all := map[string]*Tests{}
	for _, path := range importPaths {
		all[path] = open(both[0], both[1], path)
	}
	return all, nil
}

func open(base, head *build, importPath string) *Tests {
	t := &Tests{}
	var errBase, errHead error
	t.base, errBase = base.program(importPath)
	t.head, errHead = head.program(importPath)
	if err := cmp.Or(errBase, errHead); err != nil {
		t.unlike = err.Error()
		return t
	}
	main := importPath + ".test"
	switch grown := t.head.globals - t.base.globals; {
	case t.base.header != t.head.header:
		t.unlike = "the toolchain"
	case base.packages[main].DefaultGODEBUG != head.packages[main].DefaultGODEBUG:
		t.unlike = "GODEBUG, by the version of Go in go.mod or by //go:debug"
	case grown > mayGrow || grown < -mayGrow:
		t.unlike = "the size of all variables together"
	case !maps.EqualFunc(t.base.rest, t.head.rest, bytes.Equal):
		t.unlike = "code that is not Go's, or flags for the linker"
	default:
		t.common, t.different = newWalk(t.base, t.head)
	}
	return t
}

// Difference returns nil if nothing that a top-level benchmark, by the name of its function,
// can reach has changed. Otherwise it describes the first difference, or why it is unknown.
func (t *Tests) Difference(benchmark string) error {
	_, err := t.reach(benchmark)
	return err
}

// reach visits everything that a benchmark can reach in both revisions.
func (t *Tests) reach(benchmark string) (*walk, error) {
	switch {
	case t.unlike != "":
		return nil, errors.New(t.unlike)
	case t.different != nil:
		return nil, t.different
	}
	return t.common.reach(benchmark)
}

// A build is the output of the go command in one revision.
type build struct {
	*toolchain
	*library
	in       child.GoCommand
	packages map[string]listed
}

// A library holds the archives of both sides. Common ones are read once.
type library struct {
	archives map[string]*archive // by path and file
	names    names
	numbered uint32 // symbols of all objects, which have numbers below that
}

// A listed package is a package printed by go list.
type listed struct {
	ImportPath     string
	Root           string // of the module, or of the toolchain
	Export         string
	DefaultGODEBUG string
	Deps           []string
	Standard       bool
	CgoFiles       []string

	Dir, Name                          string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

func newBuild(ctx context.Context, common *library, in child.GoCommand, importPaths []string, replaced map[string]string) (*build, error) {
	b := &build{library: common, in: in, packages: map[string]listed{}}
	overlay, err := os.CreateTemp(in.Temporary, "overlay-*.json")
	if err == nil {
		err = errors.Join(json.NewEncoder(overlay).Encode(map[string]any{"Replace": replaced}), overlay.Close())
	}
	if err != nil {
		return nil, err
	}
	args := []string{"list", "-test", "-deps", "-export", "-trimpath", "-buildvcs=false", "-overlay=" + overlay.Name(),
		"-json=ImportPath,Root,Export,DefaultGODEBUG,Deps,Standard,CgoFiles,Dir,Name,GoFiles,TestGoFiles,XTestGoFiles", "--"}
	list, err := child.List[listed](ctx, in, append(args, importPaths...)...)
	if err != nil {
		return nil, err
	}
	for _, l := range list {
		b.packages[l.ImportPath] = l
	}
	b.toolchain, err = readToolchain(b.packages["runtime"].Root, &common.names)
	return b, err
}

// mainPath is the path of the main package in object files.
const mainPath = "main"

// program reads the test binary of a package.
func (b *build) program(importPath string) (*program, error) {
	main := b.packages[importPath+".test"]
	archives := map[string]*archive{}
	for _, name := range append(slices.Clone(main.Deps), main.ImportPath) {
		if name == "unsafe" {
			continue
		}
		l := b.packages[name]
		switch {
		case l.Export == "":
			return nil, fmt.Errorf("%q, which the go command has not built", name)
		case len(l.CgoFiles) > 0 && !l.Standard:
			return nil, fmt.Errorf("%s, which has C in it", name)
		}
		path, _, _ := strings.Cut(name, " [")
		if name == main.ImportPath {
			path = mainPath
		}
		a, err := b.archive(path, l.Export)
		if err != nil {
			return nil, err
		}
		archives[path] = a
	}
	return link(b.toolchain, b.library, archives, mainPath, map[string]bool{importPath: true, importPath + "_test": true})
}

func (b *build) archive(path, file string) (a *archive, err error) {
	id := path + "\x00" + file
	if a := b.archives[id]; a != nil {
		return a, nil
	}
	if a, err = b.readArchive(b.toolchain, path, file); err == nil {
		b.archives[id] = a
	}
	return a, err
}
