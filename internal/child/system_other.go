//go:build !linux

package child

import "context"

// watchMemory needs a system that reports the memory of processes.
func watchMemory(context.Context, int, func(what string)) {}
