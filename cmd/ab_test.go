package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

const abBenchmarks = `package m

import "testing"

var sink uint64

func work(n int) (x uint64) {
	x = 1
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

func BenchmarkChanged(b *testing.B) {
	for range b.N {
		sink += work(1000)
	}
}

func BenchmarkUnchanged(b *testing.B) {
	for range b.N {
		sink += work(800)
	}
}
`

// commitAll creates a repository with one commit of all files in a folder.
func commitAll(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q", "--template="}, {"add", "-A"},
		{"commit", "-qm", "one"},
	} {
		fixture.Git(t, dir, args...)
	}
}

// A repository has a slower benchmark in its working tree than in its commit. Its commands use
// a separate folder for temporary files, which must be empty afterwards.
type repository struct {
	*testing.T
	dir, temporary string
	path           string // PATH, with a fake valgrind
	before         map[string]string
}

// abRepository creates a repository of a module with two benchmarks. Both read a file that only the
// working tree has, so neither is proved equal.
func abRepository(t *testing.T) *repository {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/m\n\ngo 1.24\n")
	write(t, dir, "m_test.go", abBenchmarks)
	write(t, dir, "read_test.go", "package m\n\nimport \"os\"\n\nvar data, _ = os.ReadFile(\"new.txt\")\n")
	commitAll(t, dir)
	write(t, dir, "m_test.go", strings.Replace(abBenchmarks, "work(1000)", "work(20000)", 1))
	write(t, dir, "new.txt", "not added yet")
	path := os.Getenv("PATH")
	if runtime.GOOS != "windows" {
		path = counting(t) + string(os.PathListSeparator) + path
	}
	return &repository{t, dir, t.TempDir(), path, tree(t, dir)}
}

// env returns the environment of its commands. Linker flags turn off the random order of
// functions, which is slow to link; [TestABOfItsOwnRevisions] covers it.
func (r *repository) env() []string {
	return []string{"TMPDIR=" + r.temporary, "PATH=" + r.path, "GOFLAGS=" + os.Getenv("GOFLAGS") + " -ldflags=-s"}
}

// expect runs the program in the repository.
func (r *repository) expect(code ExitCode, texts []string, args ...string) call {
	r.Helper()
	return expectWith(r.T, r.dir, r.env(), code, texts, args...)
}

// counting creates a folder with a fake valgrind, which counts 50% more in head than in base.
// Package gobench tests the real one.
func counting(t *testing.T) string {
	dir := t.TempDir()
	script := `#!/bin/sh
[ "$1" = --version ] && { echo valgrind-3.19.0; exit; }
for a; do case $a in
	--cachegrind-out-file=*) out=${a#*=};;
	-test.benchtime=*x) n=${a#*=} n=${n%x};;
esac; done
case $PWD in */head) each=9000;; *) each=6000;; esac
count=$((n * each))
printf 'events: Ir\nfl=example.com/m/m_test.go\nfn=example.com/m.work\n11 %s\nsummary: %s\n' $count $count >"$out"
echo PASS
`
	fixture.Check(t, os.WriteFile(filepath.Join(dir, "valgrind"), []byte(script), 0o777))
	return dir
}

// tree reads all files below dir, including .git.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	})
	fixture.Check(t, err)
	return files
}

// untouched requires unchanged files and no temporary files.
func (r *repository) untouched() {
	r.Helper()
	after := tree(r.T, r.dir)
	for name, content := range r.before {
		if after[name] != content {
			r.Errorf("%s was changed", name)
		}
	}
	for name := range after {
		if _, ok := r.before[name]; !ok {
			r.Errorf("%s was left behind", name)
		}
	}
	if left, _ := os.ReadDir(r.temporary); len(left) > 0 {
		r.Errorf("left among the temporary files: %v", left)
	}
}

// An experiment is interrupted, and resumed with its folder as the only argument.
func TestABFindsARegressionInTheWorkingTree(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	r := abRepository(t)
	out := filepath.Join(t.TempDir(), "results")
	// The limit exceeds the noise of a busy machine.
	args := []string{"ab", "HEAD", ".", "--max-regression", "30%", "--mde", "60%", "--alpha", "0.2", "--rounds", "6", "-o", out}
	if runtime.GOOS == "windows" { // cannot interrupt a single process
		r.finds(append(args, "--bench", ".", "--quiet")...)
	} else {
		r.interrupt(filepath.Join(out, "head.txt"), "continue with: ecsbench ab --resume "+out, args...) // --bench is not needed here
		if n := samples(t, filepath.Join(out, "head.txt")); len(n) != 2 {
			t.Errorf("kept %v", n)
		}
		r.expect(ExitUsage, []string{"--alpha cannot be used with --resume"}, "ab", "--resume", out, "--alpha", "0.05")
		r.expect(ExitUsage, []string{"unexpected argument \"HEAD\""}, "ab", "--resume", out, "HEAD")
		expect(t, t.TempDir(), ExitUsage, []string{"it was started in " + r.dir}, "ab", "--resume", out)
		r.finds("ab", "--resume", out, "--quiet")
	}
	base, head := samples(t, filepath.Join(out, "base.txt")), samples(t, filepath.Join(out, "head.txt"))
	for name, n := range base {
		want := 6
		if strings.HasPrefix(name, "Changed") {
			want = 12 // measured again
		}
		if n != want || head[name] != want {
			t.Errorf("%s: %d samples of base and %d of head, want %d", name, n, head[name], want)
		}
	}
	abAgrees(t, out, func(name string) bool { return strings.HasPrefix(name, "Changed") })
	r.expect(ExitUsage, []string{"is finished"}, "ab", "--resume", out)
	r.untouched()
}

// finds requires that a command finds the slower benchmark.
func (r *repository) finds(args ...string) {
	r.Helper()
	c := r.expect(ExitRegression, []string{
		"REGRESSION: 1 function causes 1 regression in 2 cases\nbase: HEAD (", "head: working tree (", " and 2 changed files)", "in 6 rounds of fresh processes",
		"\n WORSE  ", "\n   again  ", "in fresh rounds of the same builds", "injected ", "A/A control",
		"\n   cause  ", "m.work (the working tree)",
	}, append(args, "--all")...)
	if strings.Contains(c.stderr, "\n") {
		r.Errorf("quiet, but printed %q", c.stderr)
	}
	r.untouched()
}

// interrupt sends Ctrl-C to a command once it has written some samples to a file, and requires
// the command that resumes it.
func (r *repository) interrupt(file, continues string, args ...string) {
	r.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = r.dir
	cmd.Env = append(cmd.Environ(), r.env()...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		r.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		files, _ := filepath.Glob(file)
		if len(files) > 0 {
			if text, _ := os.ReadFile(files[0]); bytes.Count(text, []byte("\nBenchmark")) > 3 {
				break
			}
		}
		if time.Now().After(deadline) {
			cmd.Process.Kill()
			r.Fatalf("nothing was measured\n%s", stderr.String())
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != int(ExitInterrupted) || !strings.Contains(stderr.String(), continues) {
		r.Errorf("exit code %d, printed\n%s", code, stderr.String())
	}
	r.untouched()
}

func TestABOfBuiltPrograms(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	expect(t, t.TempDir(), ExitOK, []string{"NO REGRESSION: base and head are the same program, byte for byte; nothing was measured\nbase: " + program},
		"ab", program, program, "--impl", "dense", "-o", filepath.Join(t.TempDir(), "equal"))
	// The stand-in links fast. TestDoctor calibrates with the compiled program.
	base, err := builtStandIn()
	fixture.Check(t, err)
	code := fixture.Read(t, base)
	other := filepath.Join(t.TempDir(), filepath.Base(base))
	fixture.Check(t, os.WriteFile(other, append(code, 0), 0o777))
	out := filepath.Join(t.TempDir(), "results")
	args := []string{"ab", base, other, "--impl", "dense", "--scenario", "iterate", "--entities", "100", "--components", "1",
		"--max-regression", "30%", "--mde", "60%", "--alpha", "0.2", "--rounds", "6", "--quiet", "--format", "json", "-o", out}
	c := ecsbench(t, t.TempDir(), nil, args...)
	// On a busy machine few rounds may be inconclusive, and chance finds a few percent.
	if c.code != ExitOK && c.code != ExitInconclusive {
		t.Errorf("exit code %d\n%s%s", c.code, c.stdout, c.stderr)
	}
	var verdict struct{ Controls []struct{ Side string } }
	if err := json.Unmarshal([]byte(c.stdout), &verdict); err != nil || len(verdict.Controls) != 2 {
		t.Errorf("%v, verdict %+v", err, verdict)
	}
	for name, n := range samples(t, filepath.Join(out, "head.txt")) {
		// 12 if chance caused a confirmation.
		if n != 6 && n != 12 || !strings.HasPrefix(name, "Iterate/impl=") {
			t.Errorf("%d samples of %s", n, name)
		}
	}
	expect(t, t.TempDir(), ExitUsage, []string{"holds the results of another experiment"}, args...)
}

// standIn is a module with the name of this one and a minimal worker of trials. It imports
// almost nothing, because each confirmation links it again. Its work is a loop. It reports one
// time for all requested metrics, and an error if the request has wrong work.
const standIn = `package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"time"
)

const steps, wrong = 1000, ""

func loop(n int) uint64 {
	x := uint64(1)
	for range n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// asked returns a number of the request.
func asked(request, name string) float64 {
	_, value, _ := strings.Cut(request, "\"" + name + "\":")
	if end := strings.IndexAny(value, ",}"); end >= 0 {
		value = value[:end]
	}
	number, _ := strconv.ParseFloat(value, 64)
	return number
}

func main() {
	request, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if len(os.Args) != 2 || os.Args[1] != "trial-worker" || err != nil {
		os.Exit(2)
	}
	operations := asked(request, "operations")
	took := 1e99
	for range 4 {
		start := time.Now()
		for range int(operations) {
			if loop(steps) == 0 {
				panic("never")
			}
		}
		if loop(int(asked(request, "steps")*operations)) == 0 {
			panic("never")
		}
		took = min(took, time.Since(start).Seconds()*1e9/operations)
	}
	block := "[{\"Value\":" + strconv.FormatFloat(took, 'g', -1, 64) + ",\"Unit\":\"ns/op\"}]"
	blocks := strings.Repeat(block+",", int(asked(request, "blocks"))-1) + block
	os.Stdout.WriteString("{\"blocks\":[" + blocks + "],\"failed\":\"" + wrong + "\"}\n")
}
`

// standInMain is the path of its main file.
var standInMain = filepath.Join("cmd", "ecsbench", "main.go")

// writeStandIn writes the module to a folder.
func writeStandIn(dir string) error {
	return errors.Join(
		os.MkdirAll(filepath.Join(dir, filepath.Dir(standInMain)), 0o777),
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module github.com/ecsbench/ecsbench\n\ngo 1.24\n"), 0o666),
		os.WriteFile(filepath.Join(dir, standInMain), []byte(standIn), 0o666),
	)
}

// builtStandIn builds its program.
var builtStandIn = sync.OnceValues(func() (path string, err error) {
	dir, err := sharedDir("stand-in")
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "base.exe")
	if err := writeStandIn(dir); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", path, "./cmd/ecsbench")
	build.Dir = dir
	build.Env = append(build.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -ldflags=-s")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
})

func TestABOfItsOwnRevisions(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	fixture.Check(t, writeStandIn(dir))
	commitAll(t, dir)
	base, err := builtStandIn()
	fixture.Check(t, err)
	own := func(code ExitCode, base, old, now string, texts ...string) {
		t.Helper()
		write(t, dir, standInMain, strings.Replace(standIn, old, now, 1))
		expectWith(t, dir, nil, code, texts, "ab", base, ".", "--impl", "dense", "--scenario", "iterate", "--entities", "1000",
			"--components", "1", "--max-regression", "50%", "--mde", "100%", "--alpha", "0.2", "--rounds", "6", "--quiet", "--all", "-o", filepath.Join(t.TempDir(), "results"))
	}
	own(ExitRegression, "HEAD", `1000, ""`, `3000, ""`, "REGRESSION: 1 of 1 case", "head: working tree (",
		"\n WORSE  ", "\n   again  ", "in fresh rounds of builds with their functions in random order")
	// Different work is a failure. Only one side is a revision.
	own(ExitCaseFailed, base, `1000, ""`, `1000, "wrong work"`, "FAILED: 1 of 1 case failed", "Iterate/impl=dense", "head")
}

// [TestDoctorsJSONHasLevelsAndAnOrder] covers the conditions of the machine.
func TestDoctor(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	dir := t.TempDir()
	expect(t, dir, ExitOK, []string{
		"processors", "clock", "disturbance",
		"smallest change that `ecsbench ab` finds here", "in 10 rounds", "Iterate/impl=dense/comps=1/n=100",
	}, "doctor", "--calibrate", "--quiet", "--impl", "dense", "--scenario", "iterate", "--entities", "100", "--components", "1", "--rounds", "10")
}
