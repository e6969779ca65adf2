package gobench_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
)

func TestEveryRefreshMakesNewFilesOfTheSameContent(t *testing.T) {
	root := t.TempDir()
	s := gobench.NewCopySet(root)
	var files []*gobench.ProgramCopy
	for side, code := range []string{"old", "new", "old", "injected"} {
		f, err := s.Add(ab.Side(side), "program", []byte(code))
		fixture.Check(t, err)
		files = append(files, f)
	}
	// The last two run in rounds alone.
	if made, _ := filepath.Glob(filepath.Join(root, "*", "*")); len(made) != 2 || files[2].Path+files[3].Path != "" {
		t.Errorf("before the first round there are %v", made)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		before := lists.Map(files, func(f *gobench.ProgramCopy) string { return f.Path })
		fixture.Check(t, s.Refresh(context.Background(), rng))
		for i, f := range files {
			if f.Path == before[i] || len(f.Path) != len(files[0].Path) {
				t.Errorf("%s became %s", before[i], f.Path)
			}
			if code, err := os.ReadFile(f.Path); err != nil || string(code) != string(f.Code) {
				t.Errorf("%s holds %q: %v", f.Path, code, err)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(root, "*", "*")); len(left) != len(files)+2 { // the first of base and head stay
			t.Errorf("files %v", left)
		}
	}
}
