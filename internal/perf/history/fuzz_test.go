package history

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/snapshot"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
)

// anyRepository is a history in which nothing can be measured.
type anyRepository struct{}

func (anyRepository) Commits(context.Context, string, string) ([]snapshot.Commit, error) {
	return []snapshot.Commit{{Hash: "good"}, {Hash: "0123456789abcdef"}}, nil
}
func (anyRepository) Same(_ context.Context, from, to string, _ ab.CaseID) bool {
	return len(from)%2 == len(to)%2
}
func (anyRepository) Compare(_ context.Context, _, _ string, _ *ab.CaseID, _ ab.Options, _ string) (*verdict.Verdict, error) {
	return &verdict.Verdict{By: "ab", Outcome: verdict.Inconclusive}, nil
}

// oneLine checks an error.
func oneLine(t *testing.T, err error) {
	t.Helper()
	if err != nil && strings.Contains(strings.TrimSpace(err.Error()), "\n") {
		t.Errorf("an error of several lines: %q", err)
	}
}

// FuzzBisection continues a search with any file: it ends, writes nothing elsewhere, and an error
// has one line.
func FuzzBisection(f *testing.F) {
	folder, err := os.Getwd()
	if err != nil {
		f.Fatal(err)
	}
	kept := func(commits, steps string) []byte {
		return []byte(`{"folder":` + string(must(json.Marshal(folder))) + `,"asked":{},"options":{"metric":"","budget_ns":1000000000,"rounds":0,"max_regression":0.02,"alpha":0.01,"maxMDE":0.1,"seed":1},"findings":{"good":"a","bad":"b","base":"0123456789","case":{"group":"m","name":"A"},"label":"A sec/op","threshold":0.02,"commits":[` + commits + `],"steps":[` + steps + `]}}`)
	}
	const one, two, three = `{"hash":"0123456789aa"}`, `{"hash":"0123456789bb"}`, `{"hash":"0123456789cc"}`
	f.Add(kept(one+","+two+","+three, ""))
	f.Add(kept(one+","+two+","+three, `{"commit":`+one+`,"answer":"bad"},{"commit":`+two+`,"answer":"good"}`))
	f.Add(kept(`{"hash":"../../outside"},`+two, ""))
	f.Add(kept("", ""))
	f.Add([]byte(`{"findings":{}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		above := t.TempDir()
		dir := filepath.Join(above, "search")
		fixture.Check(t, os.Mkdir(dir, 0o777))
		outside := filepath.Join(above, "outside")
		fixture.Check(t, os.WriteFile(outside, nil, 0o666))
		fixture.Check(t, os.WriteFile(filepath.Join(dir, keptFile), text, 0o666))
		var asked any
		s, err := ContinueBisection(dir, &asked)
		oneLine(t, err)
		if err == nil {
			found, err := s.Run(context.Background(), anyRepository{}, func(string) {})
			oneLine(t, err)
			if err == nil {
				if err := found.WriteText(&strings.Builder{}); err != nil {
					t.Error(err)
				}
			}
		}
		if _, err := os.Stat(outside); err != nil {
			t.Error("a file outside of the folder was removed")
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
