package measure

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/results"
)

// Environment describes this machine and this program.
func Environment() results.Environment {
	env, build := host.Environment(), ReadBuild()
	env.GoVersion, env.GOAMD64 = runtime.Version(), build.GOAMD64
	env.Commit, env.CommitTime, env.Dirty = build.Commit, build.CommitTime, build.Dirty
	env.Modules, env.Binary = build.Modules, binarySum()
	return env
}

// ReadBuild is [host.ReadBuild] with the versions of the modules of implementations.
func ReadBuild() results.Environment {
	var modules []string
	for _, i := range registry.All() {
		modules = append(modules, i.Modules...)
	}
	return host.ReadBuild(modules...)
}

// binarySum identifies this build, including uncommitted changes. It is "" if the
// program cannot be read.
var binarySum = sync.OnceValue(func() string {
	path, _ := os.Executable()
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := xxhash.New() // fast; collisions on purpose are no concern here
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%016x", sum.Sum64())
})
