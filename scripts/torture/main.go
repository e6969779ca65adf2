//go:build unix

// Torture kills ecsbench at random moments, again and again, and shows that
// nothing is lost, doubled or torn.
//
//	go run -C scripts ./torture [-kills 200] [-seed 1] [-only run]
//
// What is killed is a subject, with a file of its own here: it starts the
// command, strikes it down, lets it go on, and compares what is on disk with
// what was there before. Everything random comes from the seed, but not the
// moment at which a blow meets the process, which the machine decides too.
//
// It prints what was done and what came of it, and exits with 1 if anything is
// wrong; then the folder is kept. Where it may, as root, it mounts small disks and
// fills them.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// A subject is a command that has to survive.
type subject struct {
	name    string
	torture func(*torture) // until enough kills; what ends it by program.Check cannot be tortured
}

var subjects = []subject{
	{"run", tortureRun},
}

// A torture is that of one subject.
type torture struct {
	program string // the compiled ecsbench
	dir     string // an empty folder
	kills   int    // to strike
	rng     *rand.Rand

	done   tally // what was done
	faults tally // what is wrong
}

// A tally counts by name, in the order of the first of each.
type tally struct {
	names  []string
	counts map[string]int
}

func (t *tally) add(name string, n int) {
	if t.counts == nil {
		t.counts = make(map[string]int)
	}
	if _, ok := t.counts[name]; !ok {
		t.names = append(t.names, name)
	}
	t.counts[name] += n
}

func (t *tally) sum() (n int) {
	for _, c := range t.counts {
		n += c
	}
	return n
}

func (t *tally) String() string {
	var parts []string
	for _, name := range t.names {
		parts = append(parts, fmt.Sprintf("%d %s", t.counts[name], name))
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}

// fault notes that something is wrong: a word to count it by, and what happened.
func (t *torture) fault(word, format string, args ...any) {
	t.faults.add(word, 1)
	fmt.Printf("%s: %s\n", word, fmt.Sprintf(format, args...))
}

// chance is true in one of n cases.
func (t *torture) chance(n int) bool { return t.rng.IntN(n) == 0 }

// moment is up to a time, more often short than long: much happens early.
func (t *torture) moment(most time.Duration) time.Duration {
	x := t.rng.Float64()
	return time.Duration(x * x * float64(most))
}

func main() {
	kills := flag.Int("kills", 200, "how often each subject is killed")
	seed := flag.Uint64("seed", 1, "of all that is random")
	only := flag.String("only", "", "torture this subject only")
	flag.Parse()
	if err := program.Try(func() { tortureAll(*kills, *seed, *only) }); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(2)
	}
}

func tortureAll(kills int, seed uint64, only string) {
	program.Check(program.EnterProject())
	dir := program.Must(os.MkdirTemp("", "torture"))
	ecsbench := program.Build(dir, program.Ecsbench)
	wrong := 0
	for i, s := range subjects {
		if only != "" && only != s.name {
			continue
		}
		t := &torture{
			program: ecsbench, dir: filepath.Join(dir, s.name), kills: kills,
			rng: rand.New(rand.NewPCG(seed, uint64(i))),
		}
		program.Check(os.Mkdir(t.dir, 0o755))
		start := time.Now()
		program.At(s.name, func() { s.torture(t) })
		fmt.Printf("%s, %v: %s\n  wrong: %s\n", s.name, time.Since(start).Round(time.Second), &t.done, &t.faults)
		wrong += t.faults.sum()
	}
	if wrong > 0 {
		fmt.Println("kept:", dir)
		os.Exit(1)
	}
	os.RemoveAll(dir)
}
