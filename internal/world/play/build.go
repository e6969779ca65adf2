package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/world/format"
)

// A Build defines where programs are kept and whether the go command may download
// modules.
type Build struct {
	Folder   string // the cache
	Download bool
	Flags    []string // additional flags of go build
}

// CacheFolder is the default folder for programs.
func CacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder for built programs: %w: set XDG_CACHE_HOME or HOME", err)
	}
	return filepath.Join(dir, "ecsbench", "worlds"), nil
}

// A Program is the program of a library.
type Program struct {
	Library Library
	Path    string
	Fresh   bool  // the cache did not have it
	Err     error // the reason if building failed
}

// mostAge is how long an unused program is kept.
const mostAge = 30 * 24 * time.Hour

// All builds the programs of libraries, several at a time. A library that cannot be
// built has the error in its program.
func (b Build) All(ctx context.Context, w *format.World, libraries []Library) ([]Program, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.New("worlds are compiled, and there is no go command in PATH: install Go from https://go.dev/dl and try again")
	}
	if err := os.MkdirAll(b.Folder, 0o755); err != nil {
		return nil, fmt.Errorf("making the folder for built programs: %w", err)
	}
	b.clean()
	version := b.version(ctx)
	programs := make([]Program, len(libraries))
	var group errgroup.Group
	group.SetLimit(max(1, runtime.NumCPU()))
	for i, l := range libraries {
		group.Go(func() error {
			programs[i] = b.one(ctx, w, l, version)
			return nil
		})
	}
	return programs, errors.Join(group.Wait(), ctx.Err())
}

// clean removes programs that were not run for a long time.
func (b Build) clean() {
	old, _ := filepath.Glob(filepath.Join(b.Folder, "*")) // none if the folder is an invalid pattern
	for _, path := range old {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > mostAge {
			os.RemoveAll(path)
		}
	}
}

// version identifies the toolchain and its settings.
func (b Build) version(ctx context.Context) string {
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOEXPERIMENT", "GOAMD64", "GOARM64", "CGO_ENABLED")
	cmd.Dir, cmd.Env = b.Folder, b.environment("")
	out, err := cmd.Output()
	if err != nil {
		return "unknown"
	}
	return strings.Join(append(strings.Fields(string(out)), b.Flags...), " ")
}

// environment is the environment of the go command: modules come only from the module cache
// unless downloads are allowed, and the user's workspaces and flags have no effect.
func (b Build) environment(temporary string) []string {
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local")
	if !b.Download {
		env = append(env, "GOPROXY=off", "GOSUMDB=off")
	}
	if temporary != "" {
		env = append(env, "GOTMPDIR="+temporary, "TMPDIR="+temporary)
	}
	return env
}

var buildLimits = child.Limits{Time: 10 * time.Minute, Output: 1 << 20}

// one builds a program unless it is in the cache. A failed or interrupted build leaves nothing.
func (b Build) one(ctx context.Context, w *format.World, l Library, version string) Program {
	source, err := l.Source(w)
	if err != nil {
		return Program{Library: l, Err: err}
	}
	source["version"] = []byte(version) // for the sum; the compiler ignores the file
	p := Program{Library: l, Path: filepath.Join(b.Folder, fmt.Sprintf("%s-%s%s", l.Name, source.Sum(), executable()))}
	if info, err := os.Stat(p.Path); err == nil && info.Mode().IsRegular() && l.Folder == "" { // files of a folder change
		now := time.Now()
		_ = os.Chtimes(p.Path, now, now) // a read-only cache is fine
		return p
	}
	p.Fresh = true
	p.Err = b.compile(ctx, l, source, p.Path)
	return p
}

func executable() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func (b Build) compile(ctx context.Context, l Library, source Source, path string) error {
	scratch, err := outdir.NewScratchIn(b.Folder, "build")
	if err != nil {
		return fmt.Errorf("building the program for %s: %w", l.Name, err)
	}
	defer scratch.Remove()
	temporary := scratch.Path
	if err := source.Write(temporary); err != nil {
		return err
	}
	work := filepath.Join(temporary, "tmp")
	if err := os.Mkdir(work, 0o755); err != nil {
		return err
	}
	built := filepath.Join(temporary, "program"+executable())
	cmd := exec.Command("go", slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-o", built}, b.Flags, []string{"."})...)
	cmd.Dir, cmd.Env = temporary, b.environment(work)
	_, stderr, err := child.Run(ctx, cmd, buildLimits)
	if err != nil {
		return b.explain(ctx, l, err, strings.TrimSpace(string(stderr)))
	}
	return os.Rename(built, path)
}

// explain turns the output of the go command into one line with a fix.
func (b Build) explain(ctx context.Context, l Library, err error, printed string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	missing := strings.Contains(printed, "module lookup disabled") || strings.Contains(printed, "cannot find module") || strings.Contains(printed, "missing go.sum")
	if missing && !b.Download {
		return fmt.Errorf("%s %s is not in the module cache: run: go mod download %s@%s (world run does it with --download)", l.Module, l.Version, l.Module, l.Version)
	}
	if printed == "" {
		return fmt.Errorf("building the program for %s: %w", l.Name, err)
	}
	return fmt.Errorf("building the program for %s: %s", l.Name, strings.Join(strings.Fields(printed), " "))
}
