package cmd

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A screen is the shape of the overview of a quick run.
type screen struct {
	columns []string
	rows    map[string][]bool // which cells have a number
	lines   int
}

var (
	screenCell = regexp.MustCompile(`[0-9.]+[ ≈] *[0-9.]+x|-`)
	screenMark = regexp.MustCompile(`[0-9.]+x[!?*]*`)
)

// readScreen reads an overview and checks its size, its cells, and that each mark has one note.
func readScreen(t *testing.T, text string) (s screen) {
	t.Helper()
	s.rows = make(map[string][]bool)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	rule := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "────") })
	if rule < 1 {
		t.Fatalf("no table in\n%s", text)
	}
	s.lines, s.columns = len(lines), strings.Fields(lines[rule-1])
	var marks string
	at := rule + 1
	for ; at < len(lines) && lines[at] != ""; at++ {
		name, cells, _ := strings.Cut(lines[at], " ")
		if name == "designs" || name == "references" {
			continue
		}
		for _, cell := range screenCell.FindAllString(cells, -1) {
			s.rows[name] = append(s.rows[name], cell != "-")
		}
		for _, found := range screenMark.FindAllString(cells, -1) {
			marks += strings.TrimLeft(found, "0123456789.x")
		}
		if strings.Contains(cells, "≈") {
			marks += "≈"
		}
		if len(s.rows[name]) != len(s.columns) {
			t.Errorf("%d cells of %d columns: %s", len(s.rows[name]), len(s.columns), lines[at])
		}
	}
	for _, mark := range []string{"!", "?", "*", "≈"} {
		notes := lists.Count(lines[at:], func(line string) bool { return strings.HasPrefix(line, mark+" ") })
		if notes > 1 || (notes == 1) != strings.Contains(marks, mark) {
			t.Errorf("%d notes on %s in\n%s", notes, mark, text)
		}
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	return s
}

// A quick run measures at most 45 cases, each with an interval whatever the budget, and prints
// one screen. The README shows one of the same shape.
func TestQuickRunAlwaysAnswers(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	c := expect(t, dir, ExitOK, nil, "run", "--quick", "--entities", "100", "--budget", "1s", "--quiet", "-o", "quick.txt")
	got := readScreen(t, c.stdout)
	if got.lines > 45-len(strings.Split(c.stderr, "\n")) {
		t.Errorf("%d lines:\n%s%s", got.lines, c.stdout, c.stderr)
	}
	file, err := results.Read(filepath.Join(dir, "quick.txt"))
	fixture.Check(t, err)
	if n := len(file.Cases) + len(file.Unsupported); n > 45 || n != len(got.rows)*len(got.columns) {
		t.Errorf("%d cases, and the table has %d rows of %d columns", n, len(got.rows), len(got.columns))
	}
	for _, c := range file.Cases {
		if n := len(c.In(c.Units[0])); n < statistics.MedianMinSamples {
			t.Errorf("%s has %d samples", c.Name, n)
		}
	}
	readme := fixture.Read(t, filepath.Join("..", "README.md"))
	_, block, _ := strings.Cut(string(readme), "<!-- measured: ecsbench run --quick -->\n```text\n")
	block, _, _ = strings.Cut(block, "```")
	want := readScreen(t, block)
	// A new implementation has a row more until the block is measured again.
	if !slices.Equal(got.columns, want.columns) || len(got.rows) < len(want.rows) {
		t.Errorf("columns %q and %d rows, and the README has %q and %d", got.columns, len(got.rows), want.columns, len(want.rows))
	}
	for name, cells := range want.rows {
		if !slices.Equal(got.rows[name], cells) {
			t.Errorf("%s: numbers in the cells %v, and the README has %v", name, got.rows[name], cells)
		}
	}
}

// The default plans fit their budget: at most 200 cases, one configuration of each scenario.
func TestDefaultPlansAreSmall(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"A", "AA", "AAA"} {
		c := expect(t, t.TempDir(), ExitOK, []string{"s to 10m0s"}, "run", "--profile", profile, "--dry-run")
		cases := strings.Count(c.stdout, "/impl=")
		full := strings.Count(expect(t, t.TempDir(), ExitOK, nil, "run", "--profile", profile, "--full", "--dry-run").stdout, "/impl=")
		if cases > 200 || full < 5*cases || strings.Contains(c.stdout, "aged=") {
			t.Errorf("profile %s: %d cases, %d with --full", profile, cases, full)
		}
	}
}
