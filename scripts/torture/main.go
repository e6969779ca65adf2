//go:build unix

// Torture kills ecsbench at random moments and checks that no result is lost, repeated or
// incomplete.
//
//	go run -C scripts ./torture [-kills 200] [-seed 1] [-only run]
//
// Each subject is a command with its own file in this package. It starts the command,
// kills it, continues it, and compares the files with their earlier content. All random
// choices follow from the seed, except the moment at which a signal arrives.
//
// The program prints counts of actions and faults. With a fault the exit code is 1 and the
// folder is kept. As root it also mounts small disks and fills them.
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

// A subject is a command under test.
type subject struct {
	name    string
	torture func(*torture) // until enough kills; program.Check ends a broken set-up
}

var subjects = []subject{
	{"run", tortureRun},
}

// A torture is the state of one subject.
type torture struct {
	program string // the compiled ecsbench
	dir     string // an empty folder
	kills   int    // wanted number
	rng     *rand.Rand

	done   tally // actions
	faults tally // defects found
}

// A tally counts by name, in order of first occurrence.
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

// fault records a defect by its kind, with a description.
func (t *torture) fault(word, format string, args ...any) {
	t.faults.add(word, 1)
	fmt.Printf("%s: %s\n", word, fmt.Sprintf(format, args...))
}

// chance returns true with probability 1/n.
func (t *torture) chance(n int) bool { return t.rng.IntN(n) == 0 }

// moment returns a random time up to a limit, mostly short, because much happens early.
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
