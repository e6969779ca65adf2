package cmd

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/perf/benchunit"
)

// A number is one that several commands tell: what (median, an end of its interval,
// the number of samples, p of a change) of which case, in a tidied unit.
type number struct{ what, file, name, unit string }

// said are the numbers that commands have told of some files, by command.
type said map[number]map[string]float64

// say notes what is known; medians in nanoseconds become seconds.
func (s said) say(command, what, file, name, unit string, value *float64) {
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

// agree demands that all who tell a number tell the same, to the six digits that
// files and pages have, and counts the numbers that all of these commands tell.
func (s said) agree(t *testing.T, commands ...string) (shared map[string]int) {
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
					t.Errorf("%v: %s says %g, %s %g", key, one, v, other, w)
				}
			}
		}
	}
	return shared
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

func (s said) askCompare(t *testing.T, dir string, files ...string) {
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
				s.say("compare", "n", files[i], row.Name, table.Unit, &c.N)
				s.say("compare", "median", files[i], row.Name, table.Unit, c.Center)
				s.say("compare", "lo", files[i], row.Name, table.Unit, c.Low)
				s.say("compare", "hi", files[i], row.Name, table.Unit, c.High)
				if c.Comparison != nil {
					s.say("compare", "p", files[i], row.Name, table.Unit, c.Comparison.P)
				}
			}
		}
	}
}

// A toldVerdict is the JSON of gate, ab and history.
type toldVerdict struct {
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

// heed notes what a verdict says of its two sides.
func (s said) heed(command string, v toldVerdict, old, new string, skip func(name string) bool) {
	for _, c := range v.Comparisons {
		if skip != nil && skip(c.Case) {
			continue
		}
		s.say(command, "median", old, c.Case, c.Unit, c.Old)
		s.say(command, "median", new, c.Case, c.Unit, c.New)
		s.say(command, "n", old, c.Case, c.Unit, &c.OldSamples)
		s.say(command, "n", new, c.Case, c.Unit, &c.NewSamples)
		s.say(command, "ratio", new, c.Case, c.Unit, c.Ratio)
		for _, w := range c.Secondary {
			if w.Name != "again" { // other samples
				s.say(command, "median", old, c.Case, w.Unit, w.Old)
				s.say(command, "median", new, c.Case, w.Unit, w.New)
			}
		}
	}
}

// askGate asks gate, whose exit code is whatever chance makes it.
func (s said) askGate(t *testing.T, dir, old, new string) toldVerdict {
	t.Helper()
	args := []string{"gate", "--format", "json", old, new}
	v := decoded[toldVerdict](t, dir, ecsbench(t, dir, nil, args...).code, args...)
	s.heed("gate", v, old, new, nil)
	return v
}

// A toldPage is the JSON block of a page.
type toldPage struct {
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
			Steps      [][2]float64
		}
	}
}

// readPage returns what the page in the folder page holds.
func readPage(t *testing.T, dir string) (page toldPage) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "page", "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), `<script type="application/json" id="data">`)
	block, _, _ = strings.Cut(block, "</script>")
	if err := json.Unmarshal([]byte(block), &page); err != nil {
		t.Fatal(err)
	}
	return page
}

// heedPage notes what a page says of a file in which no scenario has two cases of
// one implementation.
func (s said) heedPage(t *testing.T, page toldPage, file string) {
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
					s.say("page", what, file, name, unit, v[i+1])
				}
			}
			if c.Change != nil { // for the worse, and all of these units are times
				s.say("page", "ratio", file, name, page.Units[scenario.Unit].Unit, &c.Change.R)
			}
		}
	}
}

// slowed is the text of a result file with all values larger by a quarter.
func slowed(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "Benchmark") {
			fields := strings.Fields(line)
			for i := 2; i < len(fields); i += 2 {
				v, err := strconv.ParseFloat(fields[i], 64)
				if err != nil {
					t.Fatal(err)
				}
				fields[i] = strconv.FormatFloat(1.25*v, 'g', -1, 64)
			}
			line = strings.Join(fields, " ") + "\n"
		}
		out.WriteString(line)
	}
	return out.String()
}

// What several commands say of the same files is the same: medians, their
// intervals, numbers of samples and ratios, in all units that files have.
func TestCommandsAgree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	numbers := make(said)
	run := []string{"run", "--axis", "aged=0", "--entities", "100", "--components", "2", "--count", "6", "--impl", "dense,paged", "--scenario", "iterate,create-remove", "-o", "old.txt"}
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
				numbers.say("run", "median", file, row.Case, r.Unit, row.Median)
				numbers.say("run", "lo", file, row.Case, r.Unit, row.Lo)
				numbers.say("run", "hi", file, row.Case, r.Unit, row.Hi)
				numbers.say("run", "n", file, row.Case, r.Unit, &row.Samples)
				for unit, v := range row.Values {
					numbers.say("run", "median", file, row.Case, unit, v)
				}
			}
		}
		// Of what is slower, the other file, run says the numbers where it is resumed.
		write(t, dir, "new.txt", slowed(t, filepath.Join(dir, "old.txt")))
		run = []string{"run", "--resume", "new.txt"}
	}
	numbers.askCompare(t, dir, "old.txt", "new.txt")
	numbers.askGate(t, dir, "old.txt", "new.txt")
	expect(t, dir, ExitOK, nil, "report", "-o", "page", "new.txt", "--baseline", "old.txt")
	numbers.heedPage(t, readPage(t, dir), "new.txt")

	const cases = 4
	if n := numbers.agree(t, "run", "compare", "page"); n["median"] < 3*cases || n["lo"] != cases || n["hi"] != cases || n["n"] != cases {
		t.Errorf("run, compare and page share %v", n)
	}
	if n := numbers.agree(t, "run", "compare", "gate"); n["median"] < 2*3*cases || n["n"] != 2*cases {
		t.Errorf("run, compare and gate share %v", n)
	}
	if n := numbers.agree(t, "gate", "page"); n["ratio"] != cases {
		t.Errorf("gate and page share %v", n)
	}
	// The clock is in the files where it can be read.
	text, err := os.ReadFile(filepath.Join(dir, "new.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{"cycles/entity", "clock-GHz"} {
		if n := numbers.agree(t, "compare", "page"); strings.Contains(string(text), " "+unit) && n[unit] == 0 {
			t.Errorf("compare and page share no %s: %v", unit, n)
		}
	}
}

// historyAgrees demands that history, compare and the page, which is in the folder
// page, say the same of every commit, of which each has one of the files.
func historyAgrees(t *testing.T, dir string, told toldVerdict, files ...string) {
	t.Helper()
	numbers := make(said)
	numbers.askCompare(t, dir, files...)
	page := readPage(t, dir)
	steps := make(map[string]float64) // by case, of the page
	for _, s := range page.History.Series {
		for at, p := range s.P {
			for i, what := range []string{"median", "lo", "hi", "n"} {
				numbers.say("page", what, files[at], s.Name, s.Unit, p[2+i])
			}
		}
		for _, step := range s.Steps {
			steps[s.Name] = step[1]
		}
	}
	for _, c := range told.Comparisons {
		at := slices.IndexFunc(c.Secondary, func(w struct {
			Name, Unit string
			Old, New   *float64
		}) bool {
			return w.Name == "now"
		})
		numbers.say("history", "median", files[len(files)-1], c.Case, c.Unit, c.Secondary[at].New)
		if math.Abs(steps[c.Case]-*c.Ratio) > 1e-5 {
			t.Errorf("%s: a step of %g in the page, of %g in history", c.Case, steps[c.Case], *c.Ratio)
		}
	}
	if n := numbers.agree(t, "compare", "page"); n["median"] != len(files)*len(page.History.Series) || n["lo"] != n["median"] || n["n"] != n["median"] {
		t.Errorf("compare and the page share %v of %d series", n, len(page.History.Series))
	}
	if n := numbers.agree(t, "compare", "page", "history"); n["median"] != len(told.Comparisons) || n["median"] < 6 {
		t.Errorf("compare, the page and history share %v of %d steps", n, len(told.Comparisons))
	}
}

// abAgrees asks the others about the files that an experiment has left; they hold
// more samples than it judged of cases that were measured again.
func abAgrees(t *testing.T, dir string, again func(name string) bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "verdict.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v toldVerdict
	if err := json.Unmarshal(text, &v); err != nil || v.Outcome != "regression" {
		t.Errorf("verdict.json: %q, %v", v.Outcome, err)
	}
	numbers := make(said)
	numbers.heed("ab", v, "base.txt", "head.txt", again)
	for key := range numbers {
		if key.what == "ratio" { // ab's is of pairs of rounds, that of gate of all samples
			delete(numbers, key)
		}
	}
	numbers.askCompare(t, dir, "base.txt", "head.txt")
	numbers.askGate(t, dir, "base.txt", "head.txt")
	// Of the unit that a verdict has beside the one that it judges it says no number of samples.
	if n := numbers.agree(t, "ab", "compare", "gate"); n["n"] == 0 || n["median"] < n["n"] {
		t.Errorf("ab, compare and gate share %v", n)
	}
}
