package cmd

import (
	"bytes"
	"fmt"
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
	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// program is the test binary, which acts as ecsbench if the environment is set, also for
// workers and shell commands. [TestCompiledProgram] tests the compiled program.
var program string

const (
	asProgram  = "ECSBENCH_TEST_AS_PROGRAM"
	whileThere = "ECSBENCH_TEST_WHILE_THERE" // a file; workers wait while it exists
)

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		registry.Hide(faulty)
		glance = time.Millisecond
		serveHasty()
		Main()
		os.Exit(0)
	}
	var err error
	if program, err = os.Executable(); err != nil {
		panic(err)
	}
	temporary, err := outdir.NewScratch("cmd") // the next one removes it if this process is killed
	if err != nil {
		panic(err)
	}
	shared = temporary.Path
	os.Setenv(asProgram, "1")
	offerLibraries()
	registry.Hide(faulty)
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	code := m.Run()
	temporary.Remove()
	os.Exit(code)
}

// shared is the folder of files that several tests use.
var shared string

// sharedDir creates a folder in shared.
func sharedDir(name string) (path string, err error) {
	path = filepath.Join(shared, name)
	return path, os.Mkdir(path, 0o777)
}

// verb returns the verb of the command line.
func verb() string { return append(os.Args, "")[1] }

// hasty takes the shortest possible sample, as if the core were quiet.
func hasty(r measure.Request) measure.Answer {
	r.MinTime, r.Probe = 1, 1 // no calibration
	a := measure.Work(r)
	a.Noise, a.Disturbed = min(a.Noise, 1), false
	return a
}

// serveHasty is a worker that takes the shortest possible samples and only the first block of a
// trial. It uses one processor, because garbage collection on several slows down parallel
// tests. It returns only if the input is invalid, so that Main prints the error.
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

// A call is the result of one run of the program.
type call struct {
	stdout, stderr string
	code           ExitCode
}

// finish runs a command that takes long.
func finish(t *testing.T, cmd *exec.Cmd) call {
	t.Helper()
	fixture.Long(t)
	return wait(t, cmd)
}

// wait runs a command.
func wait(t *testing.T, cmd *exec.Cmd) call {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	fixture.Check(t, cmd.Start())
	hung := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() }) // longer than any test on a slow machine
	defer hung.Stop()
	_ = cmd.Wait() // the exit code is used below
	return call{stdout.String(), stderr.String(), ExitCode(cmd.ProcessState.ExitCode())}
}

// ecsbench runs the program in dir with additional environment. It may leave only temporary files that
// it names.
func ecsbench(t *testing.T, dir string, env []string, args ...string) call {
	t.Helper()
	temporary := t.TempDir()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "TMPDIR="+temporary), env...)
	c := wait(t, cmd)
	left, _ := os.ReadDir(temporary)
	for _, e := range left {
		if !strings.Contains(c.stdout+c.stderr, e.Name()) {
			t.Errorf("ecsbench %s left %s among the temporary files", strings.Join(args, " "), e.Name())
		}
	}
	return c
}

// expect runs the program and requires an exit code and texts in its output.
func expect(t *testing.T, dir string, code ExitCode, texts []string, args ...string) call {
	t.Helper()
	return expectWith(t, dir, nil, code, texts, args...)
}

// expectWith is expect with additional environment.
func expectWith(t *testing.T, dir string, env []string, code ExitCode, texts []string, args ...string) call {
	t.Helper()
	if measuring := []string{"run", "ab", "bench", "bisect", "doctor", "history", "profile", "score", "world", "report"}; code != ExitUsage && slices.Contains(measuring, append(args, "")[0]) && !slices.Contains(args, "--dry-run") {
		fixture.Long(t)
	}
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

// small is a run of few cases that takes about two seconds.
func small(more ...string) []string {
	return append([]string{"run", "--entities", "100", "--components", "2", "--axis", "aged=0", "--rounds", "2", "--seed", "7", "-o", "run.txt"}, more...)
}

// samples counts the samples of each case in a result file.
func samples(t *testing.T, path string) map[string]int {
	t.Helper()
	text := fixture.Read(t, path)
	counts := make(map[string]int)
	for _, line := range regexp.MustCompile(`(?m)^Benchmark(\S+)`).FindAllStringSubmatch(string(text), -1) {
		counts[line[1]]++
	}
	return counts
}

// write writes a file and returns its path.
func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	fixture.Check(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// sampleLines returns n lines of one benchmark around a centre.
func sampleLines(name string, centre float64, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Benchmark%s-2 10000000 %.3f ns/op 0 B/op 0 allocs/op\n", name, centre*(1+0.001*float64(i*7%n)))
	}
	return b.String()
}
