package drive

import (
	"syscall"
	"unsafe"
)

// processor returns how often another thread has taken the processor from this one, and the CPU
// time of the program in nanoseconds. The other thread may be the program's own, such as the
// garbage collector, whose time is part of a frame.
func processor() (preempted, nanoseconds int64) {
	const (
		thisThread = 1 // RUSAGE_THREAD
		cpuTime    = 2 // CLOCK_PROCESS_CPUTIME_ID: getrusage may count whole ticks
	)
	var usage syscall.Rusage
	if syscall.Getrusage(thisThread, &usage) != nil {
		return 0, 0
	}
	var spent syscall.Timespec
	if _, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, cpuTime, uintptr(unsafe.Pointer(&spent)), 0); failed != 0 {
		return 0, 0
	}
	return usage.Nivcsw, spent.Nano()
}
