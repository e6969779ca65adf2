package instructions

import (
	"os"
	"os/exec"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// A stopped count leaves no temporary files.
func TestNothingStaysBehind(t *testing.T) {
	fixture.Long(t)
	if _, err := FindValgrind(t.Context()); err != nil {
		fixture.Lacks(t, err)
	}
	temporary := t.TempDir()
	list := exec.Command("valgrind", append(Arguments(t.TempDir()), "/bin/ls", "-A", temporary)...)
	list.Env = append(os.Environ(), "TMPDIR="+temporary)
	if out, err := list.Output(); err != nil || len(out) > 0 {
		t.Errorf("%v, while it runs there are\n%s", err, out)
	}
}
