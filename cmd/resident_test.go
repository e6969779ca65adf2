package cmd

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Most tests run a command whose own beginning takes longer than what it does: they
// share a few processes, each of which runs one command after the other, and takes the
// samples of run itself. Processes of their own have the tests of signals, of workers
// that end, and [TestCompiledProgram].
const resident = "resident"

// An order is a command for a process that runs several.
type order struct {
	Dir, Stdin     string // the folder of the package; nothing
	Env, Args      []string
	Stdout, Stderr string // files
}

// serveCommands runs what standard input orders and answers with exit codes. It ends
// the process where there are no more orders.
func serveCommands() {
	orders, answers := json.NewDecoder(os.Stdin), os.Stdout
	home, err := os.Getwd()
	for err == nil {
		var o order
		if orders.Decode(&o) != nil {
			os.Exit(0)
		}
		if o.Dir == "" {
			o.Dir = home
		}
		if err = os.Chdir(o.Dir); err == nil {
			err = o.run(answers)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func (o order) run(answers *os.File) (err error) {
	collectSeldom() // also after compare, which collects more often
	before := os.Environ()
	setenv(o.Env)
	defer func() {
		os.Clearenv()
		setenv(before)
	}()
	if procs, err := strconv.Atoi(os.Getenv("GOMAXPROCS")); err == nil { // which a process reads as it begins
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	}
	os.Args = append(os.Args[:1:1], o.Args...)
	in, feed, err := os.Pipe()
	if err != nil {
		return err
	}
	go func() {
		_, _ = feed.WriteString(o.Stdin) // who does not read it needs none
		feed.Close()
	}()
	os.Stdin = in
	if os.Stdout, err = os.Create(o.Stdout); err != nil {
		return err
	}
	if os.Stderr, err = os.Create(o.Stderr); err != nil {
		return err
	}
	code := run()
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		f.Close()
	}
	_, err = fmt.Fprintln(answers, code)
	return err
}

// setenv sets variables of the form name=value.
func setenv(variables []string) {
	for _, v := range variables {
		name, value, _ := strings.Cut(v, "=")
		os.Setenv(name, value)
	}
}

// A process runs the orders of one test at a time.
type process struct {
	*exec.Cmd
	orders  *json.Encoder
	answers *bufio.Reader
	dismiss func() error
	dir     string // of what it prints
}

var idle = make(chan *process, 64)

// dismiss ends the processes.
func dismiss() {
	for len(idle) > 0 {
		p := <-idle
		p.dismiss()
		p.Wait()
		os.RemoveAll(p.dir)
	}
}

func newProcess(t *testing.T) *process {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Env = append(cmd.Environ(), asProgram+"="+resident)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "ecsbench-cmd-")
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &process{cmd, json.NewEncoder(in), bufio.NewReader(out), in.Close, dir}
}

// inResident has a command run by a process that has run others.
func inResident(t *testing.T, o order) call {
	t.Helper()
	var p *process
	select {
	case p = <-idle:
	default:
		p = newProcess(t)
	}
	o.Stdout, o.Stderr = filepath.Join(p.dir, "stdout"), filepath.Join(p.dir, "stderr")
	hung := time.AfterFunc(5*time.Minute, func() { p.Process.Kill() })
	defer hung.Stop()
	err := p.orders.Encode(o)
	var code ExitCode
	if err == nil {
		_, err = fmt.Fscanln(p.answers, &code)
	}
	stdout, _ := os.ReadFile(o.Stdout)
	stderr, _ := os.ReadFile(o.Stderr)
	if err != nil {
		p.dismiss()
		defer os.RemoveAll(p.dir)
		t.Fatalf("ecsbench %s: the process ended (%v, %v):\n%s%s", strings.Join(o.Args, " "), err, p.Wait(), stdout, stderr)
	}
	idle <- p
	return call{string(stdout), string(stderr), code}
}
