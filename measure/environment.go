package measure

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/klauspost/cpuid/v2"

	"github.com/ecsbench/ecsbench/results"
)

// Environment describes this machine and this program.
func Environment() results.Environment {
	build := ReadBuild()
	return results.Environment{
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		CPU:        cpuModel(),
		CPUs:       runtime.NumCPU(),
		Kernel:     firstLineOf("/proc/sys/kernel/osrelease"),
		GoVersion:  runtime.Version(),
		GOAMD64:    buildSetting("GOAMD64"),
		GOGC:       os.Getenv("GOGC"),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		Version:    build.Version,
		Commit:     build.Commit,
		CommitTime: build.CommitTime,
		Dirty:      build.Dirty,
		Modules:    build.Modules,
		Binary:     binarySum(),
		Machine:    machineSum(),
	}
}

// binarySum tells builds apart, those of one commit too. It is "" where the
// program cannot be read.
var binarySum = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
})

// machineSum tells machines apart. Result files are published, so it does not
// say their names.
func machineSum() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%x", sha256.Sum256([]byte(host+" "+firstLineOf("/etc/machine-id"))))[:16]
}

func cpuModel() string {
	if name := strings.Join(strings.Fields(cpuid.CPU.BrandName), " "); name != "" {
		return name
	}
	return "unknown " + runtime.GOARCH
}

// firstLineOf returns the first line of a file, or "" where there is none.
func firstLineOf(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

func buildSetting(key string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return ""
}
