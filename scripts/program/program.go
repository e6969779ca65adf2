// Package program is what scripts have in common that build ecsbench, run it, and
// look at what it says and what that costs.
package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Main is the main function of a script: show works in a folder that is removed
// afterwards. The script exits with 1 where something is not as it should be, and
// with 2 where that cannot be told.
func Main(name string, show func(dir string) (good bool, err error)) {
	dir, err := os.MkdirTemp("", name)
	good := false
	if err == nil {
		good, err = show(dir)
		os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

// Ecsbench is the package of the command.
const Ecsbench = "github.com/ecsbench/ecsbench/cmd/ecsbench"

// Build builds a command into a folder, under the last element of its path, and
// returns the path of the program.
func Build(dir, command string) (string, error) {
	program := filepath.Join(dir, filepath.Base(command))
	if out, err := exec.Command("go", "build", "-o", program, command).CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", command, err, out)
	}
	return program, nil
}

// A Cost is what a process needed.
type Cost struct {
	Wall, CPU time.Duration
	Memory    int64 // bytes resident at most; 0 where that is not known
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
