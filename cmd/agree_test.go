package cmd

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/results"

	"golang.org/x/perf/benchunit"
)

// A medianOf says which number is meant: the median of a unit of a case in a file.
type medianOf struct{ file, name, unit string }

// medians are what commands say of them, by command.
type medians map[medianOf]map[string]float64

func (m medians) add(command, file, name, unit string, value float64) {
	value, unit = benchunit.Tidy(value, unit)
	key := medianOf{file, name, unit}
	if m[key] == nil {
		m[key] = make(map[string]float64)
	}
	m[key][command] = value
}

// decoded is the JSON that a command prints.
func decoded[T any](t *testing.T, dir string, code ExitCode, args ...string) (v T) {
	t.Helper()
	c := expect(t, dir, code, nil, args...)
	if err := json.Unmarshal([]byte(c.stdout), &v); err != nil {
		t.Fatalf("%v: %v in\n%s", args, err, c.stdout)
	}
	return v
}

// What several commands say of the same files is the same: run, compare, gate,
// the page and history are asked, and ab in its own package.
func TestCommandsAgree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := []string{"old.txt", "new.txt"}
	said := make(medians)
	for _, file := range files {
		rankings := decoded[[]struct {
			Groups []struct {
				Rows []struct {
					Case    string
					Samples int
					Values  map[string]float64
				}
			}
		}](t, dir, ExitOK, "run", "--entities", "100", "--components", "2", "--count", "6", "--impl", "dense,paged",
			"--scenario", "iterate,create-remove", "--format", "json", "-o", file)
		for _, r := range rankings {
			for _, row := range r.Groups[0].Rows {
				for unit, v := range row.Values {
					said.add("run", file, row.Case, unit, v)
				}
			}
		}
	}
	type cell struct{ Center *float64 }
	for _, table := range decoded[struct {
		Tables []struct {
			Unit string
			Rows []struct {
				Name  string
				Cells []cell
			}
		}
	}](t, dir, ExitOK, append([]string{"compare", "--format", "json"}, files...)...).Tables {
		for _, row := range table.Rows {
			for i, c := range row.Cells {
				said.add("compare", files[i], row.Name, table.Unit, *c.Center)
			}
		}
	}
	type comparison struct {
		Case, Unit      string
		Old, New, Ratio float64
	}
	verdict := decoded[struct {
		Outcome     string
		Comparisons []comparison
	}](t, dir, gateCode(t, dir, files), append([]string{"gate", "--format", "json"}, files...)...)
	for _, c := range verdict.Comparisons {
		said.add("gate", "old.txt", c.Case, c.Unit, c.Old)
		said.add("gate", "new.txt", c.Case, c.Unit, c.New)
	}
	expect(t, dir, ExitOK, nil, "report", "new.txt", "--baseline", "old.txt", "-o", "page")
	ratios := askPage(t, said, "new.txt", filepath.Join(dir, "page", "report.html"))

	times := 0
	for key, values := range said {
		if _, ranked := values["run"]; !ranked {
			continue // the run prints fewer units than files have
		}
		want := []string{"run", "compare"}
		// The clock and what follows from it are witnesses of time for the gate,
		// and no cases of their own.
		if u := results.UnitNamed(key.unit); u.Name != results.UnitClock && u.Clocked == "" {
			want = append(want, "gate")
		}
		if key.file == "new.txt" {
			want = append(want, "page")
		}
		for _, command := range want {
			if v, ok := values[command]; !ok || math.Abs(v-values["run"]) > 1e-5*math.Abs(v) { // the page has six digits
				t.Errorf("%v: run says %g, %s %g (%v)", key, values["run"], command, v, ok)
			}
		}
		times++
	}
	if times < 4*2*3 {
		t.Errorf("only %d numbers were compared", times)
	}
	for _, c := range verdict.Comparisons {
		if r, ok := ratios[c.Case]; ok && c.Unit == r.unit && math.Abs(r.ratio-c.Ratio) > 1e-5*c.Ratio {
			t.Errorf("%s: the gate says %g times, the page %g", c.Case, c.Ratio, r.ratio)
		}
	}
	if len(ratios) != 4 {
		t.Errorf("the page compares %d of 4 cases", len(ratios))
	}
}

// gateCode is the exit code of gate, which is whatever chance makes it.
func gateCode(t *testing.T, dir string, files []string) ExitCode {
	return ecsbench(t, dir, nil, append([]string{"gate"}, files...)...).code
}

type pageRatio struct {
	unit  string
	ratio float64
}

// askPage reads the numbers of a page's JSON, and what it says of the baseline.
func askPage(t *testing.T, said medians, file, path string) map[string]pageRatio {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), `<script type="application/json" id="data">`)
	block, _, _ = strings.Cut(block, "</script>")
	var page struct {
		Impls     []struct{ Name string }
		Units     []struct{ Unit string }
		Scenarios []struct {
			Name  string
			Unit  int
			Cases []struct {
				Impl   int `json:"i"`
				V      [][5]*float64
				Change *struct {
					R float64
				} `json:"d"`
			}
		}
	}
	if err := json.Unmarshal([]byte(block), &page); err != nil {
		t.Fatal(err)
	}
	ratios := make(map[string]pageRatio)
	names := make(map[string]string) // of cases, by scenario and implementation
	for key := range said {
		scenario, rest, _ := strings.Cut(key.name, "/impl=")
		impl, _, _ := strings.Cut(rest, "/")
		names[scenario+" "+impl] = key.name
	}
	for _, s := range page.Scenarios {
		scenario, _, _ := strings.Cut(s.Name, ",")
		for _, c := range s.Cases {
			name, ok := names[scenario+" "+page.Impls[c.Impl].Name]
			if !ok {
				t.Fatalf("the page has a case of %q that nobody else has", s.Name)
			}
			for _, v := range c.V {
				if v[1] != nil {
					said.add("page", file, name, page.Units[int(*v[0])].Unit, *v[1])
				}
			}
			if c.Change != nil {
				_, unit := benchunit.Tidy(1, page.Units[s.Unit].Unit)
				ratios[name] = pageRatio{unit, c.Change.R}
			}
		}
	}
	return ratios
}

// What history calls the value now is the median that compare has of the newest
// file.
func TestHistoryAgrees(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"history", "--format", "json"}
	for i := range 14 {
		run := fewCases()
		run.Commit, run.Date = strings.Repeat(fmt.Sprintf("%07x", (i+1)*1000003), 6), fmt.Sprintf("2026-10-%02dT00:00:00Z", i+1)
		if i >= 8 {
			run.Slower = 1.3
		}
		args = append(args, fmt.Sprintf("%02d.txt", i))
		writeRun(t, filepath.Join(dir, args[len(args)-1]), run)
	}
	steps := decoded[struct {
		Steps []struct {
			Case, Unit string
			Value      float64
		}
	}](t, dir, ExitOK, args...).Steps
	tables := decoded[struct {
		Tables []struct {
			Unit string
			Rows []struct {
				Name  string
				Cells []struct{ Center *float64 }
			}
		}
	}](t, dir, ExitOK, "compare", "--format", "json", "13.txt").Tables
	compared := 0
	for _, s := range steps {
		value, unit := benchunit.Tidy(s.Value, s.Unit)
		for _, table := range tables {
			for _, row := range table.Rows {
				if table.Unit == unit && strings.HasSuffix(s.Case, row.Name) {
					compared++
					if c := *row.Cells[0].Center; math.Abs(c-value) > 1e-9*c {
						t.Errorf("%s: history says %g, compare %g", s.Case, value, c)
					}
				}
			}
		}
	}
	if len(steps) == 0 || compared < len(steps) {
		t.Errorf("%d steps, %d compared", len(steps), compared)
	}
}
