package instructions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/sys/child"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
)

// ErrNoValgrind is the error for machines without valgrind.
var ErrNoValgrind = errors.New("valgrind is not installed: install it (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind; it exists for Linux and a few others)")

// A Valgrind is an installed valgrind.
type Valgrind struct {
	Path    string
	Version string
}

var versionLine = display.Pattern(`valgrind-(\d\S*)`)

// FindValgrind returns the installed valgrind. The error states in one line why nothing can be
// counted here: it is missing, or it cannot run Go programs on this machine.
func FindValgrind(ctx context.Context) (Valgrind, error) {
	path, err := exec.LookPath("valgrind")
	if err != nil {
		return Valgrind{}, ErrNoValgrind
	}
	checked.Lock()
	defer checked.Unlock()
	c, known := checked.by[path]
	if !known {
		c.Valgrind, c.err = checkValgrind(ctx, path)
		if ctx.Err() != nil {
			return Valgrind{}, ctx.Err()
		}
		checked.by[path] = c
	}
	return c.Valgrind, c.err
}

// checked has the result of each valgrind in this process.
var checked = struct {
	sync.Mutex
	by map[string]checkedValgrind
}{by: map[string]checkedValgrind{}}

type checkedValgrind struct {
	Valgrind
	err error
}

func checkValgrind(ctx context.Context, path string) (Valgrind, error) {
	out, complaint, err := child.Run(ctx, exec.Command(path, "--version"), child.Limits{Time: time.Minute, Output: 1 << 20})
	out = append(out, complaint...)
	m := versionLine().FindStringSubmatch(string(out))
	if m == nil {
		if err == nil {
			err = errors.New("its version is not understood")
		}
		return Valgrind{}, fmt.Errorf("%s --version: %w (output: %.60q)", path, err, strings.TrimSpace(string(out)))
	}
	v := Valgrind{Path: path, Version: m[1]}
	if err := v.tryGo(ctx); err != nil {
		return v, fmt.Errorf("instructions cannot be counted on this machine: valgrind %s fails with a small Go program: %w: install a newer valgrind", v.Version, err)
	}
	return v, nil
}

// tryLimit limits the small Go program, which takes about a second.
const tryLimit = time.Minute

// tryGo counts a small Go program: this one, which [trySmallProgram] ends early. A crash may be
// a coincidence, so the program is counted twice before that is an error.
func (v Valgrind) tryGo(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	return CountTwice(func() error {
		scratch, err := outdir.NewScratch("cachegrind")
		if err != nil {
			return err
		}
		defer scratch.Remove()
		cmd := exec.Command(v.Path, append(Arguments(scratch.Path), program)...)
		cmd.Env = append(child.Environment(), append(DeterministicEnvironment(), trialVariable+"=1")...)
		_, stderr, err := child.Run(ctx, cmd, child.Limits{Time: tryLimit, Output: 1 << 20})
		if crash := child.Crash(err, stderr); crash != nil {
			return crash
		}
		return err
	})
}

// trialVariable makes a process that imports this package the small Go program of
// [Valgrind.tryGo].
const trialVariable = "ECSBENCH_VALGRIND_TRIAL"

func init() {
	if os.Getenv(trialVariable) != "" {
		trySmallProgram()
		os.Exit(0)
	}
}

// trySmallProgram uses the parts of the runtime that crash in some versions of valgrind: contended
// locks and blocked goroutines read the counter of the processor's cycles.
func trySmallProgram() {
	c := make(chan int)
	for range 4 {
		go func() {
			for i := range 500 {
				c <- i
				runtime.Gosched()
			}
		}()
	}
	for range 4 * 500 {
		<-c
	}
	time.Sleep(time.Millisecond)
	runtime.GC()
}

// CountTwice repeats a count once if a signal ended the process. The error then says so.
func CountTwice(count func() error) error {
	err := count()
	if errors.As(err, new(*child.CrashError)) {
		if err = count(); err != nil {
			return fmt.Errorf("%w, twice in a row", err)
		}
	}
	return err
}

// DeterministicEnvironment returns an environment in which a Go program does nearly the same work
// in every process: one thread runs Go code, without asynchronous preemption and garbage
// collection. Other settings of GODEBUG are kept.
//
// Up to version 3.22 or so, valgrind executes RDTSCP only where the processor has it, and tells
// programs everywhere that it has. So Go must not use it.
func DeterministicEnvironment() []string {
	settings := "asyncpreemptoff=1,dontfreezetheworld=1"
	if runtime.GOARCH == "amd64" || runtime.GOARCH == "386" {
		settings += ",cpu.rdtscp=off"
	}
	if own := os.Getenv("GODEBUG"); own != "" {
		settings = own + "," + settings
	}
	return []string{"GOMAXPROCS=1", "GOGC=off", "GODEBUG=" + settings}
}

// Arguments returns the arguments of valgrind before the program: counts go
// to files in the empty folder dir. Only instructions are counted, unless options,
// which come last, add more. No debugger may attach, because its pipes would stay in
// the temporary folder of a stopped count.
func Arguments(dir string, options ...string) []string {
	file := filepath.Join(strings.ReplaceAll(dir, "%", "%%"), "%p")
	args := []string{"--quiet", "--vgdb=no", "--tool=cachegrind", "--trace-children=yes", "--cache-sim=no", "--cachegrind-out-file=" + file}
	return append(args, options...)
}

var ErrChildProcesses = errors.New("it starts other processes, whose work is not counted separately")

// Read reads the counts in the folder of [Arguments].
func Read(dir string) (*Counts, error) {
	files, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return nil, err
	case len(files) == 0:
		return nil, errors.New("it wrote no counts")
	case len(files) > 1:
		return nil, ErrChildProcesses
	}
	f, err := os.Open(filepath.Join(dir, files[0].Name()))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Parse(f)
}
