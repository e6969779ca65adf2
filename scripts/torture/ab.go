//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// abRounds are enough to be judged by.
const abRounds = 16

// tortureAB runs small experiments, ended and continued until they have a
// verdict.
func tortureAB(t *torture) {
	r := t.module("ab")
	for n := 1; t.done.counts["kills"] < t.kills; n++ {
		x := &experiment{torture: t, repository: r, out: filepath.Join(t.dir, fmt.Sprintf("results%d", n))}
		x.measure(uint64(n))
		t.done.add("experiments", 1)
	}
}

// An experiment of ab.
type experiment struct {
	*torture
	*repository
	out      string   // folder of results
	sessions int      // begun
	seen     []string // whole lines of the journal
	killed   bool     // and no session came to its end since
}

// measure begins and goes on until there is a verdict. It reads like the loop of
// [runner.measure], and every line but the calls differs: what ends it, what is no
// failure, and what it takes to begin anew are the exit codes and files of ab.
func (x *experiment) measure(seed uint64) {
	begin := []string{"base", ".", "--bench", ".", "--rounds", strconv.Itoa(abRounds), "--seed", strconv.FormatUint(seed, 10), "-o", x.out}
	args := begin
	for {
		code := x.session(args)
		x.look()
		if code == 0 || code == 1 || code == 3 {
			break
		}
		if code != -1 && code != 130 {
			x.fault("failed", "exit code %d of %v", code, args)
			return
		}
		args = []string{"--resume", x.out}
		x.done.add("continued", 1)
		if !x.begun() {
			program.Check(os.RemoveAll(x.out)) // nothing was measured
			args = begin
		}
	}
	x.checkComplete()
}

// session starts ab, and ends it at some moment. It returns the exit code.
func (x *experiment) session(args []string) int {
	v := x.ab(x.repository, args...)
	var rival *victim
	if args[0] == "--resume" && x.chance(3) {
		time.Sleep(x.moment(50 * time.Millisecond))
		rival = x.ab(x.repository, args...)
	}
	if x.chance(2) { // while it measures
		x.await(v, x.begun)
	}
	// Later and later: on a slow machine, too, it gets there.
	x.sessions++
	after := x.moment(time.Duration(x.sessions) * 3 * time.Second)
	if rival != nil {
		v = x.refuse(v, rival)
	}
	how := x.blow(v, after, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT)
	code := x.end(v)
	x.checkGone(how, code)
	return code
}

// refuse returns the continuing one of two processes, after the other was rejected.
func (x *experiment) refuse(a, b *victim) *victim {
	select {
	case <-b.ended:
	case <-a.ended:
		a, b = b, a
	case <-time.After(time.Minute):
		x.fault("two at once", "%v", a.cmd.Args)
		_ = syscall.Kill(-b.cmd.Process.Pid, syscall.SIGKILL)
	}
	if code := x.end(b); code != 2 || !strings.Contains(b.output.String(), "another experiment is writing to "+x.out+": process ") {
		// The first may have ended all by itself.
		if !strings.Contains(b.output.String(), "is finished") && code != 0 && code != 1 && code != 3 {
			x.fault("not refused", "exit code %d\n%s", code, &b.output)
		}
	}
	x.done.add("rivals", 1)
	return a
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// begun reports whether there is anything to go on with.
func (x *experiment) begun() bool {
	info, err := os.Stat(filepath.Join(x.out, "journal.jsonl"))
	return err == nil && info.Size() > 0
}

// look demands that all rounds which were in the journal are in it.
func (x *experiment) look() {
	text, err := os.ReadFile(filepath.Join(x.out, "journal.jsonl"))
	if err != nil {
		if len(x.seen) > 0 {
			x.fault("lost", "%v", err)
		}
		return
	}
	lines := strings.SplitAfter(string(text[:bytes.LastIndexByte(text, '\n')+1]), "\n")
	lines = lines[:len(lines)-1]
	for i, line := range x.seen {
		if i >= len(lines) || lines[i] != line {
			x.fault("lost", "round %d of %d of %s", i+1, len(x.seen), x.out)
			break
		}
	}
	x.seen = lines
}

// checkGone demands that nothing runs any more, and that nothing temporary is left: by a
// session that had time to remove it, and, of those that had none, after the next one
// that came to its end. A linker finishes its work where ab had no time to end it.
func (x *experiment) checkGone(how syscall.Signal, code int) {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		out, err := exec.Command("ps", "-A", "-o", "stat=,args=").Output()
		running := ""
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, x.tmp) && !strings.HasPrefix(line, "Z") {
				running = line
			}
		}
		if err == nil && running == "" {
			break
		}
		if time.Now().After(deadline) {
			x.fault("left running", "%s%v", running, err)
			break
		}
	}
	finished := code == 0 || code == 1 || code == 3
	if !finished && how == syscall.SIGKILL {
		x.killed = true
	}
	if finished || !x.killed {
		x.checkEmpty(x.tmp)
	}
	x.killed = x.killed && !finished
}

// checkComplete requires that the files have what the journal states, each trial once in a
// round, and that all rounds were run.
func (x *experiment) checkComplete() {
	rounds, ends := [2]int{}, []map[string]int{}
	for i, line := range x.seen {
		var round struct {
			Begun any // in the first line, which is of no round
			Stage int
			Sizes map[string]int
		}
		if err := json.Unmarshal([]byte(line), &round); err != nil {
			x.fault("torn", "round %d of %s: %v", i+1, x.out, err)
			continue
		}
		if round.Begun == nil {
			rounds[round.Stage]++
		}
		ends = append(ends, round.Sizes)
	}
	if rounds[0] != abRounds || rounds[1] != 0 && rounds[1] != abRounds {
		x.fault("rounds", "%d and %d in %s", rounds[0], rounds[1], x.out)
	}
	var trials [2]int // of base and head
	for at, file := range []string{"base.txt", "head.txt", "controls.txt"} {
		text := program.Must(os.ReadFile(filepath.Join(x.out, file)))
		if bytes.IndexByte(text, 0) >= 0 || !bytes.HasSuffix(text, []byte("\n")) {
			x.fault("torn", "%s of %s", file, x.out)
		}
		done := 0
		for i, sizes := range ends {
			end := sizes[file]
			if end < done || end > len(text) {
				x.fault("lost", "%s of %s has %d bytes, and %d at the end of round %d", file, x.out, len(text), end, i+1)
				break
			}
			seen := map[string]bool{}
			for _, m := range benchmarkLine.FindAllSubmatch(text[done:end], -1) {
				if name := string(m[1]); seen[name] && at < 2 && i > 0 {
					x.fault("doubled", "%s in round %d of %s in %s", name, i+1, file, x.out)
				} else if seen[name] = true; at < 2 {
					trials[at]++
				}
				x.done.add("samples", 1)
			}
			done = end
		}
		if benchmarkLine.Match(text[done:]) {
			x.fault("foreign", "%s of %s has lines behind its last round", file, x.out)
		}
	}
	if trials[0] != trials[1] {
		x.fault("lost", "%d lines of base and %d of head in %s", trials[0], trials[1], x.out)
	}
}

var benchmarkLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+.*ns/op.*$`)

func init() { subjects = append(subjects, subject{"ab", tortureAB}) }
