package profiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/measure"
)

// The oldest valgrind that knows the instructions and the debug information of
// today's Go programs, as far as they were tried.
const (
	oldestMajor = 3
	oldestMinor = 15
)

// ErrNoValgrind is the error for machines without valgrind.
var ErrNoValgrind = errors.New("valgrind is not installed: install it (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind; it exists for Linux and a few others)")

// A Valgrind is an installed valgrind.
type Valgrind struct {
	Path    string
	Version string
}

var versionLine = regexp.MustCompile(`valgrind-((\d+)\.(\d+)[^\s]*)`)

// FindValgrind looks for valgrind, and tells if it is missing or too old.
func FindValgrind(ctx context.Context) (Valgrind, error) {
	path, err := exec.LookPath("valgrind")
	if err != nil {
		return Valgrind{}, ErrNoValgrind
	}
	out, err := exec.CommandContext(ctx, path, "--version").CombinedOutput()
	m := versionLine.FindStringSubmatch(string(out))
	if m == nil {
		if err == nil {
			err = errors.New("its version is not understood")
		}
		return Valgrind{}, fmt.Errorf("%s --version: %w (it said %.60q)", path, err, strings.TrimSpace(string(out)))
	}
	major, _ := strconv.Atoi(m[2])
	minor, _ := strconv.Atoi(m[3])
	if major < oldestMajor || major == oldestMajor && minor < oldestMinor {
		return Valgrind{}, fmt.Errorf("%s is version %s, too old for programs in Go: install %d.%d or later", path, m[1], oldestMajor, oldestMinor)
	}
	return Valgrind{Path: path, Version: m[1]}, nil
}

// deterministic makes a worker do the same in every process, as far as the
// runtime lets it: one thread runs Go code, nothing preempts it by the clock,
// and the collector, which is paced by the clock too, is off.
var deterministic = []string{"GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1,dontfreezetheworld=1"}

// count runs a worker inside cachegrind and returns what it counted.
func (v Valgrind) count(ctx context.Context, worker measure.Process, q request, plan Plan, caches bool) (*Counts, answer, error) {
	dir, err := os.MkdirTemp("", "ecsbench-cachegrind")
	if err != nil {
		return nil, answer{}, fmt.Errorf("make a folder for cachegrind: %w", err)
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "cachegrind.out")
	args := []string{"--quiet", "--tool=cachegrind", "--cachegrind-out-file=" + strings.ReplaceAll(out, "%", "%%"), "--cache-sim=no"}
	if caches {
		args[len(args)-1] = "--cache-sim=yes"
		args = append(args, plan.Geometry.options()...)
	}
	inside := measure.Process{
		Program: v.Path,
		Args:    append(append(args, worker.Program), worker.Args...),
		Env:     append(deterministic[:len(deterministic):len(deterministic)], worker.Env...),
	}
	a, err := ask(ctx, inside, q, plan)
	if err != nil || a.Failed != "" || a.Unsupported != "" {
		if a.Failed != "" {
			// What valgrind itself says first is about the caches it found.
			why, _, _ := strings.Cut(a.Failed, ": --")
			a.Failed = "valgrind: " + why
		}
		return nil, a, err
	}
	f, err := os.Open(out)
	if err != nil {
		a.Failed = "valgrind: it left no counts behind: " + err.Error()
		return nil, a, nil
	}
	defer f.Close()
	counts, err := ParseCachegrind(f)
	if err != nil {
		a.Failed = "valgrind: " + err.Error()
	}
	return counts, a, nil
}

// lookCount prepares operations, and runs them if it is asked to: what is
// different between the two is the measured part. It is the whole look, since
// valgrind counts from outside. The work is verified by another look, because
// here verifying would be counted too.
func lookCount(r request) (answer, error) {
	runtime.LockOSThread()
	w, err := r.Case.Open()
	if err != nil {
		return answer{}, err
	}
	if err := w.Prepare(r.Operations); err != nil {
		return answer{}, err
	}
	if r.Run {
		w.Run(r.Operations)
	}
	return answer{Visits: w.Entities()}, nil
}

// lookVerify does what lookCount does, and verifies it.
func lookVerify(r request) (answer, error) {
	w, err := r.Case.Open()
	if err != nil {
		return answer{}, err
	}
	if err := w.Prepare(r.Operations); err != nil {
		return answer{}, err
	}
	w.Run(r.Operations)
	return answer{Visits: w.Entities()}, w.Verify()
}
