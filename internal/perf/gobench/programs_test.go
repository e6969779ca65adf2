package gobench

import (
	"errors"
	"os/exec"
	"testing"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
)

// A missing go command is an error.
func TestWhatCannotBeBuilt(t *testing.T) {
	t.Setenv("PATH", "")
	p := &ProgramPair{pair: pair{root: t.TempDir()}}
	if code, err := p.build(t.Context(), ab.Base, builtMain); code != nil || !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("%d bytes, %v", len(code), err)
	}
}
