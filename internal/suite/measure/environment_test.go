package measure

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

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
}
