package drive

import "syscall"

// processor returns how often another program has taken the processor from this
// thread, and the CPU time of the thread in nanoseconds. The program itself never
// has more threads at work than processors, so the garbage collector does not count.
func processor() (preempted, nanoseconds int64) {
	const thisThread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if syscall.Getrusage(thisThread, &usage) != nil {
		return 0, 0
	}
	return usage.Nivcsw, usage.Utime.Nano() + usage.Stime.Nano()
}
