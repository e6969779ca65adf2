package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
)

// This test binary is every kind of program.
func TestMain(m *testing.M) {
	switch os.Getenv("CHILD") {
	case "":
		os.Exit(m.Run())
	case "prints both":
		fmt.Print("out")
		fmt.Fprint(os.Stderr, "err")
		os.Exit(7)
	case "gets no thread":
		fmt.Fprintln(os.Stderr, "runtime: failed to create new OS thread (have 3 already; errno=11)\nfatal error: newosproc\n\nruntime stack:")
		os.Exit(2)
	case "dies by a signal of Go":
		fmt.Fprintln(os.Stderr, "--1-- warning: of valgrind\nSIGILL: illegal instruction\nPC=0x4a3f2b m=0 sigcode=2")
		os.Exit(2)
	case "is killed":
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			self.Kill()
		}
		time.Sleep(time.Hour)
	case "panics":
		fmt.Fprintln(os.Stderr, "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4]")
		os.Exit(2)
	case "prints a word":
		fmt.Print("word")
		os.Exit(0)
	case "loops":
		fmt.Println("begun")
		time.Sleep(time.Hour)
	case "prints":
		for line := bytes.Repeat([]byte("x"), 4096); ; {
			os.Stdout.Write(line)
		}
	case "grows":
		for {
			grown = append(grown, bytes.Repeat([]byte("x"), 16<<20))
		}
	case "runs":
		Run(context.Background(), command("is run"), generous)
	case "is run":
		os.WriteFile(os.Getenv("CHILD_PID"), []byte(strconv.Itoa(os.Getpid())), 0o666)
		time.Sleep(time.Hour)
	case "leaves":
		note(leave("loops"))
	case "leaves a family":
		os.Setenv("CHILD_SESSION", "own")
		note(leave("leaves more"))
		time.Sleep(300 * time.Millisecond)
	case "leaves more":
		note(leave("loops"))
		time.Sleep(time.Hour)
	case "leaves while it loops":
		note(leave("loops"))
		time.Sleep(time.Hour)
	}
}

// leave starts a process and does not wait for it.
func leave(kind string) *exec.Cmd {
	cmd := command(kind)
	cmd.Stdout = os.Stdout // held open
	if os.Getenv("CHILD_SESSION") != "" {
		newSession(cmd)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	return cmd
}

// note adds a process to the test's file.
func note(cmd *exec.Cmd) {
	path := os.Getenv("CHILD_PID")
	if path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, cmd.Process.Pid)
	f.Close()
}

var grown [][]byte

func command(kind string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "CHILD="+kind), env...)
	return cmd
}

var generous = Limits{Time: time.Minute, Output: 1 << 20}

func TestOutputAndError(t *testing.T) {
	t.Parallel()
	stdout, stderr, err := Run(context.Background(), command("prints both"), generous)
	var exit *exec.ExitError
	if string(stdout) != "out" || string(stderr) != "err" || !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Errorf("%q, %q, %v", stdout, stderr, err)
	}
	if _, _, err := Run(context.Background(), exec.Command(filepath.Join(t.TempDir(), "nothing")), generous); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no program: %v", err)
	}
}

func TestOutputUpToTheLimit(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]string{3: "wor", 4: "word"} {
		stdout, _, err := Run(context.Background(), command("prints a word"), Limits{Time: time.Minute, Output: limit})
		if _, cut := errors.AsType[*LimitError](err); string(stdout) != want || cut != (limit < 4) || !cut && err != nil {
			t.Errorf("with %d bytes: %q, %v", limit, stdout, err)
		}
	}
}

// The long trace of a Go program without threads is replaced by one line.
func TestNoMoreThreads(t *testing.T) {
	t.Parallel()
	_, _, err := Run(context.Background(), command("gets no thread"), generous)
	var exit *exec.ExitError
	if err == nil || err.Error() != "could not start more threads: end other processes, or raise the limit (ulimit -u)" || !errors.As(err, &exit) {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for limit := time.Second; ; limit *= 2 { // a busy machine needs longer to start a process
		stdout, _, err := Run(context.Background(), command("loops"), Limits{Time: limit, Output: 1 << 20})
		if !errors.Is(err, ErrTime) || err.Error() != "not finished after "+limit.String() {
			t.Errorf("a loop: %v, %q", err, stdout)
		}
		if string(stdout) == "begun\n" {
			break
		}
		if limit > 20*time.Second {
			t.Fatalf("a loop printed %q", stdout)
		}
	}
	stdout, _, err := Run(context.Background(), command("prints"), generous)
	var limit *LimitError
	if !errors.As(err, &limit) || limit.What != "printed more than 1 MB" || errors.Is(err, ErrTime) || len(stdout) != 1<<20 {
		t.Errorf("printing for ever: %v, %d bytes", err, len(stdout))
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, _, err := Run(ctx, command("loops"), generous); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestChildrenEnd(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("has no process groups")
	}
	path := filepath.Join(t.TempDir(), "pid")
	if _, _, err := Run(context.Background(), command("leaves", "CHILD_PID="+path), generous); err != nil {
		t.Fatal(err)
	}
	pid := fixture.Read(t, path)
	// A zombie does not run either.
	if state, err := exec.Command("ps", "-o", "stat=", "-p", strings.TrimSpace(string(pid))).Output(); err == nil && !strings.HasPrefix(string(state), "Z") {
		t.Errorf("process %s still runs: %s", pid, state)
	}
}

// Git has to refresh its index to compare files, and writes it unless told otherwise. While it
// writes, a commit of the user fails.
func TestGitWritesNothing(t *testing.T) {
	dir := t.TempDir()
	fixture.Git(t, dir, "init", "-q")
	file := filepath.Join(dir, "file")
	fixture.Check(t, os.WriteFile(file, []byte("text"), 0o666))
	fixture.Git(t, dir, "add", "file")
	fixture.Check(t, os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour)))
	index := func() string {
		text, err := os.ReadFile(filepath.Join(dir, ".git", "index"))
		fixture.Check(t, err)
		return string(text)
	}
	before := index()
	if out, err := Git(t.Context(), "-C", dir, "status", "--porcelain"); err != nil || out != "A  file" {
		t.Fatalf("%q, %v", out, err)
	}
	if index() != before {
		t.Error("git status has written the index")
	}
}
