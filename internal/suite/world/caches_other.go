//go:build !linux

package world

import "github.com/klauspost/cpuid/v2"

// caches returns the bytes of the data caches of the first processor, by level; 0 if unknown.
func caches() [3]int {
	return [3]int{cpuid.CPU.Cache.L1D, cpuid.CPU.Cache.L2, cpuid.CPU.Cache.L3}
}
