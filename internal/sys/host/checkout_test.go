package host_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/sys/host"
)

func TestWorkspace(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	if got := host.WorkspacePatterns(dir); got != nil {
		t.Errorf("an empty folder: %q", got)
	}
	write("go.work", "go 1.26\n\nuse ./a\nuse (\n\t./b/c\n\t.\n)\n")
	if got, want := host.WorkspacePatterns(dir), []string{"./a/...", "./b/c/...", "./..."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	write("go.mod", "module example.com/m\n")
	if got := host.WorkspacePatterns(dir); got != nil {
		t.Errorf("a module: %q", got)
	}
}
