package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// mostOfProgram is how many samples of a case count of one program, if several programs have it.
const mostOfProgram = 20

// A part is what one file has of a case.
type part struct {
	*results.Case
	program string
	lines   int // in earlier files
}

// programOf identifies the program that wrote a file; "" if the file does not name it.
func programOf(f *results.File) string {
	var sums []string
	for _, e := range f.Environments {
		sums = lists.Add(sums, e.Binary)
	}
	return strings.Join(sums, " ")
}

// pool takes the samples of a case from its files. Programs differ in the places of their
// functions, and the place of a loop alone can double its time. The program in which a case
// varies most is measured most often, and would outweigh the others.
func (r *Report) pool(c *Entry) {
	counted := make(map[string]int)            // by program
	orders := make([][]float64, c.Impl.orders) // of functions
	for _, p := range c.parts {
		counted[p.program] = 0
	}
	for _, p := range c.parts {
		n := len(p.Order)
		if len(counted) > 1 {
			n = min(n, mostOfProgram-counted[p.program])
		}
		counted[p.program] += n
		for _, unit := range p.Units {
			c.values[unit] = append(c.values[unit], p.first(unit, n)...)
		}
		if len(orders) > 0 {
			for i, value := range p.first(c.Shape.Scenario.Unit, n) {
				orders[i%len(orders)] = append(orders[i%len(orders)], value)
			}
		}
		for _, at := range p.Order[:n] {
			c.Order = append(c.Order, p.lines+int(at))
		}
		r.Samples += n
		r.Unused += len(p.Order) - n
	}
	for _, values := range orders {
		if len(values) > 0 {
			c.turns = append(c.turns, statistics.Median(values))
		}
	}
	slices.Sort(c.turns)
	c.parts = nil
}

// first returns the values of the first n samples.
func (p part) first(unit string, n int) []float64 {
	if n == len(p.Order) {
		return p.In(unit)
	}
	s := p.Series[unit]
	end, _ := slices.BinarySearch(s.Lines, p.Order[n])
	return s.Values[:end]
}

// Balance describes the samples that are left out of cases of several programs; "" if there
// are none.
func (r *Report) Balance() string {
	if r.Unused == 0 {
		return ""
	}
	return fmt.Sprintf("If several programs have a case, the first %d samples of each count; %s left out.",
		mostOfProgram, areOf(r.Unused, r.Samples+r.Unused, "sample"))
}
