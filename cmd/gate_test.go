package cmd

import (
	"strings"
	"testing"
)

// A file compared with itself shows nothing, whichever verb wrote it.
func TestGateOfOneFileTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, verb := range []string{"ab", "bench"} {
		name := verb + ".txt"
		write(t, dir, name, "# ecsbench {\"title\":\"ecsbench "+verb+": x\"}\n"+sampleLines("A", 100, 10)+"# end {\"reason\":\"complete\"}\n")
		c := expect(t, dir, ExitOK, []string{"note: OLD and NEW are the same file; measure the other revision"}, "gate", name, name)
		if strings.Contains(c.stdout, "one experiment") {
			t.Errorf("%s:\n%s", verb, c.stdout)
		}
	}
}

// Builds depend on the exit codes of gate.
func TestGateExitCodes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := write(t, dir, "old", "cpu: X\n"+sampleLines("A", 100, 10)+sampleLines("B", 100, 10))
	for _, c := range []struct {
		name, now string
		want      ExitCode
		prints    string
		args      []string
	}{
		{"same", "cpu: X\n" + sampleLines("A", 100, 10) + sampleLines("B", 100, 10), ExitOK, "NO REGRESSION in 2 cases; the MDE is at most", nil},
		{"slower", "cpu: X\n" + sampleLines("A", 300, 10) + sampleLines("B", 100, 10), ExitRegression, "REGRESSION: 1 of 2 cases", nil},
		{"a little slower in one process", "cpu: X\n" + sampleLines("A", 120, 10) + sampleLines("B", 100, 10), ExitInconclusive, "run `ecsbench ab BASE . --bench '^(A)$'`", nil},
		{"slower, allowed", "cpu: X\n" + sampleLines("A", 120, 10) + sampleLines("B", 100, 10), ExitOK, "NO REGRESSION", []string{"--max-regression", "25%"}},
		{"slower, filtered", "cpu: X\n" + sampleLines("A", 120, 10) + sampleLines("B", 100, 10), ExitOK, "NO REGRESSION", []string{"-filter", ".name:B"}},
		{"allocates", "cpu: X\n" + strings.ReplaceAll(sampleLines("A", 100, 10), "0 allocs/op", "1 allocs/op") + sampleLines("B", 100, 10), ExitRegression, "0 → N", nil},
		{"few samples", "cpu: X\n" + sampleLines("A", 100, 2) + sampleLines("B", 100, 10), ExitInconclusive, "underpowered in 1 of 2 cases: too few samples", nil},
		{"vanished", "cpu: X\n" + sampleLines("A", 100, 10), ExitInconclusive, "1 case of OLD vanished", nil},
		{"vanished, allowed", "cpu: X\n" + sampleLines("A", 100, 10), ExitOK, "allowed: 1 case of OLD vanished", []string{"--allow", "vanished"}},
		{"nothing in common", sampleLines("C", 100, 10), ExitInconclusive, "the files have no case in common", nil},
		{"other machine", "cpu: Y\n" + sampleLines("A", 100, 10) + sampleLines("B", 100, 10), ExitInconclusive, "different CPU", nil},
		{"other machine, allowed", "cpu: Y\n" + sampleLines("A", 100, 10) + sampleLines("B", 100, 10), ExitOK, "NO REGRESSION", []string{"--allow", "machine,go"}},
		{"failed", "cpu: X\n" + sampleLines("A", 100, 10) + sampleLines("B", 100, 10) + "--- FAIL: BenchmarkC\n", ExitCaseFailed, "FAILED: 1 failure in NEW", nil},
		{"slower and failed", "cpu: X\n" + sampleLines("A", 300, 10) + sampleLines("B", 100, 10) + "--- FAIL: BenchmarkC\n", ExitRegression, "REGRESSION", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			stdout, stderr, code := runBinary(t, c.now, append([]string{"gate", old, "-"}, c.args...)...)
			if code != int(c.want) || !strings.Contains(stdout, c.prints) || stderr != "" {
				t.Errorf("exit %d, want %d and %q:\n%s%s", code, c.want, c.prints, stdout, stderr)
			}
			for _, format := range []string{"markdown", "json", "junit", "github"} {
				stdout, _, again := runBinary(t, c.now, append([]string{"gate", "--format", format, old, "-"}, c.args...)...)
				if again != code || stdout == "" {
					t.Errorf("%s: exit %d, and %d as text", format, again, code)
				}
			}
		})
	}
}
