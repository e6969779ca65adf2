//go:build unix

package results

import "syscall"

const nonblocking = syscall.O_NONBLOCK
