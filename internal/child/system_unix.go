//go:build unix && !linux

package child

import "syscall"

// endWithUs is not known here.
func endWithUs(*syscall.SysProcAttr) {}
