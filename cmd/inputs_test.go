//go:build unix

package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// runIn runs the program in a new process, with a pipe as standard input.
func runIn(t *testing.T, dir, stdin string, args ...string) call {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	return finish(t, cmd)
}

// Every command reads files, standard input and named pipes with the same result.
func TestEveryInput(t *testing.T) {
	t.Parallel()
	results := t.TempDir()
	expect(t, results, ExitOK, nil, small("--impl", "dense,soa", "--scenario", "iterate")...)
	file, err := os.ReadFile(filepath.Join(results, "run.txt"))
	fixture.Check(t, err)
	text := strings.Replace(string(file), "\ngoos:", "\ncommit: 1a2b3c4\ncommit-date: 2026-11-01\ngoos:", 1) // needed by history
	file = []byte(text)
	for _, args := range [][]string{
		{"report", "IN", "-o", "out"},
		{"report", "IN", "--format", "markdown"},
		{"compare", "IN"},
		{"gate", "IN", "other.txt"},
		{"gate", "other.txt", "IN", "--write", "json=out"},
		{"history", "IN"},
		{"merge", "IN", "-o", "out"},
		{"export", "IN", "--to", "csv", "-o", "out"},
		{"export", "IN", "--to", "bmf"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			var want call
			wanted := 0
			for _, in := range []string{"run.txt", "-", "/dev/stdin", "pipe"} {
				dir := t.TempDir()
				write(t, dir, "other.txt", text)
				switch in {
				case "run.txt":
					write(t, dir, in, text)
				case "pipe":
					pipe := filepath.Join(dir, in)
					fixture.Check(t, syscall.Mkfifo(pipe, 0o666))
					go os.WriteFile(pipe, file, 0) // once
				}
				line := append([]string{}, args...)
				for i, arg := range line {
					if arg == "IN" {
						line[i] = in
					}
				}
				got := runIn(t, dir, text, line...)
				written := 0
				filepath.WalkDir(filepath.Join(dir, "out"), func(path string, e os.DirEntry, err error) error {
					if err == nil && !e.IsDir() {
						info, _ := e.Info()
						if written++; info.Size() == 0 {
							t.Errorf("%s: %s is empty", in, path)
						}
						if filepath.Base(filepath.Dir(path)) == "results" {
							if copied, err := os.ReadFile(path); err != nil || string(copied) != text {
								t.Errorf("%s: the copy of the results has %d bytes of %d, %v", in, len(copied), len(text), err)
							}
						}
					}
					return nil
				})
				if in == "run.txt" {
					want, wanted = got, written
					if got.code != ExitOK && got.code != ExitInconclusive {
						t.Fatalf("%d: %s", got.code, got.stderr)
					}
				} else if got.code != want.code || written != wanted || strings.Count(got.stdout, "\n") != strings.Count(want.stdout, "\n") {
					t.Errorf("%s: exit code %d instead of %d, %d files instead of %d\n%s%s", in, got.code, want.code, written, wanted, got.stdout, got.stderr)
				}
			}
		})
	}
}

// The error of an input is one line that begins with its name, in every command.
func TestErrorsBeginWithTheInput(t *testing.T) {
	fixture.Long(t)
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "old.txt", sampleLines("A", 100, 6))
	write(t, dir, "empty.txt", "")
	write(t, dir, "cut.gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\x72")
	write(t, dir, "damaged.txt", "pkg: m\nBenchmarkA 1\nBenchmarkA 1 5\n")
	fixture.Check(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	for _, command := range []string{
		"compare IN", "compare old.txt IN", "gate IN old.txt", "gate old.txt IN", "report IN -o out", "report IN --format table", "report old.txt --baseline IN -o out",
		"history IN", "export IN --to csv", "export old.txt IN --to bmf", "export IN --to customSmallerIsBetter", "export old.txt IN --to parquet -o out",
		"merge IN -o out", "bench --resume IN", "run --resume IN",
	} {
		for _, in := range []string{"none.txt", "folder", "empty.txt", "cut.gz", "damaged.txt"} {
			if in != "none.txt" && in != "folder" && strings.Contains(command, "parquet") {
				continue // another program reads it
			}
			line := strings.ReplaceAll(command, "IN", in)
			if c := ecsbench(t, dir, nil, strings.Fields(line)...); c.code != ExitUsage || strings.Count(c.stderr, "\n") != 1 || !strings.HasPrefix(c.stderr, "ecsbench: "+in) {
				t.Errorf("%s: exit code %d\n%s", line, c.code, c.stderr)
			}
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 5 {
		t.Errorf("the commands left %v, %v", left, err)
	}
}

// An endless device is rejected in one line.
func TestEndlessInput(t *testing.T) {
	fixture.CI(t)
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("/dev/zero differs elsewhere")
	}
	for _, args := range [][]string{{"compare", "/dev/zero"}, {"merge", "/dev/zero", "-o", "out"}} {
		if c := runIn(t, t.TempDir(), "", args...); c.code != ExitUsage || strings.Count(c.stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d\n%s", args, c.code, c.stderr)
		}
	}
}

// All commands replace an existing file with --force only; a symbolic link stays a link.
func TestOutputsReplaceNothing(t *testing.T) {
	t.Parallel()
	made := t.TempDir()
	expect(t, made, ExitOK, nil, small("--impl", "dense,soa", "--scenario", "iterate")...)
	file := fixture.Read(t, filepath.Join(made, "run.txt"))
	text := string(file)
	for _, args := range [][]string{
		{"gate", "in.txt", "in2.txt", "--write", "markdown=OUT"},
		{"merge", "in.txt", "-o", "OUT"},
		{"export", "in.txt", "--to", "csv", "-o", "OUT"},
		small("--impl", "dense", "--scenario", "iterate", "-o", "OUT"),
	} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			for _, existing := range []string{"in2.txt", "notes.txt", "link", "dangling"} {
				dir := t.TempDir()
				for _, name := range []string{"in.txt", "in2.txt", "notes.txt", "linked.txt"} {
					write(t, dir, name, text)
				}
				os.Symlink("linked.txt", filepath.Join(dir, "link"))
				os.Symlink("nothing.txt", filepath.Join(dir, "dangling"))
				line := append([]string{}, args...)
				for i, arg := range line {
					line[i] = strings.Replace(arg, "OUT", existing, 1)
				}
				c := runIn(t, dir, "", line...)
				if c.code != ExitUsage || strings.Count(c.stderr, "\n") != 1 || !strings.Contains(c.stderr, existing+" exists: choose another name") {
					t.Errorf("%s: exit code %d\n%s", existing, c.code, c.stderr)
				}
				for _, name := range []string{"in.txt", "in2.txt", "notes.txt", "linked.txt"} {
					if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != text {
						t.Errorf("%s: %s was changed, %v", existing, name, err)
					}
				}
				if _, err := os.Stat(filepath.Join(dir, "nothing.txt")); err == nil {
					t.Error("a dangling link was written through")
				}
				c = runIn(t, dir, "", append(line, "--force")...)
				now, err := os.ReadFile(filepath.Join(dir, existing))
				if c.code != ExitOK && c.code != ExitInconclusive || err != nil || len(now) == 0 || args[0] != "merge" && string(now) == text {
					t.Errorf("%s with --force: exit code %d, %d bytes, %v\n%s", existing, c.code, len(now), err, c.stderr)
				}
				if info, err := os.Lstat(filepath.Join(dir, existing)); err != nil || strings.Contains("link dangling", existing) != (info.Mode()&os.ModeSymlink != 0) {
					t.Errorf("%s with --force is now %v, %v", existing, info.Mode(), err)
				}
			}
		})
	}
}

// Pipes and open files as outputs get the same content as files, and a pipe without a reader is an
// error, also with --force. Nothing replaces them.
func TestOutputsThatAreNoFiles(t *testing.T) {
	t.Parallel()
	made := t.TempDir()
	expect(t, made, ExitOK, nil, small("--impl", "dense,soa", "--scenario", "iterate")...)
	file := fixture.Read(t, filepath.Join(made, "run.txt"))
	for _, args := range [][]string{
		{"gate", "in.txt", "in.txt", "--inconclusive=pass", "--write", "markdown=OUT"},
		{"merge", "in.txt", "-o", "OUT"},
		{"export", "in.txt", "--to", "csv", "-o", "OUT"},
		small("--impl", "dense", "--scenario", "iterate", "--quiet", "-o", "OUT"),
	} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "in.txt", string(file))
			pipe := filepath.Join(dir, "pipe")
			fixture.Check(t, syscall.Mkfifo(pipe, 0o666))
			to := func(out string) []string {
				return strings.Split(strings.ReplaceAll(strings.Join(args, "\x00"), "OUT", out), "\x00")
			}
			for _, more := range [][]string{nil, {"--force"}} {
				c := runIn(t, dir, "", append(to("pipe"), more...)...)
				if c.code != ExitUsage || !strings.Contains(c.stderr, "pipe: nothing reads from the pipe; start the program that reads it, or name a file") {
					t.Errorf("%v without a reader: exit code %d\n%s", more, c.code, c.stderr)
				}
			}
			script := func(text, out string) string {
				cmd := exec.Command("bash", append([]string{"-c", text, program}, to(out)...)...)
				cmd.Dir = dir
				if c := finish(t, cmd); c.code != ExitOK {
					t.Errorf("%s: exit code %d\n%s", text, c.code, c.stderr)
				}
				got, err := os.ReadFile(filepath.Join(dir, "got"))
				if err != nil {
					t.Error(err)
				}
				os.Remove(filepath.Join(dir, "got"))
				return string(got)
			}
			want, third := script(`"$0" "$@" >messages`, "got"), "/dev/stdout"
			if args[0] == "gate" {
				third = "/dev/fd/3"
			}
			for text, out := range map[string]string{
				`cat pipe >got & "$0" "$@" >messages; wait`:                                   "pipe",
				`{ "$0" "$@" 3>&1 >messages; } | cat >got`:                                    "/dev/fd/3",
				`"$0" "$@" 3>got >messages`:                                                   "/dev/fd/3",
				`if [ "$1" = gate ]; then "$0" "$@" 3>got >messages; else "$0" "$@" >got; fi`: third,
			} {
				got := script(text, out)
				if args[0] == "run" { // another measurement
					got, want = heads(got), heads(want)
				}
				if got != want {
					t.Errorf("%s: got\n%.500s\nwant\n%.500s", text, got, want)
				}
			}
			if info, err := os.Stat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
				t.Errorf("the pipe became %v, %v", info, err)
			}
		})
	}
}

// heads returns the first words of the lines of results.
func heads(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if first, _, _ := strings.Cut(line, "\t"); strings.HasPrefix(first, "Benchmark") {
			b.WriteString(strings.TrimSpace(first) + "\n")
		}
	}
	return b.String()
}
