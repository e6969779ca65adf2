package cmd

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
)

func TestRunMeasuresEveryScenario(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	c := expect(t, dir, ExitOK, []string{"Create", "Iterate", "CreateRemove", "Physics", "Mixed", "Churn", "Fragments", "retained-B/entity", "results in run.txt"},
		"run", "--entities", "100", "--components", "2", "--axis", "aged=0,2", "--rounds", "1", "--seed", "7", "--impl", "dense,paged,soa,null", "-o", "run.txt")
	every := expect(t, dir, ExitOK, []string{
		"Create, entity by entity, profile A", "Iterate, entity by entity, profile A", "CreateRemove, entity by entity, profile A", "Physics, entity by entity, profile A", "Mixed, profile A", "Churn, entity by entity, profile A", "Fragments, entity by entity, profile A", "Memory, entity by entity, profile A", "less memory than",
		"soa cannot destroy single entities", "times faster than", "vs soa",
	}, "report", "run.txt", "--format", "table")
	counts := samples(t, filepath.Join(dir, "run.txt"))
	planned := expect(t, dir, ExitOK, nil, "run", "--dry-run", "--entities", "100", "--components", "2", "--axis", "aged=0,2", "--impl", "dense,paged,soa,null")
	text := fixture.Read(t, filepath.Join(dir, "run.txt"))
	unsupported := strings.Count(string(text), "# unsupported ")
	if want := strings.Count(planned.stdout, "/impl="); len(counts)+unsupported != want || unsupported == 0 {
		t.Errorf("%d cases were measured and %d are not supported, want %d in all", len(counts), unsupported, want)
	}
	for name, n := range counts {
		if n != 1 {
			t.Errorf("%s has %d samples, want 1", name, n)
		}
	}
	if printed := c.stdout + every.stdout; strings.Contains(printed, "null") {
		t.Errorf("the implementation that does nothing is ranked:\n%s", printed)
	}
}

func TestRealBenchstatReadsARun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	expect(t, dir, ExitOK, nil, small("--impl", "dense,hashmap:dispatch=shared", "--scenario", "iterate")...)
	out := fixture.Run(t, exec.Command("go", "tool", "benchstat", "-col", "/impl", filepath.Join(dir, "run.txt")))
	for _, want := range []string{"profile: A", "component-types: 32", "hashmap:dispatch=shared", "entities/s", "sec/op"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestRoundsAreInterleavedInRandomOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	expect(t, dir, ExitOK, nil, "run", "--entities", "100", "--components", "1,2,3", "--rounds", "2", "--seed", "7", "-o", "run.txt",
		"--axis", "aged=0", "--scenario", "iterate", "--impl", "dense,hashmap")
	text := fixture.Read(t, filepath.Join(dir, "run.txt"))
	var order []string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "Benchmark") {
			order = append(order, strings.Fields(line)[0])
		}
	}
	first, second := order[:6], order[6:]
	if slices.Equal(first, second) {
		t.Error("two rounds have the same order")
	}
	slices.Sort(first)
	slices.Sort(second)
	if !slices.Equal(first, second) {
		t.Errorf("a round does not measure each case once: %v and %v", first, second)
	}
}

// A complete run is printed again by --resume.
func TestFormats(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := small("--impl", "dense,soa", "--scenario", "iterate")
	for _, format := range []string{"markdown", "csv", "json"} {
		t.Run(format, func(t *testing.T) {
			c := expect(t, dir, ExitOK, nil, append(args, "--format", format)...)
			args = []string{"run", "--resume", "run.txt"}
			switch format {
			case "markdown":
				if !strings.Contains(c.stdout, "|------") && !strings.Contains(c.stdout, "|:-") {
					t.Errorf("no Markdown table in\n%s", c.stdout)
				}
			case "csv":
				rows, err := csv.NewReader(strings.NewReader(c.stdout)).ReadAll()
				if err != nil || len(rows) != 3 {
					t.Errorf("%d rows, %v, in\n%s", len(rows), err, c.stdout)
				}
			case "json":
				var rankings []struct {
					Groups []struct{ Rows []struct{ Impl string } }
				}
				if err := json.Unmarshal([]byte(c.stdout), &rankings); err != nil || len(rankings) != 1 || len(rankings[0].Groups[0].Rows) != 2 {
					t.Errorf("%v in\n%s", err, c.stdout)
				}
			}
		})
	}
}

func TestFaultsAreRecordedAndTheRunGoesOn(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	killed := "killed, 3 times in a row"
	if runtime.GOOS == "windows" {
		killed = "exit status 1"
	}
	for _, test := range []struct {
		scenario, failed string
		wants            map[string]string
	}{
		{"iterate", "9 cases failed", map[string]string{
			"panic":   "panic: faulty on purpose (at cmd/faulty_test.go:",
			"hang":    "no answer within 5s: the worker was killed",
			"exit":    "exit status 2: fatal error: something is corrupt",
			"killed":  killed,
			"state":   "wrong state: entity 1 of 100 (position, velocity): ",
			"count":   "wrong work: entities visited ",
			"garbage": "answer not understood",
			"few":     "wrong work: entities visited by Run ",
			"stale":   "is not alive by the handle that Spawn wrote to the handles",
		}},
		{"create-remove", "1 case failed", map[string]string{"claims": "wrong work: entities ended by Destroy 0, want"}},
	} {
		t.Run(test.scenario, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			list := "dense"
			for _, how := range slices.Sorted(maps.Keys(test.wants)) {
				list += ",faulty:how=" + how
			}
			cmd := exec.Command(program, small("--impl", list, "--scenario", test.scenario, "--timeout", "5s")...)
			cmd.Dir = dir
			c := finish(t, cmd)
			if c.code != ExitCaseFailed || !strings.Contains(c.stderr, test.failed) {
				t.Errorf("exit code %d, want %d and %q\n%s%s", c.code, ExitCaseFailed, test.failed, c.stdout, c.stderr)
			}
			for how, want := range test.wants {
				name := "/impl=" + strings.TrimSuffix("faulty:how="+how, ":how=panic") + "/" // the default
				_, line, _ := strings.Cut(c.stderr, name)
				if line, _, _ = strings.Cut(line, "\n"); !strings.Contains(line, want) {
					t.Errorf("%s: failed with %q, want %q", how, line, want)
				}
			}
			counts := samples(t, filepath.Join(dir, "run.txt"))
			if len(counts) != 1 || slices.Collect(maps.Values(counts))[0] != 2 {
				t.Errorf("the other case was not measured to the end: %v", counts)
			}
		})
	}
}

func TestUnsupportedIsShown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ impl, scenario, reason string }{
		{"faulty:how=unsupported", "iterate", "create:mode=entity, iterate:mode=entity, "},
		{"faulty:how=unsupported", "iterate", "at most 3 component types"},
		{"soa", "churn", "soa cannot destroy single entities"},
		{"hashmap", "iterate:mode=chunk", "hashmap returns no slices of components"},
	} {
		dir := t.TempDir()
		c := expect(t, dir, ExitOK, []string{"- unsupported; the reason: ecsbench list impls NAME"}, small("--impl", "dense,"+test.impl, "--scenario", test.scenario)...)
		if !slices.ContainsFunc(strings.Split(c.stdout, "\n"), func(line string) bool {
			cells := strings.Fields(line)
			return len(cells) == 2 && cells[0] == test.impl && cells[1] == "-"
		}) || strings.Contains(c.stdout+c.stderr, test.reason) {
			t.Errorf("%s is no dash, or has its reason here:\n%s", test.impl, c.stdout)
		}
	}
}

// rejected runs a command that prints one line to standard error.
func rejected(t *testing.T, dir, want string, args ...string) {
	t.Helper()
	c := expect(t, dir, ExitUsage, []string{want}, args...)
	if lines := strings.Count(c.stderr, "\n"); lines != 1 || c.stdout != "" {
		t.Errorf("%v: %d lines on standard error, %q on standard output", args, lines, c.stdout)
	}
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		fixture.Lacks(t, err)
	}
	expect(t, t.TempDir(), ExitUsage, []string{"no space left on device", "free some space and start again"},
		"run", "--axis", "aged=0", "--entities", "100", "--components", "2", "--rounds", "1", "--impl", "dense", "--scenario", "iterate", "-o", "/dev/full", "--force")
}

func TestInterruptKeepsTheFileAndResumeFinishesIt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no SIGTERM on Windows")
	}
	for name, signal := range map[string]os.Signal{"Ctrl-C": os.Interrupt, "SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGKILL": os.Kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, "run.txt")
			cmd, stderr := running(t, path, "--entities", "100,200", "--rounds", "3", "--impl", "dense,hashmap")
			fixture.Check(t, cmd.Process.Signal(signal))
			_ = cmd.Wait()
			if signal != os.Kill {
				if code := cmd.ProcessState.ExitCode(); code != int(ExitInterrupted) {
					t.Errorf("exit code %d, want %d\n%s", code, ExitInterrupted, stderr)
				}
				if !strings.Contains(stderr.String(), "ecsbench run --resume run.txt") {
					t.Errorf("the command to resume is not printed:\n%s", stderr)
				}
			}
			before := fixture.Read(t, path)
			// A partial sample is ignored.
			fixture.Check(t, os.WriteFile(path, append(before, "BenchmarkIterate/impl=dense/comps=2/n=100-2\t"...), 0o644))
			expect(t, dir, ExitOK, nil, "run", "--resume", "run.txt")
			after := fixture.Read(t, path)
			if !strings.HasPrefix(string(after), string(before)) {
				t.Error("what was measured before has changed")
			}
			counts := samples(t, path)
			if len(counts) != 4 {
				t.Errorf("%d cases, want 4", len(counts))
			}
			for name, n := range counts {
				if n != 3 {
					t.Errorf("%s has %d samples, want 3", name, n)
				}
			}
		})
	}
}

func TestResumeRefusesWhatItCannotContinue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		fixture.Check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	expect(t, dir, ExitOK, nil, small("--impl", "dense", "--scenario", "iterate")...)
	text := fixture.Read(t, filepath.Join(dir, "run.txt"))
	for name, edit := range map[string][2]string{
		"other.txt":  {`"go":"go`, `"go":"not-go`},
		"binary.txt": {`"binary":"`, `"binary":"0`},
		"memory.txt": {`"kernel":"`, `"gomemlimit":"1GiB","kernel":"`},
		"debug.txt":  {`"kernel":"`, `"godebug":"x=1","kernel":"`},
		"edited.txt": {`"rounds":2`, `"rounds":3`},
		"config.txt": {"\nprofile: A\n", "\n"},
	} {
		edited := strings.Replace(string(text), edit[0], edit[1], 1)
		if edited == string(text) {
			t.Fatalf("%s: no %s in\n%s", name, edit[0], text)
		}
		write(name, edited)
	}
	for name, want := range map[string]string{
		"binary.txt": "ecsbench built as",
		"memory.txt": "another setting of Go, GOMEMLIMIT 1GiB and off",
		"debug.txt":  "another setting of Go, GODEBUG x=1 and none",
		"edited.txt": "its plan was edited",
		"config.txt": `no line "profile: A"`,
		"other.txt":  "start a new run instead of mixing the two",
	} {
		before, _ := os.ReadFile(filepath.Join(dir, name))
		expect(t, dir, ExitUsage, []string{want, name}, "run", "--resume", name)
		if after, _ := os.ReadFile(filepath.Join(dir, name)); string(after) != string(before) {
			t.Errorf("%s was changed", name)
		}
	}
}

func TestResumeElsewhereIsRecorded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "run.txt")
	expect(t, dir, ExitOK, nil, small("--impl", "dense", "--scenario", "iterate")...)
	text := fixture.Read(t, path)
	fixture.Check(t, os.WriteFile(path, []byte(strings.Replace(string(text), `"machine":"`, `"machine":"0`, 1)), 0o644))
	expect(t, dir, ExitOK, []string{"warning: machine: the run was begun on another machine"}, "run", "--resume", "run.txt")
	file, err := results.Read(path)
	fixture.Check(t, err)
	if last := file.Ends[len(file.Ends)-1]; !slices.ContainsFunc(last.Conditions, func(c results.Condition) bool { return c.Name == "machine" }) {
		t.Errorf("not on record: %v", last.Conditions)
	}
}

func TestFailedCasesAreMeasuredAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "run.txt")
	expect(t, dir, ExitOK, nil, small("--impl", "dense,hashmap", "--scenario", "iterate")...)
	text := fixture.Read(t, path)
	// As if one case had failed immediately.
	var kept strings.Builder
	failed := ""
	for line := range strings.Lines(string(text)) {
		if name, _, _ := strings.Cut(line, "\t"); strings.Contains(name, "impl=hashmap") && line[0] == 'B' {
			if failed == "" {
				failed = strings.TrimPrefix(name, "Benchmark")
				kept.WriteString(`# failed {"case":"` + failed + `","reason":"worker: signal: killed"}` + "\n")
			}
			continue
		}
		kept.WriteString(line)
	}
	fixture.Check(t, os.WriteFile(path, []byte(kept.String()), 0o644))
	expect(t, dir, ExitOK, []string{"2 samples in", "hashmap"}, "run", "--resume", "run.txt")
	if n := samples(t, path)[failed]; n != 2 {
		t.Errorf("%s has %d samples", failed, n)
	}
	expect(t, dir, ExitInconclusive, []string{"few samples"}, "gate", "run.txt", "run.txt") // no failed case
}

// held returns the file that stops further samples of [running].
func held(path string) string { return path + ".held" }

// running starts a run and returns when its file has some samples.
func running(t *testing.T, path string, args ...string) (cmd *exec.Cmd, stderr *strings.Builder) {
	fixture.Long(t)
	t.Helper()
	cmd, stderr = exec.Command(program, append([]string{"run", "--axis", "aged=0", "--scenario", "iterate", "--components", "2", "-o", filepath.Base(path)}, args...)...), new(strings.Builder)
	cmd.Dir, cmd.Stderr = filepath.Dir(path), stderr
	cmd.Env = append(cmd.Environ(), whileThere+"="+held(path))
	fixture.Check(t, cmd.Start())
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if text, _ := os.ReadFile(path); strings.Count(string(text), "\nBenchmark") >= 5 {
			break
		}
	}
	return cmd, stderr
}

func TestAFileIsWrittenByOneRunOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "run.txt")
	cmd, stderr := running(t, path, "--entities", "100", "--rounds", "8", "--impl", "dense,soa")
	write(t, dir, filepath.Base(held(path)), "")
	who := fmt.Sprintf("process %d on host", cmd.Process.Pid)
	expect(t, dir, ExitUsage, []string{"run.txt is being written", who}, "run", "--resume", "run.txt")
	expect(t, dir, ExitUsage, []string{"run.txt is being written", who}, small("--impl", "dense", "--force")...)
	if err := os.Truncate(path, 0); err != nil { // : > run.txt
		t.Fatal(err)
	}
	fixture.Check(t, os.Remove(held(path)))
	if err := cmd.Wait(); err == nil || !strings.Contains(stderr.String(), "run.txt: another program changed, moved or deleted it") {
		t.Errorf("%v, printed:\n%s", err, stderr)
	}
	if text, _ := os.ReadFile(path); len(text) > 0 {
		t.Errorf("the truncated file now holds %q", text)
	}
}

func TestUserProfile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	profile := "name: tiny\ncomponent-types: 6\nsystems: 1\nentities: [50]\ncomponents: [1]\n"
	fixture.Check(t, os.WriteFile(filepath.Join(dir, "tiny.yaml"), []byte(profile), 0o644))
	expect(t, dir, ExitOK, []string{"Profile tiny, 1 component, 50 entities"},
		"run", "--profile", "tiny.yaml", "--rounds", "1", "--impl", "dense", "-o", "run.txt")
}

// The file records the command, without its output path.
func TestCommandOfARunIsOnRecord(t *testing.T) {
	cmd := newRunCommand()
	fixture.Check(t, cmd.ParseFlags([]string{"--quick", "-o", "/home/me/x.txt", "--impl", "dense,soa", "--profile", "/home/me/mine.yaml", "--precision", "3%"}))
	if got, want := commandOf(cmd), "ecsbench run --quick --impl dense,soa --profile mine.yaml --precision 3%"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
