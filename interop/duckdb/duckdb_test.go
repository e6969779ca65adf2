// Package duckdb runs the queries of docs/analysis.md in the real DuckDB.
package duckdb

import (
	"database/sql"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// queries are the blocks of SQL in the document, by the name in their first line.
func queries(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "analysis.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	for _, block := range strings.Split(string(text), "```sql\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		name, query, _ := strings.Cut(strings.TrimPrefix(block, "-- "), "\n")
		found[name] = query
	}
	return found
}

// history exports 12 commits from two machines; since the eighth commit dense
// iterates a fifth slower.
func history(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i := range 12 {
		for _, cpu := range []string{"Quiet 1", "Other/2 & more"} {
			r := fixture.MadeUpRun{
				Impls: []string{"hashmap", "dense", "null"}, Entities: []int{1000, 10000}, Samples: 12, CPU: cpu,
				Commit: fmt.Sprintf("%040d", i), Date: fmt.Sprintf("2026-11-%02dT12:00:00Z", i+1),
			}
			if i >= 7 {
				r.Slower = 1.2
			}
			path := filepath.Join(dir, fmt.Sprintf("%d-%d.txt", i, len(paths)))
			if err := os.WriteFile(path, r.Text(), 0o644); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
	}
	program := filepath.Join(dir, "ecsbench")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = filepath.Join("..", "..", "parquet")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Chdir(dir)
	if err := os.Mkdir("samples", 0o755); err != nil {
		t.Fatal(err)
	}
	for i, path := range paths {
		if out, err := exec.Command(program, "export", path, "--to", "parquet", "-o", fmt.Sprintf("samples/%d.parquet", i)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// ask returns the rows of an answer, by the names of columns.
func ask(t *testing.T, query string) (rows []map[string]any) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found, err := db.Query(query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	defer found.Close()
	names, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for found.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := found.Scan(into...); err != nil {
			t.Fatal(err)
		}
		row := make(map[string]any)
		for i, name := range names {
			row[name] = values[i]
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

const machine = "Quiet 1 2 CPUs linux amd64"

func TestDocumentedQueries(t *testing.T) {
	queries := queries(t)
	history(t)
	t.Run("fastest", func(t *testing.T) {
		rows := ask(t, queries["fastest"])
		found := false
		for _, r := range rows {
			if r["fastest"] == "null" {
				t.Error("null is in the competition")
			}
			if r["machine"] == machine && r["commit"] == fmt.Sprintf("%040d", 3) && r["scenario"] == "Iterate" && r["n"] == int64(1000) && r["comps"] == int64(2) {
				found = true
				if ratio := r["times_slower"].(float64); r["fastest"] != "dense" || r["runner_up"] != "hashmap" || ratio < 2 || ratio > 30 {
					t.Errorf("%v", r)
				}
			}
		}
		if !found || len(rows) < 24*2*3 {
			t.Errorf("%d rows, among them the one looked for: %v", len(rows), found)
		}
	})
	t.Run("otava", func(t *testing.T) {
		ask(t, queries["otava"])
		text, err := os.ReadFile("otava.csv")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if len(lines) != 1+12 || !strings.HasPrefix(lines[0], "time,commit,A ") || !strings.HasPrefix(lines[1], "2026-11-01T12:00:00Z,"+strings.Repeat("0", 40)+",") {
			t.Errorf("%d lines, the first %.200s\n%.200s", len(lines), lines[0], lines[1])
		}
	})
	t.Run("regressions", func(t *testing.T) {
		rows := ask(t, queries["regressions"])
		if want := 2 * 2 * 3; len(rows) != want { // machines, sizes, components
			t.Errorf("%d regressions, want %d: %v", len(rows), want, rows)
		}
		for _, r := range rows {
			if !strings.HasPrefix(r["name"].(string), "Iterate/impl=dense/") || r["commit"] != fmt.Sprintf("%040d", 7) || math.Abs(r["percent"].(float64)-20) > 4 {
				t.Errorf("%v", r)
			}
		}
	})
	t.Run("noise", func(t *testing.T) {
		rows := ask(t, queries["noise"])
		if len(rows) != 2 {
			t.Fatalf("%v", rows)
		}
		for _, r := range rows {
			if p := r["percent"].(float64); p <= 0 || p > 5 || r["noisiest_tenth_percent"].(float64) < p {
				t.Errorf("%v", r)
			}
		}
	})
	t.Run("failed", func(t *testing.T) {
		if rows := ask(t, queries["failed"]); len(rows) == 0 || rows[0]["status"] != "failed" || rows[0]["reason"] == "" {
			t.Errorf("%v", rows)
		}
	})
	for name := range queries {
		if !strings.Contains("fastest otava regressions noise failed", name) {
			t.Errorf("the query %q is not tested", name)
		}
	}
}
