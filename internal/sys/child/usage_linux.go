package child

import (
	"encoding/binary"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// openCounter opens a counter of the system calls of processes that this thread starts from now
// on. It counts from their exec on (perf_event_open(2)).
func openCounter() (fd int, err error) {
	var id []byte
	for _, folder := range []string{"/sys/kernel/tracing", "/sys/kernel/debug/tracing"} {
		if id, err = os.ReadFile(folder + "/events/raw_syscalls/sys_enter/id"); err == nil {
			break
		}
	}
	if err != nil {
		return 0, uncountedError(err)
	}
	event, err := strconv.ParseUint(strings.TrimSpace(string(id)), 10, 64)
	if err != nil {
		return 0, uncountedError(err)
	}
	attributes := unix.PerfEventAttr{
		Type: unix.PERF_TYPE_TRACEPOINT, Config: event,
		Bits: unix.PerfBitDisabled | unix.PerfBitInherit | unix.PerfBitEnableOnExec,
	}
	attributes.Size = uint32(unsafe.Sizeof(attributes))
	if fd, err = unix.PerfEventOpen(&attributes, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC); err != nil {
		return 0, uncountedError(err)
	}
	return fd, nil
}

// startCounted starts a command whose system calls are counted.
func startCounted(cmd *exec.Cmd) (count func() uint64, err error) {
	runtime.LockOSThread() // whose children inherit the counter
	defer runtime.UnlockOSThread()
	fd, err := openCounter()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return func() uint64 {
		defer unix.Close(fd)
		var value [8]byte
		if n, err := unix.Read(fd, value[:]); n != len(value) || err != nil {
			return 0
		}
		return binary.NativeEndian.Uint64(value[:])
	}, nil
}

// CheckSystemCalls returns an error in one line if system calls cannot be counted here.
func CheckSystemCalls() error {
	fd, err := openCounter()
	if err == nil {
		err = unix.Close(fd)
	}
	return err
}
