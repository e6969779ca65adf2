package cmd

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
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

// commitAll makes a repository of a folder, with one commit of all its files.
func commitAll(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "one"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// abRepository makes a repository whose working tree has a slower benchmark
// than its commit, and a folder for temporary files of its own.
func abRepository(t *testing.T) (dir, temporary string) {
	t.Helper()
	dir, temporary = t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.24\n")
	write("m_test.go", abBenchmarks)
	commitAll(t, dir)
	write("m_test.go", strings.Replace(abBenchmarks, "work(1000)", "work(3000)", 1))
	write("new.txt", "not added yet")
	return dir, temporary
}

// tree reads all files below dir, Git's own included.
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
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// untouched demands that nothing below dir changed and nothing temporary is left.
func untouched(t *testing.T, before map[string]string, dir, temporary string) {
	t.Helper()
	after := tree(t, dir)
	for name, content := range before {
		if after[name] != content {
			t.Errorf("%s was changed", name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%s was left behind", name)
		}
	}
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("left among the temporary files: %v", left)
	}
}

func TestABFindsARegressionInTheWorkingTree(t *testing.T) {
	dir, temporary := abRepository(t)
	before := tree(t, dir)
	out := filepath.Join(t.TempDir(), "results")
	c := expect(t, dir, ExitRegression, []string{
		"REGRESSION: 1 of 2 cases\nbase: HEAD (", "head: working tree (", " and 2 changed files)",
		"slower, and again in fresh rounds of builds with their functions in random order\n  Changed  sec/op  +", "planted ", "second copy of base",
	}, "ab", "HEAD", ".", "--bench", ".", "--rounds", "16", "--quiet", "-o", out)
	if strings.Contains(c.stderr, "\n") {
		t.Errorf("quiet, but said %q", c.stderr)
	}
	untouched(t, before, dir, temporary)
	base, head := samples(t, filepath.Join(out, "base.txt")), samples(t, filepath.Join(out, "head.txt"))
	for name, n := range base {
		want := 16
		if strings.HasPrefix(name, "Changed") {
			want = 32 // measured again
		}
		if n != want || head[name] != want {
			t.Errorf("%s: %d samples of base and %d of head, want %d", name, n, head[name], want)
		}
	}
	var verdict struct{ Outcome string }
	text, err := os.ReadFile(filepath.Join(out, "verdict.json"))
	if err == nil {
		err = json.Unmarshal(text, &verdict)
	}
	if err != nil || verdict.Outcome != "regression" {
		t.Errorf("verdict.json: %q, %v", verdict.Outcome, err)
	}
	expect(t, dir, ExitUsage, []string{"holds the results of another experiment"},
		"ab", "HEAD", ".", "--bench", ".", "--rounds", "16", "-o", out)
}

func TestABUsage(t *testing.T) {
	dir, temporary := abRepository(t)
	before := tree(t, dir)
	out := filepath.Join(t.TempDir(), "results")
	for _, test := range []struct {
		text string
		args []string
	}{
		{"requires at least 2 arg(s)", []string{"HEAD"}},
		{"nowhere is no revision", []string{"nowhere", ".", "--bench", "."}},
		{"use one of them", []string{"HEAD", ".", "--bench", ".", "--impl", "dense"}},
		{"packages go with --bench", []string{"HEAD", ".", "./..."}},
		{"no benchmark matches", []string{"HEAD", ".", "--bench", "Nothing"}},
		{"--format xml", []string{"HEAD", ".", "--bench", ".", "--format", "xml"}},
		{"--alpha", []string{"HEAD", ".", "--bench", ".", "--alpha", "2"}},
		{"is no share", []string{"HEAD", ".", "--bench", ".", "--max-regression", "much"}},
		{"for the benchmarks of another module use --bench", []string{"HEAD", "HEAD", "--impl", "dense"}},
	} {
		c := expect(t, dir, ExitUsage, []string{test.text}, append([]string{"ab", "-q", "-o", out}, test.args...)...)
		if strings.Count(c.stderr, "\n") > 2 {
			t.Errorf("ab %v: more than a line or two:\n%s", test.args, c.stderr)
		}
	}
	expect(t, t.TempDir(), ExitUsage, []string{"not a git repository"}, "ab", "HEAD", ".", "--bench", ".")
	untouched(t, before, dir, temporary)
}

func TestABInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send an interrupt to one process")
	}
	dir, temporary := abRepository(t)
	before := tree(t, dir)
	out := filepath.Join(t.TempDir(), "results")
	cmd := exec.Command(program, "ab", "HEAD", ".", "--bench", ".", "--rounds", "16", "-o", out)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if text, _ := os.ReadFile(filepath.Join(out, "head.txt")); bytes.Count(text, []byte("Benchmark")) > 3 {
			break
		}
		if time.Now().After(deadline) {
			cmd.Process.Kill()
			t.Fatalf("nothing was measured\n%s", stderr.String())
		}
	}
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != int(ExitInterrupted) || !strings.Contains(stderr.String(), "continue with: ecsbench ab --resume "+out) {
		t.Errorf("exit code %d, said\n%s", code, stderr.String())
	}
	untouched(t, before, dir, temporary)
	if n := samples(t, filepath.Join(out, "head.txt")); len(n) != 2 {
		t.Errorf("kept %v", n)
	}
	expect(t, dir, ExitUsage, []string{"--alpha with --resume"}, "ab", "--resume", out, "--alpha", "0.05")
	expect(t, dir, ExitUsage, []string{"unknown command \"HEAD\""}, "ab", "--resume", out, "HEAD")
	expect(t, t.TempDir(), ExitUsage, []string{"it was begun in " + dir}, "ab", "--resume", out)
	expect(t, dir, ExitRegression, []string{"REGRESSION: 1 of 2 cases", "in 16 rounds of fresh processes"}, "ab", "--resume", out, "--quiet")
	for name, n := range samples(t, filepath.Join(out, "base.txt")) {
		if n != 16 && n != 32 {
			t.Errorf("%d samples of %s, want 16, or 32 where it was measured again", n, name)
		}
	}
	expect(t, dir, ExitUsage, []string{"is finished"}, "ab", "--resume", out)
	untouched(t, before, dir, temporary)
}

func TestABOfBuiltPrograms(t *testing.T) {
	expect(t, t.TempDir(), ExitOK, []string{"NO REGRESSION: base and head are the same program, byte for byte; nothing was measured\nbase: " + program},
		"ab", program, program, "--impl", "dense", "-o", filepath.Join(t.TempDir(), "equal"))
	// The same for all purposes but that.
	code, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), filepath.Base(program))
	if err := os.WriteFile(other, append(code, 0), 0o777); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "results")
	c := ecsbench(t, t.TempDir(), "ab", program, other, "--impl", "dense,paged", "--scenario", "iterate", "--entities", "100",
		"--rounds", "20", "--quiet", "--format", "json", "-o", out)
	// On a busy machine so few rounds may be inconclusive, but equal programs
	// never regress.
	if c.code != ExitOK && c.code != ExitInconclusive {
		t.Errorf("exit code %d\n%s%s", c.code, c.stdout, c.stderr)
	}
	var verdict struct{ Controls []struct{ Side string } }
	if err := json.Unmarshal([]byte(c.stdout), &verdict); err != nil || len(verdict.Controls) != 2 {
		t.Errorf("%v, verdict %+v", err, verdict)
	}
	for name, n := range samples(t, filepath.Join(out, "head.txt")) {
		if n != 20 || !strings.HasPrefix(name, "Iterate/impl=") {
			t.Errorf("%d samples of %s", n, name)
		}
	}
}

// ownRepository makes a repository of this module's files, as they are.
func ownRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") {
			continue
		}
		from, to := filepath.Join(root, name), filepath.Join(dir, name)
		if info, err := os.Stat(from); err == nil && !info.IsDir() {
			data, err := os.ReadFile(from)
			if err == nil {
				err = os.WriteFile(to, data, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		} else if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	commitAll(t, dir)
	return dir
}

func TestABOfItsOwnRevisions(t *testing.T) {
	dir := ownRepository(t)
	loops := filepath.Join(dir, "impls", "dense", "each_gen.go")
	original, err := os.ReadFile(loops)
	if err != nil {
		t.Fatal(err)
	}
	change := func(old, new string) {
		t.Helper()
		changed := strings.Replace(string(original), old, new, 1)
		if changed == string(original) {
			t.Fatalf("no %q in %s", old, loops)
		}
		if err := os.WriteFile(loops, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	own := func(code ExitCode, rounds string, texts ...string) {
		t.Helper()
		expect(t, dir, code, texts, "ab", "HEAD", ".", "--impl", "dense,paged", "--scenario", "iterate", "--entities", "1000",
			"--components", "1", "--rounds", rounds, "--quiet", "-o", filepath.Join(t.TempDir(), "results"))
	}
	// Real extra work in one implementation, in one loop.
	const drift = "		kernel.Drift(&as[aAt[id]], dt)\n"
	original = append(original, "\nvar passes int\n"...)
	change(drift, drift+"		passes++\n		passes ^= passes >> 1\n")
	own(ExitRegression, "16", "REGRESSION: 1 of 2 cases", "head: working tree (", "slower, and again in fresh rounds of builds with their functions in random order\n  Iterate/impl=dense")
	// Other work is no faster or slower work.
	change(drift, drift+drift)
	own(ExitCaseFailed, "16", "FAILED: 1 of 2 benchmarks could not be measured", "Iterate/impl=dense", "head")
}

func TestDoctor(t *testing.T) {
	dir := t.TempDir()
	expect(t, dir, ExitOK, []string{"processors", "clock", "disturbance"}, "doctor")
	c := expect(t, dir, ExitOK, nil, "doctor", "--format", "json")
	var conditions []struct{ Name, State, Remedy string }
	if err := json.Unmarshal([]byte(c.stdout), &conditions); err != nil || len(conditions) < 4 {
		t.Errorf("%v in %s", err, c.stdout)
	}
	expect(t, dir, ExitUsage, []string{"--bench goes with --calibrate"}, "doctor", "--bench", ".")
	expect(t, dir, ExitOK, []string{"smallest change that `ecsbench ab` finds here", "in 14 rounds", "Iterate/impl=dense/comps=1/n=100"}, "doctor", "--calibrate", "--quiet",
		"--impl", "dense", "--scenario", "iterate", "--entities", "100", "--components", "1", "--rounds", "14")
}
