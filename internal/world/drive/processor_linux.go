package drive

import (
	"syscall"
	"unsafe"
)

// processor returns how often another program has taken the processor from this
// thread, and the CPU time of the thread in nanoseconds. The program itself never
// has more threads at work than processors, so the garbage collector does not count.
func processor() (preempted, nanoseconds int64) {
	const (
		thisThread = 1 // RUSAGE_THREAD
		cpuTime    = 3 // CLOCK_THREAD_CPUTIME_ID: the times of getrusage may be whole ticks
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
