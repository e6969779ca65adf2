package scenarios_test

import (
	"runtime"
	"syscall"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Cold memory causes page faults while worlds grow; warm memory does not.
func TestColdMemoryFaultsAndWarmDoesNot(t *testing.T) {
	fixture.Long(t)
	faults := func(scenario string) (n int64) {
		w := openCase(t, scenario, "dense", 20_000, 2)
		if _, err := w.Warm(); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := w.Prepare(1); err != nil {
				t.Fatal(err)
			}
			runtime.GC() // as before every batch
			before := minorFaults(t)
			w.Run(1)
			n += minorFaults(t) - before
		}
		if err := w.Verify(); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if cold, warm := faults("create:memory=cold"), faults("create"); cold < 200 || warm > cold/4 {
		t.Errorf("%d pages were given in cold memory, %d in warm", cold, warm)
	}
}

func minorFaults(t *testing.T) int64 {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return int64(u.Minflt)
}
