package gobench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/ab"
	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/measure"
)

// A LibraryVersion is a version of the library of an implementation: "ark@v0.8.0", or
// "ark=../ark" for the files of a folder. The running program is built with it, from the sources
// of its own main module.
type LibraryVersion struct {
	Impl    string
	module  string
	version string // or
	folder  string // absolute
}

var libraryName = display.Pattern(`^([a-z][a-z0-9-]*)(?:@(v\d\S*)|=(.+))$`)

// ParseLibraryVersion parses a side that may name a library. A version of an implementation
// without a module is an error.
func ParseLibraryVersion(side string) (*LibraryVersion, error) {
	m := libraryName().FindStringSubmatch(side)
	if m == nil {
		return nil, nil
	}
	impl := lists.First(registry.All(), func(i impls.Implementation) bool { return i.Name == m[1] })
	switch {
	case impl.Name == "":
		return nil, fmt.Errorf("%s: this program has no implementation %s; versions of libraries are compared by the program that measures them, in a checkout of its sources: go run -C libraries . ab ... for those of ecsbench", side, m[1])
	case len(impl.Modules) != 1:
		return nil, fmt.Errorf("%s: implementation %s comes from no module; its only versions are revisions of ecsbench", side, m[1])
	}
	l := &LibraryVersion{Impl: m[1], module: impl.Modules[0], version: m[2]}
	if l.version == "" {
		return l, l.setFolder(m[3])
	}
	if err := module.Check(l.module, l.version); err != nil {
		return nil, fmt.Errorf("%s: %w", side, err)
	}
	if module.CanonicalVersion(l.version) != l.version {
		return nil, fmt.Errorf("%s: a version is written in full, such as v1.2.0", side)
	}
	return l, nil
}

// librariesOf returns the libraries of both sides, or none.
func librariesOf(base, head string) (both [2]*LibraryVersion, err error) {
	for side, name := range []string{base, head} {
		if both[side], err = ParseLibraryVersion(name); err != nil {
			return both, err
		}
	}
	switch b, h := both[ab.Base], both[ab.Head]; {
	case (b == nil) != (h == nil):
		one, two := base, head
		if b == nil {
			one, two = head, base
		}
		return both, fmt.Errorf("%s is a version of a library and %s is not: give two versions, or a version and a folder (%s=PATH)", one, two, cmp.Or(b, h).Impl)
	case b != nil && b.Impl != h.Impl:
		return both, fmt.Errorf("%s and %s are different libraries, which a run compares: run --impl %s,%s", base, head, b.Impl, h.Impl)
	}
	return both, nil
}

func (l *LibraryVersion) setFolder(path string) (err error) {
	if l.folder, err = filepath.Abs(path); err != nil {
		return err
	}
	file := filepath.Join(l.folder, "go.mod")
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("%s must be a folder with the module %s: %w", path, l.module, err)
	}
	if got := modfile.ModulePath(text); got != l.module {
		return fmt.Errorf("%s is the module %s, but %s comes from %s", path, got, l.Impl, l.module)
	}
	return nil
}

// String returns the printed name.
func (l *LibraryVersion) String() string {
	return l.module + cmp.Or(strings.Replace(l.version, "v", "@v", 1), " in "+l.folder)
}

// build builds the program with the library. The folder of the go command is for a module file
// that requires it; the sources stay unchanged.
func (l *LibraryVersion) build(ctx context.Context, in child.GoCommand, output string, flags ...string) error {
	main, folder, err := sources()
	if err != nil {
		return err
	}
	file := filepath.Join(in.Dir, "go.mod")
	in.Dir = folder
	if err := l.require(ctx, in, file); err != nil {
		return err
	}
	args := append([]string{"build", "-modfile=" + file, "-mod=mod", "-trimpath", "-buildvcs=false", "-o", output}, flags...)
	if _, err := in.Run(ctx, append(args, main)...); err != nil {
		hint := ""
		if l.version != "" {
			hint = fmt.Sprintf("; if it is not there yet, fetch it with: go mod download %s@%s", l.module, l.version)
		}
		return fmt.Errorf("building with %s: %w%s", l, err, hint)
	}
	return nil
}

// tree is the source of the library in the program that was built with the module file in the
// folder of the go command. The program names it by the version that the sources require, even if it was
// replaced.
func (l *LibraryVersion) tree(ctx context.Context, in child.GoCommand) (*SourceTree, error) {
	_, folder, err := sources()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(in.Dir, "go.mod")
	in.Dir = folder
	out, err := in.Run(ctx, "list", "-modfile="+file, "-mod=mod", "-m", "-f", "{{.Path}}@{{.Version}}\n{{.Dir}}", l.module)
	if err != nil {
		return nil, err
	}
	root, dir, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return NewSourceTree(dir, root), nil
}

// require writes the module file of the sources, with the library's version instead of the
// required one.
func (l *LibraryVersion) require(ctx context.Context, in child.GoCommand, file string) error {
	for _, extension := range []string{".mod", ".sum"} {
		text, err := os.ReadFile(filepath.Join(in.Dir, "go"+extension))
		if err == nil || extension == ".sum" && errors.Is(err, os.ErrNotExist) {
			err = os.WriteFile(strings.TrimSuffix(file, ".mod")+extension, text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	instead := cmp.Or(l.folder, l.module+"@"+l.version)
	_, err := in.Run(ctx, "mod", "edit", "-replace="+l.module+"="+instead, file)
	return err
}

// sources finds the main package of the running program and the folder of its module: the
// current folder, one above it, or one beside these.
func sources() (main, folder string, err error) {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Path == "" {
		return "", "", errors.New("this program has no module information: build it with go build")
	}
	current, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	for dir := range measure.FoldersAbove(current) {
		for _, folder := range []string{dir, filepath.Join(dir, filepath.Base(info.Main.Path))} {
			if measure.ModuleOf(folder) == info.Main.Path {
				return info.Path, folder, nil
			}
		}
	}
	return "", "", fmt.Errorf("the sources of this program are needed to build it against two versions of a library, and %s is not in the module %s: run it in a checkout of that", current, info.Main.Path)
}
