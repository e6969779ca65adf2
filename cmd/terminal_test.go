package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
)

func TestDoctorsJSONHasLevelsAndAnOrder(t *testing.T) {
	t.Parallel()
	var conditions []struct{ Level, Name, Remedy string }
	c := expect(t, t.TempDir(), ExitOK, nil, "doctor", "--format", "json")
	if err := json.Unmarshal([]byte(c.stdout), &conditions); err != nil || len(conditions) < 4 {
		t.Fatalf("%v in\n%s", err, c.stdout)
	}
	fine := false
	for _, c := range conditions {
		fine = fine || c.Level == "fine"
		want := "warning"
		if c.Remedy == "" {
			want = "fine"
		}
		if c.Level != want || fine && c.Level != "fine" {
			t.Errorf("%+v is out of order, or of another level", c)
		}
	}
}

// The shown progress never decreases within a stage, although the estimate varies.
func TestProgressNeverGoesBackwards(t *testing.T) {
	p := &progress{w: &bytes.Buffer{}}
	shares := []float64{}
	sampled := func(elapsed, remaining time.Duration) {
		p.Sampled(measure.RunState{Cases: 2, Open: 1, Elapsed: elapsed, Remaining: remaining})
		shares = append(shares, p.share)
	}
	sampled(8*time.Second, 2*time.Second)
	sampled(9*time.Second, 4*time.Second)
	sampled(10*time.Second, time.Second)
	if shares[1] != shares[0] || shares[2] <= shares[1] {
		t.Errorf("done: %v", shares)
	}
	p.update("pilot", 9, 10, time.Second)
	p.update("measuring", 0, 10, time.Minute)
	if p.share != 0 {
		t.Errorf("%v of a stage is done that begins", p.share)
	}
}

// Results are streamed to standard output; tables go to standard error.
func TestResultsOnStandardOutput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := expect(t, dir, ExitOK, nil, "run", "--axis", "aged=0", "--entities", "100", "--components", "2", "--rounds", "2", "--impl", "dense,soa", "--scenario", "iterate", "-o", "-")
	if strings.Count(c.stdout, "\nBenchmarkIterate/") != 4 || strings.Contains(c.stdout, "ratio to best") {
		t.Errorf("standard output is\n%s", c.stdout)
	}
	if !strings.Contains(c.stderr, "ratio to best of role") || !strings.Contains(c.stderr, "results on standard output") {
		t.Errorf("standard error is\n%s", c.stderr)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	write(t, dir, "run.txt", c.stdout)
	expect(t, dir, ExitOK, []string{"Iterate/impl=dense"}, "compare", "run.txt")
	if c := expect(t, dir, ExitOK, nil, "run", "--axis", "aged=0", "--entities", "100", "--components", "2", "--rounds", "2", "--impl", "dense", "--scenario", "iterate", "-q", "-o", "-"); strings.Contains(c.stderr, "ns/entity") {
		t.Errorf("quiet, but printed %q", c.stderr)
	}
	merged := expect(t, dir, ExitOK, nil, "merge", "run.txt", "-o", "-")
	if merged.stdout != c.stdout {
		t.Errorf("merged it is\n%s", merged.stdout)
	}
	expect(t, dir, ExitOK, []string{"Iterate/impl=dense"}, "export", "run.txt", "--to", "csv", "-o", "-")
}

// Without a terminal, tables have 80 columns; the least important columns are dropped and
// named.
func TestTablesAre80ColumnsWideElsewhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := expect(t, dir, ExitOK, nil, small("--impl", "dense,soa", "--scenario", "iterate,mixed")...)
	table := []string{"report", "run.txt", "--format", "table"}
	rows := expect(t, dir, ExitOK, []string{"Not shown in 80 columns: clock-GHz"}, table...)
	for _, c := range []call{run, rows} {
		for line := range strings.Lines(c.stdout) {
			if strings.HasPrefix(line, " ") && utf8.RuneCountInString(strings.TrimRight(line, " \n")) > 80 {
				t.Errorf("wider: %s", line)
			}
		}
		if strings.Contains(c.stdout, "\x1b[") {
			t.Error("coloured where there is no terminal")
		}
	}
	expectWith(t, dir, []string{"COLUMNS=200"}, ExitOK, []string{"clock-GHz  vs best"}, table...)
}
