package profiler

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestWhyNoCounters(t *testing.T) {
	for err, want := range map[error]string{
		unix.EACCES: "no permission for perf events",
		unix.EPERM:  "no permission for perf events",
		unix.ENOSYS: "this kernel has no perf events: install valgrind",
		unix.ENOENT: "this machine has no hardware counters",
		unix.EMFILE: "open perf events: too many open files",
	} {
		if got := whyNoCounters(err).Error(); !strings.Contains(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

// TestSoftwareEvents opens, starts, reads and closes counters of events that virtual machines
// have too: the time of the thread and its page faults.
func TestSoftwareEvents(t *testing.T) {
	runtime.LockOSThread()
	c, err := openEvents([]perfEvent{
		{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK},
		{unix.PERF_TYPE_SOFTWARE, 1 << 32}, // no such event
		{unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS},
	})
	if err != nil {
		t.Skip(err)
	}
	defer c.close()
	const pages = 256
	for range 2 { // the second start counts from 0 again
		if err := c.start(); err != nil {
			t.Fatal(err)
		}
		memory, err := unix.Mmap(-1, 0, pages*unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			t.Fatal(err)
		}
		_ = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
		for at := 0; at < len(memory); at += unix.Getpagesize() {
			memory[at] = 1
		}
		counts, known, err := c.stop()
		if err != nil {
			t.Fatal(err)
		}
		_ = unix.Munmap(memory)
		values := counts.Fields()
		nanoseconds, missing, faults := *values[0], *values[1], *values[2]
		if want := []string{CachegrindEvents[0], CachegrindEvents[2]}; !slices.Equal(known, want) {
			t.Errorf("counted %v, want %v", known, want)
		}
		if nanoseconds <= 0 || nanoseconds > int64(10*time.Second) || missing != 0 || faults < pages || faults > 2*pages {
			t.Errorf("%d ns, %d of no event, %d page faults for %d new pages", nanoseconds, missing, faults, pages)
		}
	}
}

// TestCounters counts where there are counters, and demands an explanation
// where there are none.
func TestCounters(t *testing.T) {
	c, err := openCounters()
	if err != nil {
		if !strings.Contains(err.Error(), "install valgrind") {
			t.Errorf("no remedy in %q", err)
		}
		t.Skip(err)
	}
	defer c.close()
	if err := c.start(); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for i := range 1_000_000 {
		sum += i
	}
	counts, known, err := c.stop()
	if err != nil || len(known) == 0 || sum == 0 {
		t.Fatalf("%v known, %v", known, err)
	}
	if known[0] == CachegrindEvents[0] && counts.Instructions < 1_000_000 {
		t.Errorf("%d instructions for a million additions", counts.Instructions)
	}
}
