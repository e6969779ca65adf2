package main

import "golang.org/x/sys/unix"

// pin binds the calling thread to a processor.
func pin(cpu int) error {
	var set unix.CPUSet
	set.Set(cpu)
	return unix.SchedSetaffinity(0, &set)
}
