package page_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/suite/page"
	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/profiles"
)

// findings writes what a profile of two implementations could have found.
func findings(t *testing.T, hostile string) (dir string) {
	t.Helper()
	scale := profiles.Profile{Name: "A", ComponentTypes: 32, Systems: 16, Entities: []int{1000}, Components: []int{2}}
	subject := func(impl string, look float64, misses int64) *profiler.Subject {
		return &profiler.Subject{
			Case: "Physics/impl=" + impl + "/n=1000", Impl: impl, Visits: 1000,
			CPU: &profiler.CPU{
				Seconds: 1, Samples: 100, Plain: 1 + 10*look, Profiled: 1 + 10*look,
				Functions: []profiler.Function{{Name: "ecs.move" + hostile, Self: 1, Total: 1}},
				Causes:    []profiler.Share{{What: "map lookups", Value: look}, {What: profiler.OwnCode, Value: 1 - look}},
				Folded: []profiler.Stack{
					{Frames: []string{"ecs.run", "ecs.move" + hostile}, Value: 1 - look},
					{Frames: []string{"ecs.run", "ecs.move" + hostile, "runtime.lookup"}, Value: look},
				},
			},
			Cache: &profiler.Cache{Operations: 1, Op: instructions.References{Instructions: 10, Reads: 100 * misses, D1Reads: misses}},
		}
	}
	f := &profiler.Findings{
		Format:    profiler.Format,
		Selection: profiler.Selection{Profile: scale, Scenario: "physics", Impls: []string{"hashmap", "dense"}},
		Subjects:  []*profiler.Subject{subject("hashmap", 0.61, 4300), subject("dense", 0.05, 1000)},
	}
	text, err := json.Marshal(f)
	fixture.Check(t, err)
	dir = t.TempDir()
	fixture.Check(t, os.WriteFile(filepath.Join(dir, "profile.json"), text, 0o644))
	return dir
}

func withProfiles(t *testing.T) page.FolderOptions {
	run := fixture.MadeUpRun{Impls: []string{"dense", "hashmap"}, Entities: []int{1000}, Samples: 6}
	return page.FolderOptions{Files: write(t, run.Text()), Profiles: []string{findings(t, `<script>alert(1)</script>`)}}
}

func TestReportOfNoProfileIsRefused(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	_, err := page.WriteFolder(page.FolderOptions{Files: write(t, []byte(little)), Profiles: []string{t.TempDir()}, Out: out})
	if err == nil || !strings.Contains(err.Error(), "want a folder that ecsbench profile -o has written") {
		t.Errorf("got %v", err)
	}
	if got := names(t, filepath.Dir(out)); got != "" {
		t.Errorf("left %s", got)
	}
}
