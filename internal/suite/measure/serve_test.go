package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A worker samples no allocations and ignores Ctrl-C.
func TestServe(t *testing.T) {
	defer func(rate int) { runtime.MemProfileRate = rate }(runtime.MemProfileRate)
	defer signal.Reset(os.Interrupt)
	in, stdin := io.Pipe() // stays open
	go json.NewEncoder(stdin).Encode(Request{Impl: "dense"})
	var out bytes.Buffer
	err := Serve(in, &out, func(r Request) Answer {
		if r.Impl != "dense" || runtime.MemProfileRate != 0 {
			t.Errorf("%+v, and an allocation of %d bytes is sampled", r, runtime.MemProfileRate)
		}
		return Answer{Iterations: 7}
	})
	var a Answer
	if err != nil || json.Unmarshal(out.Bytes(), &a) != nil || a.Iterations != 7 {
		t.Errorf("%s, %v", &out, err)
	}
	if !signal.Ignored(os.Interrupt) {
		t.Error("Ctrl-C ends it")
	}
	if err := Serve(strings.NewReader("x"), &out, func(Request) Answer { return Answer{} }); err == nil || !strings.Contains(err.Error(), "not by hand") {
		t.Error(err)
	}
}

// A worker ends with its parent process and by signals that its program would handle.
func TestWorkersEnd(t *testing.T) {
	const variable = "ECSBENCH_TEST_WORKER"
	switch os.Getenv(variable) {
	case "input closes":
		_ = Serve(os.Stdin, os.Stdout, func(Request) Answer { time.Sleep(10 * time.Second); return Answer{} })
		return
	case "terminated":
		signal.Notify(make(chan os.Signal, 1), syscall.SIGTERM)
		in, stdin := io.Pipe()
		go stdin.Write([]byte("{}"))
		_ = Serve(in, os.Stdout, func(Request) Answer {
			if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(syscall.SIGTERM) == nil {
				time.Sleep(10 * time.Second)
			}
			return Answer{}
		})
		return
	}
	for how, want := range map[string]int{"input closes": 3, "terminated": -1} {
		if how == "terminated" && runtime.GOOS == "windows" {
			continue // has no signals
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestWorkersEnd$")
		cmd.Env, cmd.Stdin = append(os.Environ(), variable+"="+how), strings.NewReader("{}")
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != want {
			t.Errorf("%s: %v", how, err)
		}
	}
}

func TestFirstLinesOfACrash(t *testing.T) {
	long := strings.Repeat("x", 301)
	for stderr, want := range map[string]string{
		"": "", "\n": "", "boom\n": ": boom", "\npanic: boom\n\ngoroutine 1:\n": ": panic: boom; ", long: ": " + long[1:],
	} {
		if got := firstLines(stderr); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}
