package cmd

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"golang.org/x/perf/benchunit"
)

// A number identifies a value that several commands print: what (median, an end of its
// interval, the number of samples, p of a change) of which case, in a tidied unit.
type number struct{ what, file, name, unit string }

// printedNumbers has the values by command.
type printedNumbers map[number]map[string]float64

// note stores a value; medians in nanoseconds become seconds.
func (s printedNumbers) note(command, what, file, name, unit string, value *float64) {
	if value == nil {
		return
	}
	v, tidied := benchunit.Tidy(*value, unit)
	if what == "n" || what == "p" || what == "ratio" {
		v = *value
	}
	key := number{what, file, name, tidied}
	if s[key] == nil {
		s[key] = make(map[string]float64)
	}
	s[key][command] = v
}

// agree requires equal values from all commands, to the six digits of files and pages. It
// counts the numbers that all the given commands print.
func (s printedNumbers) agree(t *testing.T, commands ...string) (shared map[string]int) {
	t.Helper()
	shared = make(map[string]int)
	for key, values := range s {
		all := true
		for _, c := range commands {
			_, ok := values[c]
			all = all && ok
		}
		if all {
			shared[key.what]++
			shared[key.unit]++
		}
		for one, v := range values {
			for other, w := range values {
				if one < other && !(math.Abs(v-w) <= 1e-5*math.Abs(v)) {
					t.Errorf("%v: %s prints %g, %s %g", key, one, v, other, w)
				}
			}
		}
	}
	return shared
}

// decoded parses the JSON that a command prints.
func decoded[T any](t *testing.T, dir string, code ExitCode, args ...string) (v T) {
	t.Helper()
	c := expect(t, dir, code, nil, args...)
	if err := json.Unmarshal([]byte(c.stdout), &v); err != nil {
		t.Fatalf("%v: %v in\n%s", args, err, c.stdout)
	}
	return v
}

func (s printedNumbers) addCompare(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, table := range decoded[struct {
		Tables []struct {
			Unit string
			Rows []struct {
				Name  string
				Cells []*struct {
					N                 float64
					Center, Low, High *float64
					Comparison        *struct{ P *float64 }
				}
			}
		}
	}](t, dir, ExitOK, append([]string{"compare", "--format", "json"}, files...)...).Tables {
		for _, row := range table.Rows {
			for i, c := range row.Cells {
				if c == nil {
					continue
				}
				s.note("compare", "n", files[i], row.Name, table.Unit, &c.N)
				s.note("compare", "median", files[i], row.Name, table.Unit, c.Center)
				s.note("compare", "lo within the run", files[i], row.Name, table.Unit, c.Low)
				s.note("compare", "hi within the run", files[i], row.Name, table.Unit, c.High)
				if c.Comparison != nil {
					s.note("compare", "p", files[i], row.Name, table.Unit, c.Comparison.P)
				}
			}
		}
	}
}

// A printedVerdict is the JSON of gate, ab and history.
type printedVerdict struct {
	Outcome     string
	Comparisons []struct {
		Case, Unit, Status     string
		Old, New, Ratio, P     *float64
		OldSamples, NewSamples float64
		Secondary              []struct {
			Name, Unit string
			Old, New   *float64
		}
	}
}

// addVerdict stores both sides of a verdict.
func (s printedNumbers) addVerdict(command string, v printedVerdict, old, now string, skip func(name string) bool) {
	for _, c := range v.Comparisons {
		if skip != nil && skip(c.Case) {
			continue
		}
		s.note(command, "median", old, c.Case, c.Unit, c.Old)
		s.note(command, "median", now, c.Case, c.Unit, c.New)
		s.note(command, "n", old, c.Case, c.Unit, &c.OldSamples)
		s.note(command, "n", now, c.Case, c.Unit, &c.NewSamples)
		s.note(command, "ratio", now, c.Case, c.Unit, c.Ratio)
		for _, w := range c.Secondary {
			if w.Name != "again" && w.Name != "first" { // other samples
				s.note(command, "median", old, c.Case, w.Unit, w.Old)
				s.note(command, "median", now, c.Case, w.Unit, w.New)
			}
		}
	}
}

// addGate stores the verdict of gate. Its exit code is random.
func (s printedNumbers) addGate(t *testing.T, dir, old, now string, skip func(name string) bool) printedVerdict {
	t.Helper()
	args := []string{"gate", "--format", "json", old, now}
	v := decoded[printedVerdict](t, dir, ecsbench(t, dir, nil, args...).code, args...)
	s.addVerdict("gate", v, old, now, skip)
	return v
}

// A printedPage is the JSON block of a page.
type printedPage struct {
	Impls     []struct{ Name string }
	Units     []struct{ Unit string }
	Scenarios []struct {
		Name  string
		Unit  int
		Cases []struct {
			Impl   int `json:"i"`
			V      [][5]*float64
			Change *struct{ R float64 } `json:"d"`
		}
	}
	History struct {
		Series []struct {
			Name, Unit string
			P          [][6]*float64 // commit, machine, median, lo, hi, samples
			Steps      []struct{ Ratio float64 }
		}
	}
}

// readPage returns the JSON block of the page in a folder.
func readPage(t *testing.T, dir string) (page printedPage) {
	t.Helper()
	text := fixture.Read(t, filepath.Join(dir, "page", "report.html"))
	_, block, _ := strings.Cut(string(text), `<script type="application/json" id="data">`)
	block, _, _ = strings.Cut(block, "</script>")
	fixture.Check(t, json.Unmarshal([]byte(block), &page))
	return page
}

// addPage stores the numbers of a file on a page. No scenario of the file has two cases of one
// implementation.
func (s printedNumbers) addPage(t *testing.T, page printedPage, file string) {
	t.Helper()
	names := make(map[string]string) // of cases, by scenario and implementation
	for key := range s {
		scenario, rest, _ := strings.Cut(key.name, "/impl=")
		impl, _, _ := strings.Cut(rest, "/")
		names[scenario+" "+impl] = key.name
	}
	for _, scenario := range page.Scenarios {
		title, _, _ := strings.Cut(scenario.Name, ",")
		for _, c := range scenario.Cases {
			name, ok := names[title+" "+page.Impls[c.Impl].Name]
			if !ok {
				t.Fatalf("the page has a case of %q that nobody else has", scenario.Name)
			}
			for _, v := range c.V {
				unit := page.Units[int(*v[0])].Unit
				for i, what := range []string{"median", "lo", "hi", "n"} {
					s.note("page", what, file, name, unit, v[i+1])
				}
			}
			if c.Change != nil { // a slowdown; all these units are times
				s.note("page", "ratio", file, name, page.Units[scenario.Unit].Unit, &c.Change.R)
			}
		}
	}
}

// slowed returns the text of a result file with all values 25% larger.
func slowed(t *testing.T, path string) string {
	t.Helper()
	text := fixture.Read(t, path)
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "Benchmark") {
			fields := strings.Fields(line)
			for i := 2; i < len(fields); i += 2 {
				v, err := strconv.ParseFloat(fields[i], 64)
				fixture.Check(t, err)
				fields[i] = strconv.FormatFloat(1.25*v, 'g', -1, 64)
			}
			line = strings.Join(fields, " ") + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}

// All commands print the same medians, numbers of samples and ratios for the same files. The
// intervals of run and the page include the drift between runs, those of compare do not.
func TestCommandsAgree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	numbers := make(printedNumbers)
	run := []string{"run", "--axis", "aged=0", "--entities", "100", "--components", "2", "--rounds", "6", "--impl", "dense,paged", "--scenario", "iterate,create-remove", "-o", "old.txt"}
	for _, file := range []string{"old.txt", "new.txt"} {
		for _, r := range decoded[[]struct {
			Unit   string
			Groups []struct {
				Rows []struct {
					Case           string
					Samples        float64
					Median, Lo, Hi *float64
					Values         map[string]*float64
				}
			}
		}](t, dir, ExitOK, append(run, "--format", "json")...) {
			for _, row := range r.Groups[0].Rows {
				numbers.note("run", "median", file, row.Case, r.Unit, row.Median)
				numbers.note("run", "lo", file, row.Case, r.Unit, row.Lo)
				numbers.note("run", "hi", file, row.Case, r.Unit, row.Hi)
				numbers.note("run", "n", file, row.Case, r.Unit, &row.Samples)
				for unit, v := range row.Values {
					numbers.note("run", "median", file, row.Case, unit, v)
				}
			}
		}
		// The slower file is printed by resuming its run.
		write(t, dir, "new.txt", slowed(t, filepath.Join(dir, "old.txt")))
		run = []string{"run", "--resume", "new.txt"}
	}
	numbers.addCompare(t, dir, "old.txt", "new.txt")
	numbers.addGate(t, dir, "old.txt", "new.txt", nil)
	expect(t, dir, ExitOK, nil, "report", "-o", "page", "new.txt", "--baseline", "old.txt")
	numbers.addPage(t, readPage(t, dir), "new.txt")

	const cases = 4
	if n := numbers.agree(t, "run", "compare", "page"); n["median"] < 3*cases || n["n"] != cases {
		t.Errorf("run, compare and page share %v", n)
	}
	if n := numbers.agree(t, "run", "page"); n["lo"] != cases || n["hi"] != cases {
		t.Errorf("run and page share %v", n)
	}
	if n := numbers.agree(t, "run", "compare", "gate"); n["median"] < 2*3*cases || n["n"] != 2*cases {
		t.Errorf("run, compare and gate share %v", n)
	}
	if n := numbers.agree(t, "gate", "page"); n["ratio"] != cases {
		t.Errorf("gate and page share %v", n)
	}
	// Not all machines record the clock.
	text := fixture.Read(t, filepath.Join(dir, "new.txt"))
	for _, unit := range []string{"cycles/entity", "clock-GHz"} {
		if n := numbers.agree(t, "compare", "page"); strings.Contains(string(text), " "+unit) && n[unit] == 0 {
			t.Errorf("compare and page share no %s: %v", unit, n)
		}
	}
}

// historyAgrees requires that history, compare and the page print the same for every commit.
// Each commit has one file.
func historyAgrees(t *testing.T, dir string, verdict printedVerdict, files ...string) {
	t.Helper()
	numbers := make(printedNumbers)
	numbers.addCompare(t, dir, files...)
	page := readPage(t, dir)
	steps := make(map[string]float64) // by case, of the page
	for _, s := range page.History.Series {
		for at, p := range s.P {
			for i, what := range []string{"median", "lo", "hi", "n"} {
				numbers.note("page", what, files[at], s.Name, s.Unit, p[2+i])
			}
		}
		for _, step := range s.Steps {
			steps[s.Name] = step.Ratio
		}
	}
	for _, c := range verdict.Comparisons {
		at := slices.IndexFunc(c.Secondary, func(w struct {
			Name, Unit string
			Old, New   *float64
		}) bool {
			return w.Name == "now"
		})
		numbers.note("history", "median", files[len(files)-1], c.Case, c.Unit, c.Secondary[at].New)
		if math.Abs(steps[c.Case]-*c.Ratio) > 1e-5 {
			t.Errorf("%s: a step of %g in the page, of %g in history", c.Case, steps[c.Case], *c.Ratio)
		}
	}
	if n := numbers.agree(t, "compare", "page"); n["median"] != len(files)*len(page.History.Series) || n["n"] != n["median"] {
		t.Errorf("compare and the page share %v of %d series", n, len(page.History.Series))
	}
	if n := numbers.agree(t, "compare", "page", "history"); n["median"] != len(verdict.Comparisons) || n["median"] < 6 {
		t.Errorf("compare, the page and history share %v of %d steps", n, len(verdict.Comparisons))
	}
}

// abAgrees compares the numbers of ab with those of other commands for its files. The files
// have further samples of confirmed cases.
func abAgrees(t *testing.T, dir string, again func(name string) bool) {
	t.Helper()
	text := fixture.Read(t, filepath.Join(dir, "verdict.json"))
	var v printedVerdict
	if err := json.Unmarshal(text, &v); err != nil || v.Outcome != "regression" {
		t.Errorf("verdict.json: %q, %v", v.Outcome, err)
	}
	numbers := make(printedNumbers)
	numbers.addVerdict("ab", v, "base.txt", "head.txt", again)
	for key := range numbers {
		if key.what == "ratio" { // its limits select one of several estimates
			delete(numbers, key)
		}
	}
	numbers.addCompare(t, dir, "base.txt", "head.txt")
	numbers.addGate(t, dir, "base.txt", "head.txt", again)
	// A verdict has no sample counts of secondary metrics.
	if n := numbers.agree(t, "ab", "compare", "gate"); n["n"] == 0 || n["median"] < n["n"] {
		t.Errorf("ab, compare and gate share %v", n)
	}
}
