//go:build !linux

package child

// limitMemory needs a system that limits the memory of processes.
func limitMemory(int) {}
