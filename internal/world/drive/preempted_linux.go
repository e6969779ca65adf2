package drive

import "syscall"

// preempted returns how often another program has taken the processor from this
// thread. The program itself never has more threads at work than processors, so
// the garbage collector does not count.
func preempted() int64 {
	const thisThread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if syscall.Getrusage(thisThread, &usage) != nil {
		return 0
	}
	return usage.Nivcsw
}
