package cmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
)

func TestWhatIsMistypedIsAnsweredInALine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct {
		want string
		args []string
	}{
		{`unknown command "rnu": did you mean "run"?`, []string{"rnu"}},
		{`unknown command "gat": did you mean "gate"?`, []string{"help", "gat"}},
		{`--budget 5: want a time such as 90s or 5m`, []string{"run", "--budget", "5"}},
		{`unknown flag: --profil: did you mean "--profile"?`, []string{"run", "--profil", "A"}},
		{`unknown flag: --zzz: the flags are in: ecsbench run --help`, []string{"run", "--zzz"}},
		{`profile "AAAA": neither one of A, AA, AAA, peer nor a file that exists: did you mean "AAA"?`, []string{"run", "--profile", "AAAA"}},
		{`invalid argument "impl": did you mean "impls"?; usage: ecsbench list impls [NAME] | scenarios | profiles`, []string{"list", "impl"}},
		{`name what to list: impls, scenarios or profiles; usage: ecsbench list impls [NAME] | scenarios | profiles`, []string{"list"}},
		{`unexpected argument "iterate"; usage: ecsbench list impls [NAME] | scenarios | profiles`, []string{"list", "scenarios", "iterate"}},
		{`2 arguments are needed, got 0; usage: ecsbench gate OLD NEW`, []string{"gate"}},
		{`at least 2 arguments are needed, got 1; usage: ecsbench ab BASE HEAD`, []string{"ab", "main"}},
		{`at least 1 argument is needed, got 0; usage: ecsbench compare [label=]FILE...`, []string{"compare"}},
		{`1 argument is needed, got 0; usage: ecsbench world run FILE`, []string{"world", "run"}},
		{`--seed -1: want a whole number from 0 to 18446744073709551615`, []string{"run", "--seed", "-1"}},
		{`--seed x: want a whole number from 0 to 18446744073709551615`, []string{"ab", "main", ".", "--seed", "x"}},
		{`--rounds 1.5: want a whole number, at most 9223372036854775807`, []string{"run", "--rounds", "1.5"}},
		{`--alpha much: want a number such as 0.01`, []string{"gate", "--alpha", "much"}},
		{`--quick often: want true or false`, []string{"run", "--quick=often"}},
	} {
		rejected(t, dir, "ecsbench: "+test.want, test.args...)
	}
}

func TestVersionAndHelp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if flag, verb := expect(t, dir, ExitOK, nil, "--version"), expect(t, dir, ExitOK, nil, "version"); flag != verb {
		t.Errorf("--version prints %q, version %q", flag.stdout, verb.stdout)
	}
	bare := expect(t, dir, ExitOK, []string{"Commands:", "--version"})
	if help := expect(t, dir, ExitOK, nil, "help"); help != bare {
		t.Errorf("help prints\n%s\nwithout anything it is\n%s", help.stdout, bare.stdout)
	}
	if verb, flag := expect(t, dir, ExitOK, []string{"--precision"}, "help", "run"), expect(t, dir, ExitOK, nil, "run", "--help"); verb != flag {
		t.Errorf("help run prints\n%s\nand run --help\n%s", verb.stdout, flag.stdout)
	}
	for _, verb := range newRootCommand().Commands() {
		if verb.Hidden || !verb.Runnable() || verb.Name() == "help" {
			continue
		}
		expect(t, dir, ExitOK, []string{"-q, --quiet"}, verb.Name(), "--help")
	}
}

func TestQuietLeavesOutWarnings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "damaged.txt", "BenchmarkX 1 2 ns/op\nBenchmarkX 1 2\n")
	if c := expect(t, dir, ExitOK, []string{"warning: "}, "compare", "damaged.txt"); c.stderr == "" {
		t.Error("not on standard error")
	}
	if c := expect(t, dir, ExitOK, []string{"sec/op"}, "compare", "-q", "damaged.txt"); c.stderr != "" {
		t.Errorf("quiet, but printed %q", c.stderr)
	}
	if c := expect(t, dir, ExitUsage, nil, "compare", "-q", "nothing.txt"); !strings.Contains(c.stderr, "no such file") {
		t.Errorf("so quiet that an error is not printed: %q", c.stderr)
	}
}

func TestCompressedFilesAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := textOf(fewCases())
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "run.txt", string(plain))
	write(t, dir, "packed", packed.String())
	write(t, dir, "cut.gz", packed.String()[:packed.Len()/2])
	want := expect(t, dir, ExitOK, nil, "compare", "x=run.txt").stdout
	if got := expect(t, dir, ExitOK, nil, "compare", "x=packed").stdout; got != want {
		t.Errorf("packed it is\n%s\nand plain\n%s", got, want)
	}
	expect(t, dir, ExitCaseFailed, []string{"1 failure in NEW", "new: packed", "14 measured, 1 failed; --all"}, "gate", "run.txt", "packed")
	expect(t, dir, ExitOK, []string{"Iterate, entity by entity"}, "report", "packed", "--format", "markdown")
	if c := expect(t, dir, ExitUsage, []string{"cut.gz"}, "compare", "cut.gz"); strings.Count(c.stderr, "\n") != 1 {
		t.Errorf("want one line, got\n%s", c.stderr)
	}
	before, _ := os.ReadFile(filepath.Join(dir, "packed"))
	expect(t, dir, ExitUsage, []string{"packed"}, "run", "--resume", "packed")
	if after, _ := os.ReadFile(filepath.Join(dir, "packed")); !bytes.Equal(before, after) {
		t.Error("a compressed file was written to")
	}
}

func TestAxesWithoutEffectAreReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := expect(t, dir, ExitOK, []string{"warning: --components 3 has no effect: physics varies with other axes"},
		"run", "--dry-run", "--components", "3", "--entities", "10", "--scenario", "physics", "--impl", "dense")
	if strings.Count(c.stderr, "\n") != 1 {
		t.Errorf("printed\n%s", c.stderr)
	}
	if c := expect(t, dir, ExitOK, nil, "run", "--dry-run", "--components", "3", "--scenario", "physics,iterate", "--impl", "dense"); c.stderr != "" {
		t.Errorf("iterate varies with components, but printed %q", c.stderr)
	}
	if first, _, _ := strings.Cut(c.stdout, "\n"); !strings.HasPrefix(first, "1 case, profile A") {
		t.Errorf("the plan begins with %q", first)
	}
}

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
		p.Sampled(measure.Progress{Cases: 2, Open: 1, Elapsed: elapsed, Remaining: remaining})
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
	for _, args := range [][]string{{"report", "run.txt"}, {"ab", "HEAD", "."}, {"profile", "--impl", "dense", "--scenario", "iterate"}} {
		expect(t, dir, ExitUsage, []string{args[0] + " -o -: the output is a folder"}, append(args, "-o", "-")...)
	}
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
