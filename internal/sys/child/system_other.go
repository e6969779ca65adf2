//go:build !linux

package child

// limitMemory needs a system that limits the memory of processes.
func limitMemory(int) {}

// enoughThreads needs a list of all threads.
func enoughThreads() error { return nil }

func begin() {}

// endOrphans does nothing: only Linux lets a process adopt orphans.
func endOrphans() error { return nil }
