//go:build unix

package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

// A pipe without a writer is an error, and one with a writer is read to its end.
func TestNamedPipes(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	fixture.Check(t, syscall.Mkfifo(pipe, 0o600))
	if _, err := results.Read(pipe); err == nil || !strings.Contains(err.Error(), pipe+": nothing comes from the pipe; start the program that writes to it, or name a file") {
		t.Errorf("without a writer: %v", err)
	}
	text := strings.Repeat("BenchmarkA 1 5 ns/op\n", 10000) // more than a pipe holds
	go os.WriteFile(pipe, []byte(text), 0)
	if f, err := results.Read(pipe); err != nil || len(f.Lines) != 10000 {
		t.Errorf("with a writer: %v", err)
	}
}
