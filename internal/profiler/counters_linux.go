package profiler

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A perfEvent is the kernel's number for an event; see perf_event_open(2).
type perfEvent struct {
	kind   uint32
	config uint64
}

// hardwareEvents are in the order of [CachegrindEvents].
var hardwareEvents = []perfEvent{
	{unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS},
	{unix.PERF_TYPE_HW_CACHE, cacheEvent(unix.PERF_COUNT_HW_CACHE_L1D, unix.PERF_COUNT_HW_CACHE_OP_READ, unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS)},
	{unix.PERF_TYPE_HW_CACHE, cacheEvent(unix.PERF_COUNT_HW_CACHE_L1D, unix.PERF_COUNT_HW_CACHE_OP_WRITE, unix.PERF_COUNT_HW_CACHE_RESULT_ACCESS)},
	{unix.PERF_TYPE_HW_CACHE, cacheEvent(unix.PERF_COUNT_HW_CACHE_L1D, unix.PERF_COUNT_HW_CACHE_OP_READ, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
	{unix.PERF_TYPE_HW_CACHE, cacheEvent(unix.PERF_COUNT_HW_CACHE_L1D, unix.PERF_COUNT_HW_CACHE_OP_WRITE, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
	{unix.PERF_TYPE_HW_CACHE, cacheEvent(unix.PERF_COUNT_HW_CACHE_LL, unix.PERF_COUNT_HW_CACHE_OP_READ, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
	{unix.PERF_TYPE_HW_CACHE, cacheEvent(unix.PERF_COUNT_HW_CACHE_LL, unix.PERF_COUNT_HW_CACHE_OP_WRITE, unix.PERF_COUNT_HW_CACHE_RESULT_MISS)},
}

func cacheEvent(cache, op, result uint64) uint64 { return cache | op<<8 | result<<16 }

// A counterSet is the open counters of this thread.
type counterSet struct {
	fds []int // by event; -1 for those the machine does not have
}

// openCounters opens what the kernel allows and the machine has. Counting this
// process in user space needs no privilege where perf_event_paranoid is at
// most 2; containers often forbid the call whatever its value.
func openCounters() (*counterSet, error) { return openEvents(hardwareEvents) }

func openEvents(events []perfEvent) (*counterSet, error) {
	c := &counterSet{}
	opened := 0
	var first error
	for _, e := range events {
		attr := unix.PerfEventAttr{
			Type:        e.kind,
			Config:      e.config,
			Size:        uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
			Bits:        unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
			Read_format: unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING,
		}
		fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
		if err != nil {
			fd = -1
			if first == nil {
				first = err
			}
		} else {
			opened++
		}
		c.fds = append(c.fds, fd)
	}
	if opened == 0 {
		return nil, whyNoCounters(first)
	}
	return c, nil
}

// whyNoCounters explains the errors of perf_event_open.
func whyNoCounters(err error) error {
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		level, readErr := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
		if text := strings.TrimSpace(string(level)); readErr == nil && text > "2" && len(text) == 1 {
			return fmt.Errorf("no permission for perf events (kernel.perf_event_paranoid is %s): allow them with sysctl kernel.perf_event_paranoid=2, or install valgrind", text)
		}
		return errors.New("no permission for perf events (containers forbid them unless started with --cap-add PERFMON or a seccomp profile that allows perf_event_open): allow them, or install valgrind")
	case errors.Is(err, unix.ENOSYS):
		return errors.New("this kernel has no perf events: install valgrind")
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EINVAL):
		return errors.New("this machine has no hardware counters for caches (virtual machines seldom have): install valgrind")
	}
	return fmt.Errorf("open perf events: %w", err)
}

func (c *counterSet) start() error {
	for _, fd := range c.fds {
		if fd < 0 {
			continue
		}
		if err := unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_RESET, 0); err != nil {
			return err
		}
		if err := unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_ENABLE, 0); err != nil {
			return err
		}
	}
	return nil
}

// stop returns the counts and the names of the events that were counted. A
// counter that had to share the hardware with others is scaled up to the whole
// time.
func (c *counterSet) stop() (r CacheReferences, known []string, err error) {
	for _, fd := range c.fds {
		if fd >= 0 {
			if err := unix.IoctlSetInt(fd, unix.PERF_EVENT_IOC_DISABLE, 0); err != nil {
				return r, nil, err
			}
		}
	}
	into := r.Fields()
	for i, fd := range c.fds {
		if fd < 0 {
			continue
		}
		var buf [24]byte // count, time enabled, time running
		if n, err := unix.Read(fd, buf[:]); err != nil || n != len(buf) {
			return r, nil, fmt.Errorf("%s: %d bytes, %w", CachegrindEvents[i], n, err)
		}
		count, enabled, running := binary.NativeEndian.Uint64(buf[:]), binary.NativeEndian.Uint64(buf[8:]), binary.NativeEndian.Uint64(buf[16:])
		if running == 0 {
			continue
		}
		*into[i] = int64(float64(count) * float64(enabled) / float64(running))
		known = append(known, CachegrindEvents[i])
	}
	return r, known, nil
}

func (c *counterSet) close() {
	for _, fd := range c.fds {
		if fd >= 0 {
			_ = unix.Close(fd)
		}
	}
}

// CheckCounters returns why hardware counters are unavailable.
func CheckCounters() error {
	c, err := openCounters()
	if err == nil {
		c.close()
	}
	return err
}
