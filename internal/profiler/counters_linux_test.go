package profiler

import (
	"strings"
	"testing"

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
