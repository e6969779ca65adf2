// Scale shows that measuring on many machines loses nothing, and that results of
// any size can be merged, exported and put into a history.
//
//		go run -C scripts ./scale [-only balance,kills,machines,big,history] [-trials 100] [-samples 10000000] [-files 5000]
//
//	  - balance: how much longer than the mean the slowest of 8 shards takes, where an
//	    earlier run is known that is off by a tenth for each case
//	  - kills: 32 shards are killed at random moments, in the middle of a line too,
//	    and continued; merged they must be the uninterrupted run, case for case
//	  - machines: the same program is measured on two kinds of machines, twice; how
//	    often the gate calls the second merged file slower than the first
//	  - big: so many samples merged and exported to Parquet, with time and memory
//	  - history: so many files of as many commits, the first time and again
//
// Measurements are made up, but for the files and the program everything is real.
// It exits with 1 where a figure is worse than it should be. Times are those of
// the clock: other programs on the machine add to them.
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

	"github.com/ecsbench/ecsbench/internal/measure"
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
	}{{"balance", s.balance}, {"kills", s.kills}, {"machines", s.machines}, {"big", s.big}, {"history", s.history}} {
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

func (s *scale) balance() {
	random := rand.New(rand.NewPCG(1, 1))
	worst, sum, above := 0.0, 0.0, 0
	for range s.trials {
		earlier, now := results.Spent{}, results.Spent{}
		total := 0.0
		for _, c := range s.cases {
			earlier[c.Name] = math.Exp(random.NormFloat64()) * (1 + float64(c.Entities)/1e4)
			now[c.Name] = earlier[c.Name] * math.Exp(0.1*random.NormFloat64())
			total += now[c.Name]
		}
		slowest := 0.0
		for i := range 8 {
			part := program.Must(s.plan.Slice(measure.Shard{Index: i + 1, Count: 8}, &results.File{Spent: earlier}))
			mine := program.Must(part.Cases())
			load := 0.0
			for _, c := range mine {
				load += now[c.Name]
			}
			slowest = max(slowest, load)
		}
		worst, sum = max(worst, slowest*8/total), sum+slowest*8/total
		if slowest*8/total > 1.2 {
			above++
		}
	}
	// A comparison that takes more than an eighth of everything cannot be parted.
	s.check(above <= s.trials/50, "balance: the slowest of 8 shards takes %.3f times the mean, %.3f at worst of %d trials, in %d more than the 1.2 that it should", sum/float64(s.trials), worst, s.trials, above)
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
