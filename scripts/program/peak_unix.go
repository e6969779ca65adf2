//go:build unix

package program

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the most memory that a process had, in bytes.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // which counts bytes; others KiB
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
