package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"golang.org/x/perf/benchfmt"
)

// Results of an implementation with wrong work are marked in the file, tables and page, and not
// ranked.
func TestWrongWorkIsMarkedAndNotRanked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := expect(t, dir, ExitCaseFailed, []string{
		"wrong work: faulty:how=claims: ", "faulty:how=claims did different work than the model; its results are not ranked: ",
	}, small("--impl", "dense,faulty:how=claims", "--scenario", "iterate", "--format", "json")...)
	var rankings []struct {
		Groups []struct {
			Rows []struct {
				Impl   string
				Wrong  string
				ToBest *float64
			}
		}
	}
	if err := json.Unmarshal([]byte(c.stdout), &rankings); err != nil || len(rankings) != 1 {
		t.Fatalf("%v in\n%s", err, c.stdout)
	}
	for _, row := range rankings[0].Groups[0].Rows {
		if wrong := row.Impl == "faulty:how=claims"; wrong != (row.Wrong != "") || wrong != (row.ToBest == nil) {
			t.Errorf("%s: wrong %q, ratio to the best %v", row.Impl, row.Wrong, row.ToBest)
		}
	}
	path := filepath.Join(dir, "run.txt")
	file, err := os.Open(path)
	fixture.Check(t, err)
	defer file.Close()
	for r := benchfmt.NewReader(file, path); r.Scan(); {
		if bad, ok := r.Result().(*benchfmt.SyntaxError); ok {
			t.Errorf("other readers reject the file: %v", bad)
		}
	}
	expect(t, dir, ExitOK, []string{"faulty:how=claims ‡"}, "report", "run.txt", "--format", "markdown")
	expect(t, dir, ExitOK, nil, "report", "run.txt", "-o", "page")
	page, err := os.ReadFile(filepath.Join(dir, "page", "report.html"))
	if err != nil || !strings.Contains(string(page), "‡ not ranked") {
		t.Errorf("the page does not mark the implementation: %v", err)
	}
}

// Wrong work in one configuration invalidates all results of the implementation.
func TestWrongWorkInOneConfigurationCounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	expect(t, dir, ExitCaseFailed, []string{"faulty:how=count ‡"}, small("--impl", "dense,faulty:how=count", "--scenario", "iterate,create")...)
}
