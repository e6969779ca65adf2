//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the most memory that a process had, in MiB.
func peak(p *os.ProcessState) float64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	kibibytes := float64(usage.Maxrss)
	if runtime.GOOS == "darwin" {
		kibibytes /= 1024
	}
	return kibibytes / 1024
}
