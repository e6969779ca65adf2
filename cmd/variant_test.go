package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Bad settings of a side are one line with the remedy and exit code 2. Nothing is written.
func TestBadVariants(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	r := abRepository(t)
	write(t, r.temporary, "text.pprof", "not a profile")
	text := filepath.Join(r.temporary, "text.pprof")
	for _, test := range []struct {
		want string
		args []string
	}{
		{"give a release in full", []string{"--head-go", "tip"}},
		{"cannot be fetched", []string{"--head-go", "1.999.0"}},
		{"write NAME=VALUE", []string{"--head-env", "GOGC"}},
		{"one line", []string{"--base-env", "GOGC=1\nx"}},
		{"add --env GOCG", []string{"--head-env", "GOCG=1"}},
		{`the variable "NOWHERE" is not set`, []string{"--head-env", "GOGC=1", "--env", "NOWHERE"}},
		{"with --base-go", []string{"--base-env", "GOTOOLCHAIN=go1.20"}},
		{"unknown GOEXPERIMENT wrong", []string{"--head-env", "GOEXPERIMENT=wrong"}},
		{"already", []string{"--head-env", "GOGC=1", "--head-env", "GOGC=2"}},
		{"no such file", []string{"--head-pgo", "nowhere.pprof"}},
		{"it is no file", []string{"--head-pgo", "."}},
		{"it is no profile", []string{"--head-pgo", text}},
		{"contradict", []string{"--head-pgo", text, "--head-flags", "-pgo=off"}},
		{"-count does not change", []string{"--head-flags", "-count=2"}},
		{"is no flag", []string{"--head-flags", "gcflags=-l"}},
		{`"speed" is not one of`, []string{"--metric", "time,speed"}},
		{"--head-env cannot be used with --resume", []string{"--resume", "x", "--head-env", "GOGC=1"}},
	} {
		args := append([]string{"ab", ".", ".", "--bench", ".", "--quiet"}, test.args...)
		if test.args[0] == "--resume" {
			args = append([]string{"ab"}, test.args...)
		}
		got := expectWith(t, r.dir, append(r.env(), "GOPROXY=off", "GOTOOLCHAIN=local"), ExitUsage, []string{test.want}, args...)
		if lines := strings.Count(strings.TrimSpace(got.stderr), "\n"); lines > 0 || got.stdout != "" {
			t.Errorf("%v: %d lines too many: %s%s", test.args, lines, got.stdout, got.stderr)
		}
	}
	if err := os.Remove(text); err != nil {
		t.Fatal(err)
	}
	r.untouched()
}

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
		text, err := os.ReadFile(filepath.Join(out, side+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"variant":"`+settings+`"`) != want || strings.Contains(string(text), `"gogc":"50"`) != want {
			t.Errorf("%s.txt: settings recorded: %v\n%.1500s", side, !want, text)
		}
	}
	r.untouched()
}
