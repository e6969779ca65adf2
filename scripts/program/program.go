// Package program has helpers for scripts that build ecsbench, run it, and check its
// output and cost.
package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Main is the main function of a script. show runs in the top folder of the
// project and gets a folder that is removed afterwards. The script exits with 1 if
// show returns false, and with 2 if Check or Must ended it.
func Main(name string, show func(dir string) (good bool)) {
	good := false
	err := Try(func() {
		Check(EnterProject())
		dir := Must(os.MkdirTemp("", name))
		defer os.RemoveAll(dir)
		good = show(dir)
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// EnterProject makes the top folder of the main module the current folder. Scripts
// belong to a module of their own and are started in its folder (go run -C scripts).
func EnterProject() error {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/ecsbench/ecsbench").Output()
	if err != nil {
		return fmt.Errorf("finding the main module with go list: %w", err)
	}
	return os.Chdir(string(bytes.TrimSpace(out)))
}

// A failure is what ends a Try.
type failure struct{ error }

// Check ends the current Try if there is an error.
func Check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// Must is Check of what a function returns beside its result.
func Must[T any](result T, err error) T {
	Check(err)
	return result
}

// Try does something and returns the error that ended it.
func Try(do func()) (err error) {
	defer func() {
		switch ended := recover().(type) {
		case nil:
		case failure:
			err = ended.error
		default:
			panic(ended)
		}
	}()
	do()
	return nil
}

// At calls do and adds the place to an error that ends it.
func At(what string, do func()) {
	if err := Try(do); err != nil {
		Check(fmt.Errorf("%s: %w", what, err))
	}
}

// Ecsbench is the package of the command.
const Ecsbench = "github.com/ecsbench/ecsbench/cmd/ecsbench"

// Build builds a command into a folder, under the last element of its path, and
// returns the path of the program.
func Build(dir, command string) string {
	program := filepath.Join(dir, filepath.Base(command))
	if out, err := exec.Command("go", "build", "-o", program, command).CombinedOutput(); err != nil {
		Check(fmt.Errorf("building %s: %w\n%s", command, err, out))
	}
	return program
}

// A Cost is what a process needed.
type Cost struct {
	Wall, CPU time.Duration
	Memory    int64 // most resident bytes; 0 if unknown
}

func (c Cost) String() string {
	return fmt.Sprintf("%6.2f s  %6.2f s of CPU  %5d MB", c.Wall.Seconds(), c.CPU.Seconds(), c.Memory>>20)
}

// Run runs a command and returns what it prints. The error has what it complains of.
func Run(cmd *exec.Cmd) (out []byte, cost Cost, err error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err = cmd.Run(); err != nil {
		err = fmt.Errorf("%v: %w: %s", cmd.Args, err, stderr.Bytes()[:min(500, stderr.Len())])
	}
	if p := cmd.ProcessState; p != nil {
		cost = Cost{time.Since(start), p.UserTime() + p.SystemTime(), peak(p)}
	}
	return stdout.Bytes(), cost, err
}
