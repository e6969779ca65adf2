// Command causes measures how well ecsbench finds small changes in a module of its own.
// Command injected does so in modules of others.
//
//	go run -C scripts ./causes work           is 1% more work found 20 times of 20, and nothing where nothing changed?
//	go run -C scripts ./causes bisect         is the commit found among 64, in 20 histories?
//	go run -C scripts ./causes comment        how long does a change of a comment take to gate, building included?
//
// With -o FILE what was tried is kept, and not tried again: a long series may be
// made a few at a time (a larger -n each time). By -metric time slow-downs are
// measured, and their causes sampled, instead of counted under valgrind.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A trial is what became of one experiment.
type trial struct {
	Part    string  `json:"part"` // with the metric
	Number  int     `json:"number"`
	Right   bool    `json:"right"`
	What    string  `json:"what"`            // what was done
	Where   string  `json:"where"`           // the function, or the commit
	Output  string  `json:"output"`          // the output of ecsbench
	Steps   int     `json:"steps,omitempty"` // revisions measured
	Seconds float64 `json:"seconds"`
	Load    float64 `json:"load"`
}

func (t trial) key() string { return fmt.Sprint(t.Part, t.Number) }

// A part is a series of trials; its number is the seed of each.
type part struct {
	n     int // as many as the goal is set for
	least int // of those, which have to be right
	try   func(e *experiments, number int) trial
	sum   func(trials []trial) string
}

var parts = map[string]part{
	"work":    {20, 20, work, sumOfTrials},
	"bisect":  {20, 19, bisect, sumOfSearches},
	"comment": {5, 5, comment, sumOfTrials},
}

// experiments are what all trials need.
type experiments struct {
	ctx     context.Context
	program string // ecsbench
	metric  string
	path    string // PATH for it
	budget  time.Duration
	dir     string
}

func main() {
	n := flag.Int("n", 0, "how many trials (default as many as the goal is set for)")
	file := flag.String("o", "", "`file` that keeps what was tried")
	ecsbench := flag.String("ecsbench", "", "the `program` to try (default: built here)")
	metric := flag.String("metric", "instructions", "time or instructions")
	budget := flag.Duration("budget", time.Minute, "for each measurement of time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, ok := parts[flag.Arg(0)]
	if !ok || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "causes: want one of work, bisect and comment")
		os.Exit(2)
	}
	if *n == 0 {
		*n = p.n
	}
	e := &experiments{ctx: ctx, program: *ecsbench, metric: *metric, budget: *budget}
	program.Main("causes", func(dir string) bool {
		e.prepare(dir)
		trials := e.run(flag.Arg(0), p, *n, *file)
		fmt.Println(p.sum(trials))
		return right(trials)*p.n >= p.least*len(trials)
	})
}

// prepare finds, or makes, what the trials need.
func (e *experiments) prepare(dir string) {
	e.dir = dir
	if e.program == "" {
		e.program = program.Build(dir, program.Ecsbench)
	}
	e.program = program.Must(filepath.Abs(e.program))
	e.path = e.search()
}

// right counts what came out as it should.
func right(trials []trial) (n int) {
	for _, t := range trials {
		if t.Right {
			n++
		}
	}
	return n
}

// run makes the trials that are not in the file, and prints all.
func (e *experiments) run(name string, p part, n int, file string) (trials []trial) {
	name += " by " + e.metric
	journal := program.Must(program.OpenJournal(file, trial.key))
	for number := 1; number <= n; number++ {
		t, ok := journal.Tried(trial{Part: name, Number: number}.key())
		if !ok {
			start := time.Now()
			program.At(fmt.Sprintf("%s, trial %d", name, number), func() { t = p.try(e, number) })
			t.Part, t.Number, t.Load = name, number, load1()
			if t.Seconds == 0 {
				t.Seconds = time.Since(start).Seconds()
			}
			program.Check(journal.Add(t))
		}
		trials = append(trials, t)
		word := "WRONG"
		if t.Right {
			word = "right"
		}
		fmt.Printf("%-5s %3d  %s in %s; output: %s (%.0f s)\n", word, number, t.What, t.Where, t.Output, t.Seconds)
	}
	return trials
}

// search is PATH: without valgrind where time is measured, so that causes are
// sampled.
func (e *experiments) search() string {
	if e.metric != "time" {
		return os.Getenv("PATH")
	}
	bin := filepath.Join(e.dir, "bin")
	program.Check(os.Mkdir(bin, 0o777))
	for _, name := range []string{"go", "git"} {
		program.Check(os.Symlink(program.Must(exec.LookPath(name)), filepath.Join(bin, name)))
	}
	return bin
}

// load1 is the load of the machine in the last minute, 0 if unknown.
func load1() (load float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	fmt.Sscan(string(text), &load)
	return load
}

// sumOfTrials counts what was right.
func sumOfTrials(trials []trial) string {
	least, most, seconds := trials[0].Load, 0.0, 0.0
	for _, t := range trials {
		least, most, seconds = min(least, t.Load), max(most, t.Load), max(seconds, t.Seconds)
	}
	return fmt.Sprintf("%s: %d of %d right, each in at most %.0f s, under a load of %.0f to %.0f", trials[0].Part, right(trials), len(trials), seconds, least, most)
}

// ecsbench runs the program in a folder and returns what it prints.
func (e *experiments) ecsbench(dir string, args ...string) (string, int) {
	cmd := exec.CommandContext(e.ctx, e.program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+e.path, "GIT_CONFIG_GLOBAL="+os.DevNull)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	code := cmd.ProcessState.ExitCode()
	if code < 0 || code == 2 {
		program.Check(fmt.Errorf("ecsbench %s: %w\n%s", strings.Join(args, " "), err, stderr.String()))
	}
	return string(out), code
}

// git runs Git in a folder.
func (e *experiments) git(dir string, args ...string) {
	cmd := exec.CommandContext(e.ctx, "git", append([]string{"-c", "user.name=causes", "-c", "user.email=causes@example.com", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		program.Check(fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out))
	}
}

// commit records all of a folder.
func (e *experiments) commit(dir, message string) {
	e.git(dir, "add", "--all")
	e.git(dir, "commit", "--quiet", "--allow-empty", "--message", message)
}
