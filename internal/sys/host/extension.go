package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// An Extension is a program of a module of the project that few users need, so it is built when
// it is first used.
type Extension struct {
	Folder  string // of the module
	Package string // within it, "" for the module itself
	Adds    string
}

var (
	// WithParquet is a larger ecsbench, with the export of Parquet.
	WithParquet = Extension{Folder: "parquet", Adds: "the export of Parquet"}
	// Worldfile makes world files of what games leave behind.
	Worldfile = Extension{Folder: "recorder", Package: "worldfile", Adds: "world fit and world import"}
)

// Module returns the path of the module.
func (e Extension) Module() string { return ModulePath + "/" + e.Folder }

// released reports whether a version is not that of a checkout.
func released(version string) bool {
	return version != "(devel)" && !strings.Contains(version, "+dirty")
}

// mostBuildTime limits a build.
const mostBuildTime = 15 * time.Minute

// slowBuild is how long a build takes until it is announced. Most only find that nothing changed.
const slowBuild = 2 * time.Second

// Build returns the path of the program. It calls say with a line when it builds one, and when it
// has built it. A failed or interrupted build leaves nothing behind but what the go command has
// compiled so far.
func (e Extension) Build(ctx context.Context, say func(line string)) (program string, err error) {
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
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("make the cache folder for the program with %s: %w", e.Adds, err)
	}
	program = filepath.Join(folder, "ecsbench")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	_, missing := os.Stat(program)
	if missing == nil && source == "" {
		return program, nil
	}
	begin, wait := time.Now(), slowBuild
	if missing != nil {
		wait = 0
	}
	announced := make(chan bool, 1)
	timer := time.AfterFunc(wait, func() {
		say(fmt.Sprintf("building the program with %s: download, compile, link", e.Adds))
		announced <- true
	})
	err = e.compile(ctx, source, key, program)
	if !timer.Stop() {
		<-announced
		if err == nil {
			say(fmt.Sprintf("built the program with %s in %v", e.Adds, time.Since(begin).Round(100*time.Millisecond)))
		}
	}
	return program, err
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

// compile builds the program in a scratch folder and moves it, so that a partial file is never
// started. In a checkout Go's own cache builds only what has changed.
func (e Extension) compile(ctx context.Context, source, version, program string) error {
	scratch, err := outdir.NewScratchIn(filepath.Dir(program), "build")
	if err != nil {
		return fmt.Errorf("build the program with %s: %w", e.Adds, err)
	}
	defer scratch.Remove()
	fresh := filepath.Join(scratch.Path, filepath.Base(program))
	args, folder, pkg := []string{"build", "-o", fresh}, source, "./"+e.Package
	if source == "" {
		mod := fmt.Appendf(nil, "module ecsbench.local\n\ngo 1.26.0\n\nrequire (\n\t%s %s\n\t%s %[2]s\n)\n", ModulePath, version, e.Module())
		if err := os.WriteFile(filepath.Join(scratch.Path, "go.mod"), mod, 0o666); err != nil {
			return fmt.Errorf("write the module of the program with %s: %w", e.Adds, err)
		}
		args, folder, pkg = append(args, "-mod=mod"), scratch.Path, path.Join(e.Module(), e.Package)
	}
	_ = os.Link(program, fresh) // the go command links no program that is up to date
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOTMPDIR="+scratch.Path)
	_, stderr, err := child.Run(ctx, cmd, child.Limits{Time: mostBuildTime, Output: 1 << 20})
	switch {
	case err == nil:
		return os.Rename(fresh, program)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("build the program with %s: there is no go command in PATH: install Go from https://go.dev/dl and try again", e.Adds)
	}
	step, message := FailedStep(string(stderr))
	if message == "" {
		message = err.Error()
	}
	return fmt.Errorf("build the program with %s: %s: %s", e.Adds, step, message)
}

// FailedStep returns the step of a build that failed, with its remedy, and the first message. The
// go command prints a line with # and the package before messages of the compiler and the linker.
func FailedStep(stderr string) (step, message string) {
	step = "download failed (it takes the network the first time)"
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasPrefix(line, "go: downloading "), line == "go: errors parsing go.mod:":
			continue
		case strings.HasPrefix(line, "# "):
			step = "compile failed"
			continue
		case strings.Contains(line, "/compile: "):
			step = "compile failed"
		case strings.Contains(line, "/link: "), strings.Contains(line, "/link.exe: "):
			step = "link failed"
		}
		if message == "" {
			message = line
		}
	}
	return step, message
}
