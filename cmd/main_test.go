package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/faulty"
	"github.com/ecsbench/ecsbench/internal/measure"
)

// program is the test binary, which is ecsbench where the environment says so:
// also for the workers that it starts, and for commands under a shell. What the
// compiled program adds is tested in [TestCompiledProgram].
var program string

const (
	asProgram  = "ECSBENCH_TEST_AS_PROGRAM"
	whileThere = "ECSBENCH_TEST_WHILE_THERE" // a file, for which workers wait to be removed
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		registry.Hide(faulty.Implementation)
		glance = time.Millisecond
		serveHasty()
		Main()
		os.Exit(0)
	}
	var err error
	if program, err = os.Executable(); err != nil {
		panic(err)
	}
	if shared, err = os.MkdirTemp("", "ecsbench-cmd-"); err != nil {
		panic(err)
	}
	os.Setenv(asProgram, "1")
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	code := m.Run()
	os.RemoveAll(shared)
	os.Exit(code)
}

// shared is the folder of what several tests have in common.
var shared string

// sharedDir makes a folder of that name in it.
func sharedDir(name string) (path string, err error) {
	path = filepath.Join(shared, name)
	return path, os.Mkdir(path, 0o777)
}

// verb is what the program is asked to do.
func verb() string { return append(os.Args, "")[1] }

// hasty takes the shortest sample there is, of a core that seems quiet.
func hasty(r measure.Request) measure.Answer {
	r.MinTime, r.Probe = 1, 1 // no calibration either
	a := measure.Work(r)
	a.Noise, a.Disturbed = min(a.Noise, 1), false
	return a
}

// serveHasty is a worker that takes the shortest sample there is, and of the blocks
// of a trial the first alone, as no test of this package asks how good they are. It
// has one processor: several wait for each other to collect garbage, which uses up
// what other tests need. It only ever returns where Main can tell better what is
// wrong with its input.
func serveHasty() {
	if len(os.Args) != 2 || verb() != workerVerb && verb() != trialWorkerVerb {
		return
	}
	runtime.GOMAXPROCS(1)
	for file := os.Getenv(whileThere); file != ""; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(file); err != nil {
			break
		}
	}
	var err error
	if verb() == workerVerb {
		err = measure.Serve(os.Stdin, os.Stdout, hasty)
	} else {
		err = measure.Serve(os.Stdin, os.Stdout, func(r measure.TrialRequest) measure.TrialAnswer {
			blocks := r.Blocks
			r.Blocks = min(1, blocks)
			a := measure.WorkTrial(r)
			a.Blocks = slices.Repeat(a.Blocks, blocks)
			return a
		})
	}
	if err == nil {
		os.Exit(0)
	}
}

// A call is one run of the program.
type call struct {
	stdout, stderr string
	code           ExitCode
}

// finish runs a command to its end.
func finish(t *testing.T, cmd *exec.Cmd) call {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hung := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() }) // slow machines are slow; a hang is longer
	defer hung.Stop()
	_ = cmd.Wait() // its exit code says it
	return call{stdout.String(), stderr.String(), ExitCode(cmd.ProcessState.ExitCode())}
}

// ecsbench runs the program in dir, with more in its environment.
func ecsbench(t *testing.T, dir string, env []string, args ...string) call {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	return finish(t, cmd)
}

// expect runs the program and demands an exit code and texts in its output.
func expect(t *testing.T, dir string, code ExitCode, texts []string, args ...string) call {
	t.Helper()
	return expectWith(t, dir, nil, code, texts, args...)
}

// expectWith is expect with more in the environment.
func expectWith(t *testing.T, dir string, env []string, code ExitCode, texts []string, args ...string) call {
	t.Helper()
	c := ecsbench(t, dir, env, args...)
	if c.code != code {
		t.Errorf("ecsbench %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), c.code, code, c.stdout, c.stderr)
	}
	for _, text := range texts {
		if !strings.Contains(c.stdout+c.stderr, text) {
			t.Errorf("ecsbench %s: no %q in\n%s%s", strings.Join(args, " "), text, c.stdout, c.stderr)
		}
	}
	return c
}

// small is a run of few cases that takes a second or two.
func small(more ...string) []string {
	return append([]string{"run", "--entities", "100", "--components", "2", "--axis", "aged=0", "--count", "2", "--seed", "7", "-o", "run.txt"}, more...)
}

// samples counts the samples of each case in a result file.
func samples(t *testing.T, path string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	for _, line := range regexp.MustCompile(`(?m)^Benchmark(\S+)`).FindAllStringSubmatch(string(text), -1) {
		counts[line[1]]++
	}
	return counts
}
