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
			fixture.Check(t, w.Prepare(1))
			runtime.GC() // as before every batch
			before := minorFaults(t)
			w.Run(1)
			n += minorFaults(t) - before
		}
		fixture.Check(t, w.Verify())
		return n
	}
	if cold, warm := faults("create:memory=cold"), faults("create"); cold < 200 || warm > cold/4 {
		t.Errorf("%d pages were given in cold memory, %d in warm", cold, warm)
	}
}

func minorFaults(t *testing.T) int64 {
	t.Helper()
	var u syscall.Rusage
	fixture.Check(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return int64(u.Minflt)
}
