package measure

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	if env := Host(); env.GOMAXPROCS != 3 || env.CPUs != runtime.NumCPU() {
		t.Errorf("%+v", env)
	}
	if n := runtime.GOMAXPROCS(0); n != 3 {
		t.Errorf("GOMAXPROCS is %d afterwards", n)
	}
}

// The kernel reads the name from the processor at start-up. Package cpuid asks the processor,
// which hypervisors may answer otherwise. So only the source is tested, not equal names.

func TestReadBuild(t *testing.T) {
	t.Setenv("GOGC", "77")
	t.Setenv("GOMEMLIMIT", "5GiB")
	t.Setenv("GODEBUG", "gctrace=0")
	e := Environment()
	if e.GoVersion != runtime.Version() || e.GOGC != "77" || e.GOMEMLIMIT != "5GiB" || e.GODEBUG != "gctrace=0" || len(e.Binary) != 16 || len(e.Machine) != 16 {
		t.Errorf("%+v", e)
	}
	if runtime.GOARCH == "amd64" && e.GOAMD64 == "" {
		t.Error("GOAMD64 is unknown")
	}
	git := func(args ...string) string { // "" without a checkout
		out, _ := exec.Command("git", args...).Output()
		return strings.TrimSpace(string(out))
	}
	if commit, at := git("log", "-1", "--format=%H"), git("log", "-1", "--format=%cI"); e.Commit != commit || e.CommitTime != at {
		t.Errorf("commit %s of %s, want %s of %s", e.Commit, e.CommitTime, commit, at)
	}
	if dirty := git("status", "--porcelain", "--untracked-files=no") != ""; e.Dirty != dirty {
		t.Errorf("dirty %v, want %v", e.Dirty, dirty)
	}
	path := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := firstLineOf(path) + firstLineOf(path+"x"); got != "one" {
		t.Errorf("%q", got)
	}
}
