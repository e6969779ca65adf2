package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// program is the compiled program, with the implementation that goes wrong on
// purpose.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ecsbench")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "ecsbench")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	build := exec.Command("go", "build", "-tags", "faults", "-o", program, "./ecsbench")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// A call is one run of the program.
type call struct {
	stdout, stderr string
	code           ExitCode
}

// ecsbench runs the program in dir.
func ecsbench(t *testing.T, dir string, args ...string) call {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute) // slow machines are slow; a hang is longer
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return call{stdout.String(), stderr.String(), ExitCode(cmd.ProcessState.ExitCode())}
}

// expect runs the program and demands an exit code and texts in its output.
func expect(t *testing.T, dir string, code ExitCode, texts []string, args ...string) call {
	t.Helper()
	c := ecsbench(t, dir, args...)
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
	return append([]string{"run", "--entities", "100", "--components", "2", "--count", "2", "--seed", "7", "-o", "run.txt"}, more...)
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
