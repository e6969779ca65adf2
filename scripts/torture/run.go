//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scripts/program"
)

// tortureRun measures small plans. Each is interrupted in all ways until it is
// complete: killed, together with others that want to continue the same file,
// with its workers killed or stopped, on a full disk, and with its file changed
// or gone.
func tortureRun(t *torture) {
	for plan := 1; t.done.counts["kills"] < t.kills; plan++ {
		r := &runner{torture: t, impls: 2 + t.rng.IntN(3), count: 4 + t.rng.IntN(12), path: fmt.Sprintf("run%d.txt", plan)}
		r.measure(uint64(plan))
		t.done.add("plans", 1)
	}
}

// A runner has one plan measured.
type runner struct {
	*torture
	impls int    // each is a case
	count int    // samples of each
	path  string // of the result file, in the folder
	seen  []byte // whole lines that were in the file
}

var runImpls = []string{"dense", "soa", "paged", "sortedslice"}

// measure begins the plan and resumes it until it is complete.
func (r *runner) measure(seed uint64) {
	begin := []string{
		"run", "--quick", "--entities", "10", "--components", "2", "--scenario", "iterate", "--rounds", strconv.Itoa(r.count),
		"--impl", strings.Join(runImpls[:r.impls], ","), "--seed", strconv.FormatUint(seed, 10), "-o", r.path, "--force",
	}
	args := begin
	for {
		code := r.session(args)
		r.look()
		if code == 0 {
			break
		}
		args = []string{"run", "--resume", r.path}
		r.done.add("continued", 1)
		if !bytes.Contains(r.seen, []byte("\n")) { // not even the plan is in it
			args = begin
		}
	}
	r.checkComplete()
}

// session starts a command and does something to it. It returns an exit code.
func (r *runner) session(args []string) int {
	if r.chance(10) {
		r.done.add("full disks", 1)
		return r.end(r.startConfined(strconv.Itoa(1+r.rng.IntN(6)), args...))
	}
	v := r.start(args...)
	if args[1] == "--resume" && r.chance(3) {
		v = r.rivals(v, args)
	}
	after := r.moment(1200 * time.Millisecond)
	before, changed := len(r.seen), false
	switch r.rng.IntN(10) {
	case 0:
		r.disturbWorker(v, after)
	case 1, 2:
		changed = r.disturbFile(after)
	default:
		r.kill(v, after)
	}
	code := r.end(v)
	kept := keptPath.FindStringSubmatch(v.output.String())
	switch {
	case kept != nil:
		r.path = kept[1]
		r.done.add("files written anew", 1)
	case changed:
		// Unless it had not begun to write, or had no more to write.
		if len(r.seen) > before && bytes.Count(r.seen, []byte("\nBenchmark")) < r.impls*r.count-2 {
			r.fault("unnoticed", "%s was changed\n%s", r.path, &v.output)
		}
		program.Check(os.WriteFile(filepath.Join(r.dir, r.path), r.seen, 0o644))
		code = 2
	}
	return code
}

var keptPath = regexp.MustCompile(`all samples are in (\S+), where the run continues`)

// kill ends a process in the middle of something.
func (r *runner) kill(v *victim, after time.Duration) {
	time.Sleep(after)
	r.look()
	how := r.blow(v, 0, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT)
	if r.chance(3) {
		r.strike(v, r.moment(20*time.Millisecond), how, r.chance(2))
	}
}

// rivals starts more processes that resume the same file, and returns the successful
// one. All others must have been rejected.
func (r *runner) rivals(v *victim, args []string) *victim {
	all := []*victim{v}
	for range 1 + r.rng.IntN(3) {
		time.Sleep(r.moment(30 * time.Millisecond))
		all = append(all, r.start(args...))
	}
	r.done.add("rivals", len(all)-1)
	// The holder of the lock works; rejected processes end at once.
	for {
		var running []*victim
		for _, v := range all {
			select {
			case <-v.ended:
			default:
				running = append(running, v)
			}
		}
		if len(running) <= 1 {
			winner := all[0]
			if len(running) == 1 {
				winner = running[0]
			}
			for _, v := range all {
				if v != winner && r.end(v) == 2 && strings.Contains(v.output.String(), "is being written") {
					r.done.add("refused", 1)
				}
			}
			return winner
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// disturbWorker kills or stops the process that takes the sample in flight.
func (r *runner) disturbWorker(v *victim, after time.Duration) {
	time.Sleep(after)
	for _, pid := range v.children() {
		if r.chance(2) {
			if syscall.Kill(pid, syscall.SIGKILL) == nil {
				r.done.add("workers killed", 1)
			}
			continue
		}
		if syscall.Kill(pid, syscall.SIGSTOP) == nil {
			r.done.add("workers stopped", 1)
			time.Sleep(r.moment(200 * time.Millisecond))
			_ = syscall.Kill(pid, syscall.SIGCONT)
		}
	}
}

// disturbFile damages the file like another program, and reports whether it was there.
func (r *runner) disturbFile(after time.Duration) bool {
	time.Sleep(after)
	r.look()
	path := filepath.Join(r.dir, r.path)
	var err error
	switch r.rng.IntN(4) {
	case 0:
		err = os.Truncate(path, 0)
	case 1:
		err = os.Remove(path)
	case 2:
		err = os.WriteFile(path+"~", []byte("mine\n"), 0o644)
		if err == nil {
			err = os.Rename(path+"~", path)
		}
	case 3:
		var f *os.File
		if f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err == nil {
			_, err = f.WriteString("# mine\n")
			f.Close()
		}
	}
	if err == nil {
		r.done.add("files changed", 1)
	}
	return err == nil
}

// look reads the file: all whole lines that were there are there.
func (r *runner) look() {
	text, err := os.ReadFile(filepath.Join(r.dir, r.path))
	if err != nil && len(r.seen) > 0 {
		r.fault("lost", "%s: %v", r.path, err)
		return
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if !bytes.HasPrefix(whole, r.seen) {
		r.fault("lost", "%s: %d bytes were in it, and of these are not in the %d that are", r.path, len(r.seen), len(whole))
	}
	for i, line := range bytes.SplitAfter(whole, []byte("\n")) {
		if len(line) > 0 && !wholeLine.Match(line) {
			r.fault("torn", "%s:%d: %q", r.path, i+1, line)
		}
	}
	r.seen = bytes.Clone(whole)
}

var wholeLine = regexp.MustCompile(`^(# [a-z]+ \{.*\}|# mine|[a-z-]+: .+|Unit \S+ better=\w+|BenchmarkIterate/impl=\w+/comps=2/n=10(-\d+)?\t *\d+(\t *\S+ \S+){5}(\t *\S+ cycles/entity\t *\S+ clock-GHz)?)\n$`)

// checkComplete demands every sample, and once.
func (r *runner) checkComplete() {
	file, err := results.Read(filepath.Join(r.dir, r.path))
	if err != nil {
		r.fault("unreadable", "%v", err)
		return
	}
	for _, c := range file.Cases {
		switch n := len(c.Order); {
		case n < r.count:
			r.fault("lost", "%s: %s has %d samples of %d", r.path, c.Name, n, r.count)
		case n > r.count:
			r.fault("doubled", "%s: %s has %d samples of %d", r.path, c.Name, n, r.count)
		}
		if c.Config["profile"] != "A" || c.Config["cpu"] == "" || file.Better["entities/s"] != 1 {
			r.fault("headless", "%s: %s has %v", r.path, c.Name, c.Config)
		}
	}
	if len(file.Failed) > 0 || len(file.Cases) != r.impls {
		r.fault("lost", "%s: %d cases, failed %v", r.path, len(file.Cases), file.Failed)
	}
	r.done.add("samples", len(file.Lines))
}
