package cmd

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Settings are in the title, in the files of the samples, and in the resumed experiment.
func TestABComparesSettings(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := abRepository(t)
	out := filepath.Join(t.TempDir(), "results")
	args := []string{"ab", ".", ".", "--head-env", "GOGC=50", "--head-env", "MINE=a,b", "--env", "MINE", "--max-regression", "30%", "--mde", "60%", "--alpha", "0.2", "--rounds", "6", "-o", out}
	resume := args
	if runtime.GOOS != "windows" { // where a single process cannot be interrupted
		r.interrupt(filepath.Join(out, "head.txt"), "continue with: ecsbench ab --resume "+out, args...)
		r.expect(ExitUsage, []string{"--head-env cannot be used with --resume"}, "ab", "--resume", out, "--head-env", "GOGC=60")
		resume = []string{"ab", "--resume", out, "--env", "MINE"}
	}
	c := ecsbench(t, r.dir, r.env(), append(resume, "--quiet", "--format", "json")...)
	var v struct {
		Outcome, Headline, Old, New, Difference string
		Costs                                   []struct{ Name, Unit string }
		Proved                                  int
	}
	if err := json.Unmarshal([]byte(c.stdout), &v); err != nil {
		t.Fatalf("%v\n%s%s", err, c.stdout, c.stderr)
	}
	const settings = "GOGC=50 MINE=a,b"
	if v.Difference != settings || !strings.Contains(v.Headline, " with "+settings) || v.New != v.Old+" with "+settings || v.Proved > 0 {
		t.Errorf("%+v", v)
	}
	costs := map[string]bool{}
	for _, k := range v.Costs {
		costs[k.Name] = true
	}
	if !costs["allocated"] || !costs["garbage collection"] || !costs["binary size"] || runtime.GOOS == "linux" && !costs["peak memory"] {
		t.Errorf("costs %v", costs)
	}
	for side, want := range map[string]bool{"base": false, "head": true} {
		text := fixture.Read(t, filepath.Join(out, side+".txt"))
		if strings.Contains(string(text), `"variant":"`+settings+`"`) != want || strings.Contains(string(text), `"gogc":"50"`) != want {
			t.Errorf("%s.txt: settings recorded: %v\n%.1500s", side, !want, text)
		}
	}
	// The settings were asked for, so gate does not refuse the files.
	if g := ecsbench(t, r.dir, r.env(), "gate", filepath.Join(out, "base.txt"), filepath.Join(out, "head.txt")); !strings.Contains(g.stdout, "allowed: different GOGC") || strings.Contains(g.stdout, "--allow go") {
		t.Errorf("gate: %s%s", g.stdout, g.stderr)
	}
	r.untouched()
}
