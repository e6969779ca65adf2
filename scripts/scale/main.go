// Scale checks that sharded runs lose nothing, and that results of any size can be merged,
// exported and put into a history.
//
//		go run -C scripts ./scale [-only kills,machines,big,history] [-trials 100] [-samples 10000000] [-files 5000]
//
//	  - kills: 32 shards are killed at random moments and continued. Merged, they must equal
//	    the uninterrupted run in each case.
//	  - machines: one program is measured on two kinds of machines, twice. It counts false
//	    regressions between the merged files.
//	  - big: merge and export of many samples to Parquet, with time and memory.
//	  - history: many files of as many commits.
//
// Measurements are simulated; files and the program are real. The exit code is 1 if a
// figure exceeds its limit. Times are wall-clock times, so other programs increase them.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/profiles"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scripts/program"
)

type scale struct {
	dir, program           string
	plan                   measure.Plan
	cases                  []measure.Case
	trials, samples, files int
	bad                    bool
}

func main() {
	s := &scale{}
	only := flag.String("only", "balance,kills,machines,big,history", "parts to show")
	flag.IntVar(&s.trials, "trials", 100, "trials of kills and machines")
	flag.IntVar(&s.samples, "samples", 10_000_000, "samples to merge and export")
	flag.IntVar(&s.files, "files", 5000, "files of the history")
	flag.Parse()
	program.Main("scale", func(dir string) bool {
		s.dir = dir
		s.run(strings.Split(*only, ","))
		return !s.bad
	})
}

func (s *scale) run(parts []string) {
	s.program = program.Build(s.dir, program.Ecsbench)
	// Outside of a checkout git is not asked for the commit.
	program.Check(os.Chdir(s.dir))
	s.choose()
	for _, p := range []struct {
		name string
		show func()
	}{{"kills", s.kills}, {"machines", s.machines}, {"big", s.big}, {"history", s.history}} {
		if slices.Contains(parts, p.name) {
			program.At(p.name, p.show)
		}
	}
}

// check prints a figure and stores whether it is within its limit.
func (s *scale) check(good bool, format string, args ...any) {
	mark := "ok "
	if !good {
		mark, s.bad = "BAD", true
	}
	fmt.Println(mark, fmt.Sprintf(format, args...))
}

// choose makes the plan of ecsbench run at profile A, of everything that most ask
// for.
func (s *scale) choose() {
	profile := program.Must(profiles.Load("A"))
	s.plan = program.Must(measure.NewPlan(profile, "", ""))
	s.plan.Seed, s.plan.GOMAXPROCS = 1, 2
	s.cases = program.Must(s.plan.Cases())
}

// shard writes a file as a run of a part of a plan does. The values of a case
// scatter by a hundredth around one that depends on its name, times a factor.
func shard(path string, part measure.Plan, cpu string, factor float64, rounds int, random *rand.Rand) {
	head := measure.Head(part)
	head.Environment.CPU = cpu
	head.Config[len(head.Config)-1][1] = cpu
	w := program.Must(results.Create(path, false, head))
	cases := program.Must(part.Cases())
	program.Check(w.Close())
	f := program.Must(os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0))
	defer f.Close()
	var text []byte
	for range rounds {
		for i, c := range cases {
			n := float64(max(1, c.Entities))
			ns := math.Round(1000*n*factor*float64(1+i%7)*math.Exp(0.01*random.NormFloat64())) / 1000
			sample := results.Sample{Case: c.Name, Iterations: 100 + i, Values: []results.Value{
				{Value: ns, Unit: "ns/op"}, {Value: ns / n, Unit: "ns/entity"}, {Value: 1e9 * n / ns, Unit: "entities/s"},
				{Value: 16 * n, Unit: "B/op"}, {Value: 3, Unit: "allocs/op"}}}
			text = append(append(text, sample.String()...), '\n')
		}
		if len(text) > 1<<20 {
			program.Must(f.Write(text))
			text = text[:0]
		}
	}
	end := program.Must(results.Annotation(results.KindEnd, results.End{Reason: measure.Complete}))
	program.Must(f.Write(append(text, end...)))
}

// command runs ecsbench.
func (s *scale) command(args ...string) program.Cost {
	_, cost, err := program.Run(exec.Command(s.program, args...))
	program.Check(err)
	return cost
}
