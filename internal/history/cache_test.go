package history_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/history"
)

// home gives the test a cache folder of its own.
func home(t *testing.T) (cacheFile func() string) {
	t.Helper()
	dir := t.TempDir()
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(variable, dir)
	}
	return func() string {
		found := ""
		filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && !strings.HasSuffix(path, ".lock") {
				found = path
			}
			return nil
		})
		return found
	}
}

func put(t *testing.T, path, text string, age time.Duration) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(-age)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

func told(t *testing.T, dir string) string {
	t.Helper()
	files, err := history.Read([]string{dir}, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintln(&b, f.Samples, "samples", f.Header != nil && !f.Header.Start.IsZero())
	}
	if err := history.Build(files).Verdict().WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCacheChangesNothing(t *testing.T) {
	cacheFile, dir := home(t), t.TempDir()
	write := func(i int, slower float64) {
		r := fixture.MadeUpRun{Impls: []string{"dense"}, Entities: []int{1000}, Samples: 6, Slower: slower,
			Commit: fmt.Sprintf("%040d", i), Date: fmt.Sprintf("2026-11-%02dT12:00:00Z", i+1)}
		put(t, filepath.Join(dir, fmt.Sprintf("%d.txt", i)), string(r.Text())+"BenchmarkX damaged\n", time.Hour)
	}
	for i := range 14 {
		write(i, 1+float64(i/8))
	}
	first := told(t, dir)
	kept, err := os.ReadFile(cacheFile())
	if err != nil {
		t.Fatal(err)
	}
	if again := told(t, dir); again != first || !strings.Contains(first, `"ratio"`) {
		t.Errorf("from the cache:\n%s\nwant\n%s", again, first)
	}
	// Damaged anywhere, or of another version, it is not used.
	for _, text := range []string{"", "something else", string(kept[:len(kept)/2]), strings.Replace(string(kept), "history 1", "history 0", 1),
		string(kept[:len(kept)-9]) + "x" + string(kept[len(kept)-8:])} {
		if err := os.WriteFile(cacheFile(), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := told(t, dir); got != first {
			t.Errorf("from a damaged cache:\n%s", got)
		}
	}
	// It is used: what has the size and the time of before is not looked into.
	if now, err := os.ReadFile(cacheFile()); err != nil || len(now) < len(kept)/2 {
		t.Errorf("it was not written anew: %v", err)
	}
	blot := func(name string) { // without looking newer
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		put(t, path, strings.Repeat("?", int(info.Size())), 0)
		os.Chtimes(path, info.ModTime(), info.ModTime())
	}
	blot("3.txt")
	if got := told(t, dir); got != first {
		t.Error("it is not used")
	}
	// What has changed is read and kept, with what was known before.
	write(3, 5)
	os.Chtimes(filepath.Join(dir, "3.txt"), time.Now().Add(-time.Minute), time.Now().Add(-time.Minute))
	second := told(t, dir)
	if second == first {
		t.Error("a change was not noticed")
	}
	blot("3.txt")
	blot("5.txt")
	if got := told(t, dir); got != second {
		t.Error("it is not used after a change")
	}
	// What was written just now is not kept: it may be written again.
	put(t, filepath.Join(dir, "now.txt"), string(fixture.MadeUpRun{Samples: 6}.Text()), 0)
	third := told(t, dir)
	blot("now.txt")
	if got := told(t, dir); got == third {
		t.Error("a file that was written again at once is taken for what it was")
	}
	os.Remove(filepath.Join(dir, "3.txt"))
	without := told(t, dir)
	if strings.Contains(without, `"commits": 14`) {
		t.Error("a file that is gone is still there")
	}
}

func TestNoPlaceForACache(t *testing.T) {
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(variable, "")
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, "a.txt"), string(fixture.MadeUpRun{}.Text()), time.Hour)
	told(t, dir)
}
