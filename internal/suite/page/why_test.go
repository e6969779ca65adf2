package page

import (
	"encoding/json"
	"testing"

	"github.com/ecsbench/ecsbench/internal/suite/profiler"
	"github.com/ecsbench/ecsbench/results"
)

// The width of a function is its total cost.
func TestFlamesAddUp(t *testing.T) {
	got, err := json.Marshal(flameOf([]profiler.Stack{{Frames: []string{"main", "a"}, Value: 2}, {Frames: []string{"main", "b"}, Value: 3}, {Frames: []string{"main", "a", "c"}, Value: 4}}))
	want := `{"n":"all","v":9,"c":[{"n":"main","v":9,"c":[{"n":"a","v":6,"c":[{"n":"c","v":4}]},{"n":"b","v":3}]}]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, want %s (%v)", got, want, err)
	}
}

// Unknown properties of a machine have no row.
func TestMachinesListWhatIsRecorded(t *testing.T) {
	if rows := environmentRows(results.Environment{CPU: "x"}); len(rows) != 1 {
		t.Errorf("%q", rows)
	}
	all := results.Environment{CPU: "x", CPUs: 1, OS: "linux", GoVersion: "go1.26", GOGC: "off", GOMAXPROCS: 1, Commit: "c", CommitTime: "2026", Version: "v1", Modules: map[string]string{"m": "v2"}}
	if rows := environmentRows(all); len(rows) != 10 {
		t.Errorf("%q", rows)
	}
}
