//go:build unix

package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// Each command waits for a file that is never written.
func TestTheFirstCtrlCEndsOtherCommands(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"report", "pipe", "-o", "page"},
		{"report", "pipe", "--format", "markdown"},
		{"history", "pipe"},
		{"compare", "pipe"},
		{"gate", "pipe", "pipe"},
	} {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			t.Run(args[0]+" "+signal.String(), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				pipe := filepath.Join(dir, "pipe")
				fixture.Check(t, syscall.Mkfifo(pipe, 0o644))
				cmd := exec.Command(program, args...)
				cmd.Dir = dir
				var stderr strings.Builder
				cmd.Stderr = &stderr
				fixture.Check(t, cmd.Start())
				// Blocks until the command opens it.
				writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
				fixture.Check(t, err)
				defer writer.Close()
				fixture.Check(t, cmd.Process.Signal(signal))
				hung := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
				_ = cmd.Wait()
				hung.Stop()
				if code := cmd.ProcessState.ExitCode(); code != int(ExitInterrupted) || stderr.String() != "ecsbench: interrupted\n" {
					t.Errorf("exit code %d, printed %q", code, &stderr)
				}
				if left, _ := os.ReadDir(dir); len(left) != 1 {
					t.Errorf("left: %v", left)
				}
			})
		}
	}
}

func TestWhatCannotBePrintedIsAnError(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		fixture.Lacks(t, err)
	}
	defer full.Close()
	for _, args := range [][]string{
		{"version"}, {"list", "impls"}, {"--help"}, {"completion", "bash"},
		small("--impl", "dense", "--scenario", "iterate"),
	} {
		cmd := exec.Command(program, args...)
		cmd.Dir = t.TempDir()
		var stderr strings.Builder
		cmd.Stdout, cmd.Stderr = full, &stderr
		_ = cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != int(ExitUsage) || !strings.Contains(stderr.String(), "no space left on device") {
			t.Errorf("%v: exit code %d, printed %q", args, code, &stderr)
		}
	}
}

func TestFewDescriptors(t *testing.T) {
	t.Parallel()
	for _, limit := range []string{"8", "10", "12"} {
		cmd := exec.Command("sh", "-c", `exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- && ulimit -n `+limit+` && exec "$0" run --quick -o run.txt`, program)
		cmd.Dir = t.TempDir()
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != int(ExitUsage) || strings.Count(string(out), "\n") != 1 || !strings.Contains(string(out), "ulimit -n") {
			t.Errorf("ulimit -n %s: exit code %d\n%s", limit, code, out)
		}
	}
}
