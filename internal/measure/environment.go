package measure

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/ecsbench/ecsbench/results"
)

// Environment describes this machine and this program.
func Environment() results.Environment {
	env, build := Host(), ReadBuild()
	env.GoVersion, env.GOAMD64, env.GOGC = runtime.Version(), build.AMD64, os.Getenv("GOGC")
	env.Commit, env.CommitTime, env.Dirty = build.Commit, build.CommitTime, build.Dirty
	env.Modules, env.Binary = build.Modules, binarySum()
	return env
}

// Host describes this machine and only the version of this program. It is for results
// of other programs.
func Host() results.Environment {
	return results.Environment{
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		CPU:        cpuModel(),
		CPUs:       runtime.NumCPU(),
		Kernel:     firstLineOf("/proc/sys/kernel/osrelease"),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Version:    ReadBuild().Version,
		Machine:    machineSum(),
	}
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

// machineSum identifies this machine without its name, since result files are
// published.
func machineSum() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%x", sha256.Sum256([]byte(host+" "+firstLineOf("/etc/machine-id"))))[:16]
}

func cpuModel() string {
	return cmp.Or(strings.Join(strings.Fields(brandName()), " "), "unknown "+runtime.GOARCH)
}

// firstLineOf returns the first line of a file, or "" if there is none.
func firstLineOf(path string) string {
	text, _ := os.ReadFile(path)
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}
