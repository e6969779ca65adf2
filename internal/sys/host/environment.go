// Package host describes what benchmarks run on: the machine and its state, the checkout and the
// modules around a folder, and the build of this program.
//
//   - [Environment] is recorded in result files.
//   - [ReadMachine] and [WatchSystem] look for conditions that disturb measurements.
//   - [Checkout], [ModuleOf] and [WorkspacePatterns] find modules of folders.
//   - An [Extension] is a program of another module, which is built when it is first used.
package host

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/results"
)

// Environment describes this machine, the settings of Go, and only the version of this program. It
// is for results of other programs.
func Environment() results.Environment {
	env := results.Environment{
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		CPU:        cmp.Or(strings.Join(strings.Fields(brandName()), " "), "unknown "+runtime.GOARCH),
		CPUs:       runtime.NumCPU(),
		Kernel:     firstLineOf("/proc/sys/kernel/osrelease"),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Version:    ReadBuild().Version,
		Machine:    machineSum(),
	}
	env.ReadSettings()
	return env
}

// machineSum identifies this machine without its name, since result files are
// published.
func machineSum() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%x", sha256.Sum256([]byte(host+" "+firstLineOf("/etc/machine-id"))))[:16]
}

// firstLineOf returns the first line of a file, or "" if there is none.
func firstLineOf(path string) string {
	text, _ := os.ReadFile(path)
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

// ModulePath is the path of this module.
const ModulePath = "github.com/ecsbench/ecsbench"

// ReadBuild reads the build information of this program: the version of the module, "(devel)"
// for a checkout, its commit, and the versions of these modules. "go run" records no commit; then
// git is asked for the one of the checkout.
func ReadBuild(modules ...string) results.Environment {
	b := results.Environment{Version: "(devel)", Modules: make(map[string]string)}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.CommitTime = s.Value
		case "vcs.modified":
			b.Dirty = s.Value == "true"
		case "GOAMD64":
			b.GOAMD64 = s.Value
		}
	}
	for _, dep := range info.Deps {
		if !slices.Contains(modules, dep.Path) {
			continue
		}
		b.Modules[dep.Path] = dep.Version
		if r := dep.Replace; r != nil {
			b.Modules[dep.Path] = cmp.Or(r.Version, "files of a folder")
		}
	}
	if b.Commit == "" && b.Version == "(devel)" {
		c := head()
		b.Commit, b.CommitTime, b.Dirty = c.Commit, c.CommitTime, c.Dirty
	}
	return b
}

// head reads the state of the checkout from git once. Later changes of the checkout do not
// matter. A commit that is newer than the program is not the one it was built from.
var head = sync.OnceValue(func() (b results.Environment) {
	ctx, folder := context.Background(), BuiltFrom()
	if folder == "" {
		return b
	}
	out, err := child.Git(ctx, "-C", folder, "log", "-1", "--format=%H %cI")
	if err != nil {
		return b
	}
	b.Commit, b.CommitTime, _ = strings.Cut(out, " ")
	program, _ := os.Executable()
	built, err := os.Stat(program)
	if committed, wrong := time.Parse(time.RFC3339, b.CommitTime); err != nil || wrong != nil || committed.After(built.ModTime()) {
		return results.Environment{}
	}
	changes, err := child.Git(ctx, "-C", folder, "status", "--porcelain", "--untracked-files=no")
	b.Dirty = err != nil || changes != ""
	return b
})
