package history_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/history"
)

// TestAHistoryWithMerges is followed along first parents: a merge is one step,
// and stands for all that it brought in. Nothing is left behind in the
// repository.
func TestAHistoryWithMerges(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		out := fixture.Run(t, cmd)
		return strings.TrimSpace(string(out))
	}
	commit := func(subject string) { git("commit", "--quiet", "--allow-empty", "--message", subject) }
	git("init", "--quiet", "--template=", "--initial-branch=main")
	commit("base")
	git("tag", "good")
	git("checkout", "--quiet", "-b", "feature")
	commit("inside 1")
	commit("inside 2")
	git("checkout", "--quiet", "main")
	commit("one")
	git("merge", "--quiet", "--no-ff", "--message", "merges the feature", "feature")
	commit("two")
	git("checkout", "--quiet", "--orphan", "stranger")
	commit("stranger")
	git("checkout", "--quiet", "main")

	before := files(t, dir)
	b := &history.BisectBenchmarks{Pattern: "."}
	list, err := b.Commits(context.Background(), "good", "main")
	fixture.Check(t, err)
	var subjects []string
	for _, c := range list[1:] {
		subjects = append(subjects, c.Subject)
	}
	if want := []string{"one", "merges the feature", "two"}; !slices.Equal(subjects, want) || list[0].Hash != git("rev-parse", "good") || list[3].Hash != git("rev-parse", "main") {
		t.Errorf("%q, want %q", subjects, want)
	}
	// Good may lie on the branch that was merged: then the merge is a step too.
	if list, err := b.Commits(context.Background(), "feature", "main"); err != nil || len(list) != 4 {
		t.Errorf("from the merged branch: %v, %v", list, err)
	}
	for _, ends := range [][3]string{
		{"main", "good", "is not in the history of"},
		{"stranger", "main", "is not in the history of"},
		{"main", "main", "good and bad are the same commit"},
		{"good", ".", "the working tree is no commit"},
		{"none", "main", "none"},
	} {
		if _, err := b.Commits(context.Background(), ends[0], ends[1]); err == nil || !strings.Contains(err.Error(), ends[2]) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s to %s: %v", ends[0], ends[1], err)
		}
	}
	if after := files(t, dir); !slices.Equal(before, after) {
		t.Errorf("the repository has changed:\n%q\n%q", before, after)
	}
}

// What is measured is the pattern of the search, or the one case that it follows.
func TestWhatIsMeasuredOfARevision(t *testing.T) {
	t.Chdir(t.TempDir()) // no repository
	b := &history.BisectBenchmarks{Pattern: "("}
	for _, test := range []struct {
		only *ab.CaseID
		want string
	}{
		{nil, "missing closing )"},
		{&ab.CaseID{Group: "example.com/m", Name: "Work"}, "git"},
	} {
		if v, err := b.Compare(t.Context(), "good", "bad", test.only, ab.Options{Rounds: 1}, ""); v != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("of %v: %v, %v", test.only, v, err)
		}
	}
}

// files lists all of a folder, with their sizes and times.
func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			list = append(list, path+" "+info.ModTime().String())
		}
		return err
	})
	fixture.Check(t, err)
	return list
}
