package profiler

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/internal/child"
	"github.com/ecsbench/ecsbench/internal/display"
)

// ErrNoValgrind is the error for machines without valgrind.
var ErrNoValgrind = errors.New("valgrind is not installed: install it (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind; it exists for Linux and a few others)")

// A Valgrind is an installed valgrind.
type Valgrind struct {
	Path    string
	Version string
}

var versionLine = display.Pattern(`valgrind-(\d\S*)`)

// FindValgrind returns the installed valgrind. The error states that it is missing.
func FindValgrind(ctx context.Context) (Valgrind, error) {
	path, err := exec.LookPath("valgrind")
	if err != nil {
		return Valgrind{}, ErrNoValgrind
	}
	out, complaint, err := child.Run(ctx, exec.Command(path, "--version"), child.Limits{Time: time.Minute, Output: 1 << 20})
	out = append(out, complaint...)
	m := versionLine().FindStringSubmatch(string(out))
	if m == nil {
		if err == nil {
			err = errors.New("its version is not understood")
		}
		return Valgrind{}, fmt.Errorf("%s --version: %w (it said %.60q)", path, err, strings.TrimSpace(string(out)))
	}
	return Valgrind{Path: path, Version: m[1]}, nil
}

// DeterministicEnvironment is an environment in which a Go program does nearly the same work in every
// process: one thread runs Go code, without asynchronous preemption and garbage collection.
var DeterministicEnvironment = []string{"GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1,dontfreezetheworld=1"}

// CachegrindArguments returns the arguments of valgrind before the program: counts go
// to files in the empty folder dir. Only instructions are counted, unless options,
// which come last, add more. No debugger may attach, because its pipes would stay in
// the temporary folder of a stopped count.
func CachegrindArguments(dir string, options ...string) []string {
	file := filepath.Join(strings.ReplaceAll(dir, "%", "%%"), "%p")
	args := []string{"--quiet", "--vgdb=no", "--tool=cachegrind", "--trace-children=yes", "--cache-sim=no", "--cachegrind-out-file=" + file}
	return append(args, options...)
}

var ErrChildProcesses = errors.New("it starts other processes, whose work is not counted separately")

// ReadCachegrind reads the counts in the folder of [CachegrindArguments].
func ReadCachegrind(dir string) (*CachegrindCounts, error) {
	files, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, errors.New("it left no counts behind")
	case len(files) > 1:
		return nil, ErrChildProcesses
	}
	f, err := os.Open(filepath.Join(dir, files[0].Name()))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ParseCachegrind(f)
}
