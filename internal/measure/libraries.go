package measure

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/child"
)

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

// LibrariesPath is the module of the program.
const LibrariesPath = ModulePath + "/libraries"

const mostBuildTime = 15 * time.Minute

// BuildLibraries returns the path of the program with the libraries. It calls building
// before it builds one.
func BuildLibraries(ctx context.Context, building func()) (program string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the cache folder for the program with the libraries: %w", err)
	}
	source, key := librariesCheckout(), ReadBuild().Version
	switch {
	case source != "":
		key = fmt.Sprintf("checkout-%x", sha256.Sum256([]byte(source)))[:24]
	case key == "(devel)" || strings.Contains(key, "+dirty"):
		return "", errors.New("the libraries are in a module beside this one, and this program was built from a checkout: run it in a folder of the checkout, or install a version with go install " + ModulePath + "/cmd/ecsbench@latest")
	}
	folder := filepath.Join(cache, "ecsbench", "libraries", key+"-"+runtime.Version())
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make the cache folder for the program with the libraries: %w", err)
	}
	program = filepath.Join(folder, "ecsbench")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if source != "" { // Go's own cache builds only what has changed
		if _, err := os.Stat(program); err != nil {
			building()
		}
		return program, compileLibraries(ctx, source, ".", program)
	}
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	building()
	text := fmt.Sprintf("module ecsbench.local\n\ngo 1.26.0\n\nrequire (\n\t%s %s\n\t%s %[2]s\n)\n", ModulePath, key, LibrariesPath)
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte(text), 0o644); err != nil {
		return "", fmt.Errorf("write the module of the program with the libraries: %w", err)
	}
	return program, compileLibraries(ctx, folder, LibrariesPath, program)
}

// librariesCheckout returns the folder of the libraries in the current checkout, or "".
func librariesCheckout() string {
	current, _ := os.Getwd()
	for dir := range FoldersAbove(current) {
		if folder := filepath.Join(dir, "libraries"); ModuleOf(dir) == ModulePath && ModuleOf(folder) == LibrariesPath {
			return folder
		}
	}
	return ""
}

// compileLibraries builds a package beside the program and renames it, so that a
// partial file is never started.
func compileLibraries(ctx context.Context, folder, pkg, program string) error {
	fresh := fmt.Sprintf("%s.%d", program, os.Getpid())
	defer os.Remove(fresh)
	args := []string{"build", "-o", fresh, pkg}
	if pkg == LibrariesPath {
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
		return fmt.Errorf("build the program with the libraries: %w: %s; it takes the Go toolchain, and the network the first time", err, lines[len(lines)-1])
	}
	return os.Rename(fresh, program)
}
