package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/suite/world/format"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// A Build defines where programs are kept and how they are built.
type Build struct {
	Folder  string // the cache
	Layouts int    // of each library, 0 for one
	Linker  string // more flags of the linker
	// Say receives a line before programs are built and after each of them; it may be nil.
	Say func(line string)
}

// CacheFolder is the default folder for programs.
func CacheFolder() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the folder for built programs: %w: set XDG_CACHE_HOME or HOME", err)
	}
	return filepath.Join(dir, "ecsbench", "worlds"), nil
}

// A Program is the program of a library. The place of a loop in memory alone can change its time,
// so a program has several layouts: files that differ only in the order of their functions.
type Program struct {
	Library     Library
	Paths       []string // by layout; the first has the usual order
	Environment []string // nil for [child.Environment]
	Fresh       bool     // the cache lacked a layout
	Err         error    // the reason if building failed
}

// Turn returns the program whose first layout is that of a round.
func (p Program) Turn(round int) Program {
	p.Paths = p.Paths[round%len(p.Paths):]
	return p
}

// mostAge is how long an unused program is kept.
const mostAge = 7 * 24 * time.Hour

// All builds the programs of libraries, several at a time. A library that cannot be
// built has the error in its program.
func (b Build) All(ctx context.Context, w *format.World, libraries []Library) ([]Program, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.New("worlds are compiled, and there is no go command in PATH: install Go from https://go.dev/dl and try again")
	}
	if err := outdir.PrivateFolder(b.Folder); err != nil {
		return nil, fmt.Errorf("making the folder for built programs: %w", err)
	}
	b.clean()
	programs := make([]Program, len(libraries))
	sources := make([]Sources, len(libraries))
	var names []string // of programs to build
	for i, l := range libraries {
		if programs[i], sources[i] = b.find(w, l, b.version(ctx, l)+b.Linker); programs[i].Fresh {
			names = append(names, l.Name)
		}
	}
	var group errgroup.Group
	group.SetLimit(max(1, runtime.NumCPU()))
	if len(names) > 0 {
		b.say("building the programs of %s", strings.Join(names, ", "))
	}
	var saying sync.Mutex
	for i, l := range libraries {
		if !programs[i].Fresh {
			continue
		}
		group.Go(func() error {
			begin := time.Now()
			programs[i].Err = b.compile(ctx, l, sources[i], programs[i].Paths)
			if saying.Lock(); programs[i].Err == nil {
				b.say("built %s in %v", l.Name, time.Since(begin).Round(100*time.Millisecond))
			}
			saying.Unlock()
			return nil
		})
	}
	return programs, errors.Join(group.Wait(), ctx.Err())
}

// Tell passes an error to Say.
func (b Build) Tell(err error) { b.say("%v", err) }

func (b Build) say(format string, args ...any) {
	if b.Say != nil {
		b.Say(fmt.Sprintf(format, args...))
	}
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

// version identifies the toolchain of a library and its settings.
func (b Build) version(ctx context.Context, l Library) string {
	cmd := exec.CommandContext(ctx, l.With.Program(), "env", "GOVERSION", "GOEXPERIMENT", "GOAMD64", "GOARM64", "CGO_ENABLED")
	cmd.Dir, cmd.Env = b.Folder, b.environment(l, "")
	out, err := cmd.Output()
	if err != nil {
		return "unknown"
	}
	return lists.Join(" ", append(strings.Fields(string(out)), l.With.String(), l.With.Sum)...)
}

// environment is the environment of the go command: the user's workspaces and flags have no effect.
func (b Build) environment(l Library, temporary string) []string {
	const flags = "-mod=mod"
	toolchain := "local"
	if l.Go != "" {
		toolchain = "auto" // that of go.mod if the local one is older
	}
	env := append(append(os.Environ(), "GOWORK=off", "GOFLAGS="+flags, "GOTOOLCHAIN="+toolchain), l.With.Building(flags)...)
	if temporary != "" {
		env = append(env, "GOTMPDIR="+temporary, "TMPDIR="+temporary)
	}
	return env
}

var buildLimits = child.Limits{Time: 10 * time.Minute, Output: 1 << 20}

// find returns the program of a library, and its source. It is fresh if the cache lacks a layout.
func (b Build) find(w *format.World, l Library, version string) (Program, Sources) {
	source, err := l.Sources(w)
	if err != nil {
		return Program{Library: l, Err: err}, nil
	}
	source["version"] = []byte(version) // for the sum; the compiler ignores the file
	p := Program{Library: l}
	layouts := max(1, b.Layouts)
	if l.Module == "" {
		layouts = 1 // the reference is not timed
	}
	for layout := range layouts {
		path := filepath.Join(b.Folder, fmt.Sprintf("%s-%s-%d%s", l.Name, source.Sum(), layout, executable()))
		p.Paths = append(p.Paths, path)
		p.Fresh = p.Fresh || l.Folder != "" || !cached(path) // files of a folder change
	}
	return p, source
}

// cached reports whether a program exists as it was built, and marks it as used.
func cached(path string) bool {
	if !outdir.IntactProgram(path) {
		return false
	}
	now := time.Now()
	for _, file := range outdir.ProgramFiles(path) {
		_ = os.Chtimes(file, now, now) // a read-only cache is fine
	}
	return true
}

func executable() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// compile writes the layouts of a program. The go command compiles once and links each. A failed
// or interrupted build leaves nothing.
func (b Build) compile(ctx context.Context, l Library, source Sources, paths []string) error {
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
	if err := os.Mkdir(work, 0o777); err != nil {
		return err
	}
	built := filepath.Join(temporary, "program"+executable())
	for layout, path := range paths {
		cmd := exec.Command(l.With.Program(), "build", "-trimpath", "-buildvcs=false", l.With.LinkerFlag(append(child.OrderFlags(layout), b.Linker)...), "-o", built, ".")
		cmd.Dir, cmd.Env = temporary, b.environment(l, work)
		if _, stderr, err := child.Run(ctx, cmd, buildLimits); err != nil {
			return b.explain(ctx, l, err, strings.TrimSpace(string(stderr)))
		}
		if err := outdir.SealProgram(built, path); err != nil {
			return fmt.Errorf("storing the program for %s: %w", l.Name, err)
		}
	}
	return nil
}

// explain turns the output of the go command into one line with a fix.
func (b Build) explain(ctx context.Context, l Library, err error, printed string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if strings.Contains(printed, "module lookup disabled") {
		return fmt.Errorf("%[1]s %[2]s is not in the module cache, and GOPROXY is off: set GOPROXY, and run: go mod download %[1]s@%[2]s", l.Module, l.Version)
	}
	if printed == "" {
		return fmt.Errorf("building the program for %s: %w", l.Name, err)
	}
	step, message := host.FailedStep(printed)
	message = cmp.Or(message, err.Error())
	if l.Unserved != "" && l.Folder == "" && strings.HasPrefix(step, "download ") {
		message += fmt.Sprintf(": get its repository, and name the folder: %s=FOLDER", l.Name)
	}
	return fmt.Errorf("building the program for %s: %s: %s", l.Name, step, message)
}
