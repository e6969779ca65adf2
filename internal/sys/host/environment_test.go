package host

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// The kernel reads the name from the processor at start-up. Package cpuid asks the processor,
// which hypervisors may answer otherwise. So only the source is tested, not equal names.
func TestEnvironment(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	if env := Environment(); env.GOMAXPROCS != 3 || env.CPUs != runtime.NumCPU() {
		t.Errorf("%+v", env)
	}
	if n := runtime.GOMAXPROCS(0); n != 3 {
		t.Errorf("GOMAXPROCS is %d afterwards", n)
	}
	path := filepath.Join(t.TempDir(), "lines")
	fixture.Check(t, os.WriteFile(path, []byte("one\ntwo\n"), 0o600))
	if got := firstLineOf(path) + firstLineOf(path+"x"); got != "one" {
		t.Errorf("%q", got)
	}
}
