// Command gates judges the same pairs of programs with the rules that people use as performance
// gates, and with gate and ab:
//
//	go run -C scripts ./gates -o /tmp/gates.jsonl
//
// The pairs are labelled. Equal programs are measured in quiet, beside a busy neighbour, with
// another order of functions, and hours apart. Slowdowns of 3, 5, 10 and 30% are injected into
// the loops of benchmarks of five public modules. The table has false alarms and power of each
// rule, with 95% intervals. The journal of -o holds what was measured. It is not measured again.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// conditions are those of equal programs, and slowdowns the others.
var (
	conditions = [labels]string{"quiet", "neighbour", "order", "later"}
	slowdowns  = [labels]float64{0.03, 0.05, 0.10, 0.30}
)

const labels = 4

// A judgement is one benchmark of one pair.
type judgement struct {
	Module    string          `json:"module"`
	Benchmark string          `json:"benchmark"`
	Condition string          `json:"condition"` // of equal programs, or "slower"
	Slowdown  float64         `json:"slowdown"`  // 0 for equal programs
	Repeat    int             `json:"repeat"`
	Alarms    map[string]bool `json:"alarms"` // by rule
	Base      []float64       `json:"base"`   // ns/op of plain runs
	Head      []float64       `json:"head"`
	Load      string          `json:"load"`
}

func (j judgement) key() string {
	return fmt.Sprint(j.Module, j.Benchmark, j.Condition, j.Slowdown, j.Repeat)
}

func main() {
	file := flag.String("o", "", "`file` that holds what was measured")
	repeats := flag.Int("repeats", 1, "of each pair")
	budget := flag.Duration("budget", time.Minute, "for ab and for each bench")
	limit := flag.Duration("limit", 24*time.Hour, "begin no pair after this time")
	ecsbench := flag.String("ecsbench", "", "the `program` to try (default: built here)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	program.Main("gates", func(dir string) bool {
		s := &series{ctx: ctx, dir: dir, program: *ecsbench, budget: *budget}
		if s.program == "" {
			s.program = program.Build(dir, program.Ecsbench)
		}
		s.program = program.Must(filepath.Abs(s.program))
		fmt.Print(table(s.run(*file, *repeats, time.Now().Add(*limit))))
		return true
	})
}

// run measures the pairs that are not in the journal.
func (s *series) run(file string, repeats int, end time.Time) (all []judgement) {
	journal := program.Must(program.OpenJournal(file, judgement.key))
	try := func(repeat int, m *module, condition string, slowdown float64) {
		var known []judgement
		for _, b := range m.benchmarks {
			if j, done := journal.Tried(judgement{Module: m.path, Benchmark: b, Condition: condition, Slowdown: slowdown, Repeat: repeat}.key()); done {
				known = append(known, j)
			}
		}
		if len(known) < len(m.benchmarks) && time.Now().Before(end) && s.ctx.Err() == nil {
			program.At(fmt.Sprintf("%s, %s %v", m.path, condition, slowdown), func() { known = s.try(m, condition, slowdown, repeat) })
			for _, j := range known {
				program.Check(journal.Add(j))
				fmt.Fprintf(os.Stderr, "%s %s %s %v: %v (load %s)\n", j.Module, j.Benchmark, j.Condition, j.Slowdown, j.Alarms, j.Load)
			}
		}
		all = append(all, known...)
	}
	for repeat := range repeats {
		for i := range labels { // labels take turns, so an early end leaves some of each
			for m := range modules {
				try(repeat, &modules[m], conditions[(i+m)%labels], 0)
				try(repeat, &modules[m], "slower", slowdowns[(i+m)%labels])
			}
		}
	}
	return all
}

// table has a row for each rule.
func table(all []judgement) string {
	var b strings.Builder
	columns := []struct {
		title string
		of    func(judgement) bool
	}{{"false alarms", func(j judgement) bool { return j.Slowdown == 0 }}}
	for _, c := range conditions {
		columns = append(columns, struct {
			title string
			of    func(judgement) bool
		}{c, func(j judgement) bool { return j.Condition == c }})
	}
	for _, s := range slowdowns {
		columns = append(columns, struct {
			title string
			of    func(judgement) bool
		}{fmt.Sprintf("finds %.0f%%", 100*s), func(j judgement) bool { return j.Slowdown == s }})
	}
	b.WriteString("| rule |")
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.title)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(columns)) + "\n")
	for _, rule := range rules {
		fmt.Fprintf(&b, "| %s |", rule)
		for _, c := range columns {
			n, k := 0, 0
			for _, j := range all {
				if alarm, judged := j.Alarms[rule]; judged && c.of(j) {
					n++
					if alarm {
						k++
					}
				}
			}
			lo, hi := wilson(k, n)
			fmt.Fprintf(&b, " %d of %d [%.0f%%, %.0f%%] |", k, n, 100*lo, 100*hi)
		}
		b.WriteString("\n")
	}
	loads := map[string]bool{}
	for _, j := range all {
		loads[j.Load] = true
	}
	fmt.Fprintf(&b, "\n%d pairs of benchmarks, load averages %s\n", len(all), span(loads))
	return b.String()
}

// span is the smallest and the largest load.
func span(loads map[string]bool) string {
	lo, hi := math.Inf(1), math.Inf(-1)
	for text := range loads {
		var load float64
		if _, err := fmt.Sscan(text, &load); err == nil {
			lo, hi = min(lo, load), max(hi, load)
		}
	}
	return fmt.Sprintf("%.0f to %.0f", lo, hi)
}

// wilson is the 95% interval of a share (E. B. Wilson, 1927).
func wilson(k, n int) (lo, hi float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	center, half := (p+z*z/2/m)/(1+z*z/m), z/(1+z*z/m)*math.Sqrt(p*(1-p)/m+z*z/4/m/m)
	return max(0, center-half), min(1, center+half)
}
