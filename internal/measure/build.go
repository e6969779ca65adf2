package measure

import (
	"cmp"
	"context"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/child"
)

// ModulePath is the path of this module.
const ModulePath = "github.com/ecsbench/ecsbench"

// A Build describes the code that this program was built from.
type Build struct {
	Version    string            // of the module; "(devel)" for a checkout
	Commit     string            // "" if unknown
	CommitTime string            // RFC 3339
	Dirty      bool              // uncommitted changes
	Modules    map[string]string // module versions of the implementations
}

// ReadBuild reads the build information of this program. "go run" records no commit;
// then, inside a checkout of ecsbench, git is asked.
func ReadBuild() Build {
	b := Build{Version: "(devel)", Modules: make(map[string]string)}
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
		}
	}
	measured := make(map[string]bool)
	for _, i := range registry.All() {
		for _, module := range i.Modules {
			measured[module] = true
		}
	}
	for _, dep := range info.Deps {
		if !measured[dep.Path] {
			continue
		}
		b.Modules[dep.Path] = dep.Version
		if r := dep.Replace; r != nil {
			b.Modules[dep.Path] = cmp.Or(r.Version, "files of a folder")
		}
	}
	if b.Commit == "" && CurrentModule() == ModulePath {
		c := checkout()
		b.Commit, b.CommitTime, b.Dirty = c.Commit, c.CommitTime, c.Dirty
	}
	return b
}

// checkout reads the state of the current folder from git once. Later changes of the
// folder do not matter.
var checkout = sync.OnceValue(func() (b Build) {
	// git executes no command from the repository's settings, such as a file watcher.
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", append([]string{"-c", "log.showSignature=false", "-c", "core.fsmonitor=false"}, args...)...)
		out, _, err := child.Run(context.Background(), cmd, child.Limits{Time: time.Minute, Output: 16 << 20})
		return out, err
	}
	out, err := git("log", "-1", "--format=%H %cI")
	if err != nil {
		return b
	}
	b.Commit, b.CommitTime, _ = strings.Cut(strings.TrimSpace(string(out)), " ")
	changes, err := git("status", "--porcelain", "--untracked-files=no")
	b.Dirty = err != nil || len(changes) > 0
	return b
})
