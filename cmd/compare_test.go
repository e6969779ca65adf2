package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runBinary runs the program with standard input.
func runBinary(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(stdin)
	c := finish(t, cmd)
	return c.stdout, c.stderr, int(c.code)
}

// write writes a file and returns its path.
func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// sampleLines returns n lines of one benchmark around a centre.
func sampleLines(name string, centre float64, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Benchmark%s-2 10000000 %.3f ns/op 0 B/op 0 allocs/op\n", name, centre*(1+0.001*float64(i*7%n)))
	}
	return b.String()
}

func TestCompareCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := write(t, dir, "old", "goos: linux\n"+sampleLines("A/impl=x", 100, 10)+sampleLines("A/impl=y", 200, 10))
	now := write(t, dir, "new", "goos: linux\n"+sampleLines("A/impl=x", 110, 10)+sampleLines("A/impl=y", 200, 10))

	stdout, stderr, code := runBinary(t, "", "compare", "O="+old, "N="+now)
	if code != 0 || stderr != "" || !strings.Contains(stdout, "+10.00% (p=0.000 n=10)") || !strings.Contains(stdout, "~ (p=1.000 n=10)") {
		t.Errorf("exit %d, %s\n%s", code, stderr, stdout)
	}
	// One dash, as in benchstat.
	one, _, code := runBinary(t, "", "compare", "-col", "/impl", "-filter=.unit:ns/op", old)
	two, _, _ := runBinary(t, "", "compare", "--col=/impl", "--filter", ".unit:ns/op", old)
	if code != 0 || one != two || !strings.Contains(one, "+100.00%") || strings.Contains(one, "allocs/op") {
		t.Errorf("-col: exit %d\n%s\n--col:\n%s", code, one, two)
	}
	// Standard input and other formats.
	for format, want := range map[string]string{"markdown": "| A/impl=x-2 |", "text": "A/impl=x-2"} {
		stdout, _, code := runBinary(t, sampleLines("A/impl=x", 1, 6), "compare", "--format", format, "-")
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("%s: exit %d\n%s", format, code, stdout)
		}
	}
	stdout, _, code = runBinary(t, "", "compare", "--format", "json", old, now)
	var parsed struct {
		Tables []struct {
			Unit string
			Rows []struct {
				Cells []struct {
					N          int
					Center     float64
					Comparison *struct{ Ratio float64 }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &parsed); code != 0 || err != nil {
		t.Fatalf("exit %d, %v", code, err)
	}
	if c := parsed.Tables[0].Rows[0].Cells[1]; parsed.Tables[0].Unit != "sec/op" || c.N != 10 || c.Comparison == nil || fmt.Sprintf("%.4f", c.Comparison.Ratio) != "1.1000" {
		t.Errorf("json: %+v", parsed.Tables[0])
	}
}

// Bad usage and bad input exit with 2 and one line that names the problem.
func TestCompareAndGateRejectBadInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := write(t, dir, "good", sampleLines("A", 100, 10))
	empty := write(t, dir, "empty", "")
	nan := write(t, dir, "nan", "BenchmarkA 1 1 ns/op\nBenchmarkA 1 NaN ns/op\n")
	negative := write(t, dir, "negative", "BenchmarkA 1 -1 ns/op\n")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"at least 1 argument is needed, got 0", []string{"compare"}},
		{"2 arguments are needed, got 1", []string{"gate", good}},
		{filepath.Join(dir, "none") + ": no such file", []string{"compare", good, filepath.Join(dir, "none")}},
		{dir + ": is a directory", []string{"gate", good, dir}},
		{empty + ":1: no benchmark result", []string{"gate", good, empty}},
		{program + ":1: binary data", []string{"compare", program}},
		{nan + ":2: BenchmarkA has NaN ns/op", []string{"compare", nan}},
		{negative + ":1: BenchmarkA has -1 ns/op", []string{"gate", good, negative}},
		{`--filter "x": syntax error: expected key:value at character 1`, []string{"compare", "--filter", "x", good}},
		{`--filter "x"`, []string{"gate", "-filter", "x", good, good}},
		{`--col ".unit"`, []string{"compare", "--col", ".unit", good}},
		{`--row "/n@up": syntax error: unknown order "up"`, []string{"compare", "--row", "/n@up", good}},
		{"no result is left", []string{"compare", "--filter", ".name:B", good}},
		{`"xml" for "--format" flag: must be text, markdown or json`, []string{"compare", "--format", "xml", good}},
		{`"xml" for "--format" flag: must be text, markdown, json, junit or github`, []string{"gate", "--format", "xml", good, good}},
		{"--alpha 2", []string{"compare", "--alpha", "2", good}},
		{"--confidence -1", []string{"compare", "--confidence=-1", good}},
		{`"5" is more than 100%: write 5% or 0.05`, []string{"gate", "--max-regression", "5", good, good}},
		{`"-1%" is not a share`, []string{"gate", "--max-regression=-1%", good, good}},
		{"--allow everything: must be machine", []string{"gate", "--allow", "everything", good, good}},
		{"--alpha 0", []string{"gate", "--alpha", "0", good, good}},
		{"unknown flag", []string{"gate", "--nope", good, good}},
	} {
		stdout, stderr, code := runBinary(t, "", c.args...)
		if code != int(ExitUsage) || stdout != "" || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, want 2 and %q\nstdout: %s\nstderr: %s", c.args, code, c.want, stdout, stderr)
		}
	}
}

// All commands skip an unreadable line with the same warning.
func TestDamageWarningsAreEqual(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good := sampleLines("A/impl=x", 100, 10)
	write(t, dir, "good", good)
	write(t, dir, "bad", good+"BenchmarkA/impl=x-2 one 3 ns/op\n# env {\"go\":1}\n")
	for _, args := range [][]string{
		{"compare", "good", "bad"}, {"gate", "good", "bad"}, {"report", "bad", "--format", "markdown"},
		{"report", "good", "--baseline", "bad", "--format", "markdown"},
	} {
		c := expect(t, dir, ExitOK, nil, args...)
		if !strings.HasPrefix(c.stderr, "warning: bad:11: parsing iteration count: invalid syntax\nwarning: bad:12: annotation \"env\": ") || strings.Count(c.stderr, "\n") != 2 {
			t.Errorf("%v: printed\n%s", args, c.stderr)
		}
	}
}
