package cmd

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// compiled builds the program without debug information, which is slow to link. Unlike a test
// binary it has the versions of its modules and the names of its functions.
var compiled = sync.OnceValues(func() (path string, err error) {
	dir, err := sharedDir("compiled")
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "ecsbench")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	build := exec.Command("go", "build", "-ldflags=-s", "-o", path, "./ecsbench")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

// TestCompiledProgram runs each kind of command: printing, starting workers, reading files.
func TestCompiledProgram(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	dir := t.TempDir()
	compiled, err := compiled()
	fixture.Check(t, err)
	sources, err := filepath.Abs("..")
	fixture.Check(t, err)
	for _, test := range []struct {
		code   ExitCode
		prints string
		args   []string
	}{
		{ExitOK, "tidwall/btree v", []string{"version"}},
		{ExitOK, "dense", []string{"list", "impls"}},
		{ExitOK, "results in run.txt", small("--impl", "dense,soa", "--scenario", "iterate")},
		{ExitOK, "0 samples in", []string{"run", "--resume", "run.txt"}},
		{ExitOK, "sec/op", []string{"compare", "-col", "/impl", "run.txt"}},
		{ExitInconclusive, "few samples", []string{"gate", "run.txt", "run.txt"}},
		{ExitOK, "1 of 1 shard,", []string{"merge", "run.txt", "-o", "merged.txt"}},
		{ExitOK, "latency", []string{"export", "merged.txt", "--to", "bmf"}},
		{ExitUsage, "want i/n", []string{"run", "--shard", "9/8"}},
		{ExitOK, "report.html", []string{"report", "run.txt", "-o", "page"}},
		{ExitOK, "Memory retained", []string{"profile", "--mem", "--impl", "dense", "--scenario", "iterate", "--entities", "100", "--duration", "50ms"}},
		{ExitOK, "null: does no work", []string{"run", "--verify", "--impl", "null"}},
		{ExitOK, "the same program, byte for byte", []string{"ab", compiled, compiled, "--impl", "dense", "-o", "ab"}},
		{ExitUsage, "did you mean", []string{"run", "--impl", "dence"}},
		{ExitUsage, "is not a valid name", []string{"new-impl", "my impl", "--ecsbench", sources}},
		{ExitUsage, "is not known", []string{"run", "--verify", "--impl", "faulty"}},
	} {
		cmd := exec.Command(compiled, test.args...)
		cmd.Dir = dir
		if c := finish(t, cmd); c.code != test.code || !strings.Contains(c.stdout+c.stderr, test.prints) {
			t.Errorf("%v: exit code %d, want %d and %q\n%s%s", test.args, c.code, test.code, test.prints, c.stdout, c.stderr)
		}
	}
}
