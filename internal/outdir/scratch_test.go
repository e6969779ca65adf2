package outdir

import (
	"os"
	"path/filepath"
	"testing"
)

func TestScratch(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	length := 0
	for range 20 {
		s, err := NewScratch("x")
		if err != nil {
			t.Fatal(err)
		}
		if length == 0 {
			length = len(s.Path)
		}
		if len(s.Path) != length {
			t.Errorf("%s is not as long as the others", s.Path)
		}
		if err := os.WriteFile(filepath.Join(s.Path, "file"), nil, 0o666); err != nil {
			t.Error(err)
		}
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
