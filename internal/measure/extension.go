package measure

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/outdir"
)

// An Extension is a module of the project with a larger ecsbench. What it adds has
// dependencies that few users need, so it is built when it is first used.
type Extension struct{ Folder, Adds string }

// The extensions.
var (
	WithLibraries = Extension{"libraries", "the libraries"}
	WithParquet   = Extension{"parquet", "the export of Parquet"}
)

// Module returns the path of the module.
func (e Extension) Module() string { return ModulePath + "/" + e.Folder }

// Available reports whether the module is in a checkout or has the version of this program.
func (e Extension) Available() bool {
	return e.checkout() != "" || released(ReadBuild().Version)
}

// released reports whether a version is not that of a checkout.
func released(version string) bool {
	return version != "(devel)" && !strings.Contains(version, "+dirty")
}

// mostBuildTime limits a build.
const mostBuildTime = 15 * time.Minute

// Build returns the path of the program. It calls building before it builds one.
func (e Extension) Build(ctx context.Context, building func()) (program string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder for the program with %s: %w", e.Adds, err)
	}
	source, key := e.checkout(), ReadBuild().Version
	switch {
	case source != "":
		key = fmt.Sprintf("checkout-%x", sha256.Sum256([]byte(source)))[:24]
	case !released(key):
		return "", fmt.Errorf("build the program with %s: the checkout that this program was built from was not found: run it in a folder of the checkout, or install a version with go install %s/cmd/ecsbench@latest", e.Adds, ModulePath)
	}
	folder := filepath.Join(cache, "ecsbench", e.Folder, key+"-"+runtime.Version())
	if err := outdir.PrivateFolder(folder); err != nil {
		return "", fmt.Errorf("make the cache folder for the program with %s: %w", e.Adds, err)
	}
	program = filepath.Join(folder, "ecsbench")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if source != "" { // Go's own cache builds only what has changed
		if !outdir.IntactProgram(program) {
			building()
		}
		return program, e.compile(ctx, source, ".", program)
	}
	if outdir.IntactProgram(program) {
		return program, nil
	}
	building()
	text := fmt.Sprintf("module ecsbench.local\n\ngo 1.26.0\n\nrequire (\n\t%s %s\n\t%s %[2]s\n)\n", ModulePath, key, e.Module())
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(text), 0o644); err != nil {
		return "", fmt.Errorf("write the module of the program with %s: %w", e.Adds, err)
	}
	return program, e.compile(ctx, folder, e.Module(), program)
}

// checkout returns the folder of the module in the current checkout, or in the one from which
// this program was built, or "".
func (e Extension) checkout() string {
	current, _ := os.Getwd()
	for _, top := range []string{Checkout(current), BuiltFrom()} {
		if folder := filepath.Join(top, e.Folder); top != "" && ModuleOf(folder) == e.Module() {
			return folder
		}
	}
	return ""
}

// compile builds a package beside the program and renames it, so that a
// partial file is never started.
func (e Extension) compile(ctx context.Context, folder, pkg, program string) error {
	fresh := fmt.Sprintf("%s.%d", program, os.Getpid())
	defer os.Remove(fresh)
	if outdir.IntactProgram(program) {
		_ = os.Link(program, fresh) // the go command links no program that is up to date
	}
	args := []string{"build", "-o", fresh, pkg}
	if pkg == e.Module() {
		args = []string{"build", "-mod=mod", "-o", fresh, pkg}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if _, stderr, err := child.Run(ctx, cmd, child.Limits{Time: mostBuildTime, Output: 1 << 20}); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		lines := strings.Split(strings.TrimSpace(string(stderr)), "\n")
		return fmt.Errorf("build the program with %s: %w: %s; it takes the Go toolchain, and the network the first time", e.Adds, err, lines[len(lines)-1])
	}
	return outdir.SealProgram(fresh, program)
}

// A Library is an implementation of the module libraries.
type Library struct{ Name, Doc string }

// Libraries lists the libraries in the order of the program that contains them. A test of
// that module compares the lists.
var Libraries = []Library{
	{"ark", "the library Ark: archetypes, tables of components with equal sets"},
	{"arche", "the library Arche: archetypes, the predecessor of Ark"},
	{"donburi", "the library Donburi: archetypes of pointers to components on the heap"},
	{"volt", "the library Volt: archetypes, columns found by Go maps; entities created with one component are listed for ever"},
	{"unitoftime", "the library unitoftime/ecs: archetypes whose rows are found by a hash index"},
	{"gameengine", "the library go-gameengine-ecs: archetypes, entities found by a Go map"},
	{"simple", "the library simple-ecs: arrays as long as there can be entities, and sets of bits"},
	{"teishoku", "the library teishoku: archetypes, each with room for all entities of the world"},
	{"ooftn", "the library ooftn: archetypes of blocks found by a hash of their types, entities by references that it updates"},
	{"andygeiss", "the library andygeiss/ecs: a list of entities, each of them a list of components; removal searches the list"},
}

// FoldersAbove yields a folder and its parents, up to the root.
func FoldersAbove(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
}

// ModuleOf returns the path of the module with this root folder, or "".
func ModuleOf(folder string) string {
	text, _ := os.ReadFile(filepath.Join(folder, "go.mod"))
	return modfile.ModulePath(text)
}

// Checkout returns the checkout of this module that contains a folder, or "".
func Checkout(folder string) string {
	for dir := range FoldersAbove(folder) {
		if ModuleOf(dir) == ModulePath {
			return dir
		}
	}
	return ""
}

// BuiltFrom returns the checkout that this program was built from, or "" if it is gone or the
// program was built with -trimpath.
func BuiltFrom() string {
	if _, file, _, _ := runtime.Caller(0); filepath.IsAbs(file) {
		return Checkout(filepath.Dir(file))
	}
	return ""
}

// CurrentModule returns the path of the innermost module that contains the current
// folder, or "".
func CurrentModule() (path string) {
	current, _ := os.Getwd()
	for dir := range FoldersAbove(current) {
		if path = ModuleOf(dir); path != "" {
			break
		}
	}
	return path
}

// WorkspacePatterns lists the modules of a folder that has a go.work and no go.mod, as
// package patterns such as ./a/....
func WorkspacePatterns(folder string) (patterns []string) {
	if ModuleOf(folder) != "" {
		return nil
	}
	path := filepath.Join(folder, "go.work")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	work, err := modfile.ParseWork(path, text, nil)
	if err != nil {
		return nil // the go command reports it
	}
	for _, use := range work.Use {
		patterns = append(patterns, "./"+filepath.ToSlash(filepath.Join(use.Path, "...")))
	}
	return patterns
}
