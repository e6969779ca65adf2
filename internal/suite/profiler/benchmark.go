package profiler

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/results"
)

// A LineCost is the cost of an operation in one line of source.
type LineCost struct {
	Function     string  `json:"function"`
	Place        string  `json:"place"`
	Seconds      float64 `json:"seconds,omitempty"` // of processor time, in all samples
	Instructions float64 `json:"instructions,omitempty"`
	D1           float64 `json:"d1,omitempty"` // misses
	LL           float64 `json:"ll,omitempty"` // misses
	Bytes        float64 `json:"bytes,omitempty"`
	Objects      float64 `json:"objects,omitempty"`
}

// keptLines is the number of lines kept by each cost.
const keptLines = 10

// OwnModule is the cause of work in the module of the benchmark.
const OwnModule = "the module's own code"

// OfBenchmarks makes findings of Go benchmarks.
func OfBenchmarks(what string, start time.Time, env results.Environment, looks []Look, list []*Subject) *Findings {
	for _, s := range list {
		s.keepLines()
	}
	return &Findings{Format: Format, Start: start.Round(time.Second), Selection: Selection{Bench: what, Looks: looks}, Environment: env, Subjects: list}
}

// newBenchmark returns the subject of a Go benchmark of a module, named without "Benchmark".
func newBenchmark(name, module string) *Subject {
	return &Subject{Case: name, Impl: name, Visits: 1, module: module, costs: map[instructions.SourceLine]*LineCost{}}
}

// cost returns the cost of an operation in a line.
func (s *Subject) cost(line instructions.SourceLine) *LineCost {
	if s.costs[line] == nil {
		s.costs[line] = &LineCost{}
	}
	return s.costs[line]
}

// packages are the packages of the module.
func (s *Subject) packages(p *profile.Profile) (list parts) {
	for _, f := range p.Function {
		rest, ok := strings.CutPrefix(f.Name, s.module)
		if !ok || s.module == "" || rest == "" || rest[0] != '.' && rest[0] != '/' && rest[0] != '_' {
			continue
		}
		name, _, _ := strings.Cut(instructions.ReadableSymbol(f.Name), ".")
		if part := (impls.Part{Functions: name + ".", Work: OwnModule}); len(list.of(part.Functions).Work) == 0 {
			list = append(list, part)
		}
	}
	return list
}

// addAllocations adds a profile of all allocations of so many operations; retained memory is
// unknown.
func (s *Subject) addAllocations(p *profile.Profile, operations int) {
	seen := &seenMemory{}
	var text strings.Builder
	if p.Write(&text) == nil {
		seen.Allocs = []byte(text.String())
	}
	for _, sample := range p.Sample {
		a := allocation{Objects: sample.Value[0], Bytes: sample.Value[1]}
		inBenchmark := false
		for line := range instructions.LinesOf(sample) {
			inBenchmark = inBenchmark || strings.HasPrefix(line.Function.Name, s.module)
			a.Symbols = append(a.Symbols, line.Function.Name)
		}
		if inBenchmark {
			seen.Operation = append(seen.Operation, a)
		}
	}
	m := readMemory(seen, s.packages(p))
	n := float64(max(1, operations))
	m.Allocated, m.Objects = m.Allocated/n, m.Objects/n
	for i := range m.Sites {
		m.Sites[i].Bytes, m.Sites[i].Objects = m.Sites[i].Bytes/n, m.Sites[i].Objects/n
	}
	s.Memory = m
}

// keepLines keeps the costliest lines, by each cost.
func (s *Subject) keepLines() {
	for line, c := range s.costs {
		if c.Function = line.Function; line.File != "" { // otherwise the compiler generated it
			c.Place = fmt.Sprintf("%s:%d", strings.TrimPrefix(line.File, s.module+"/"), line.Number)
		}
	}
	keep := map[*LineCost]bool{}
	all := slices.Collect(maps.Values(s.costs))
	for _, by := range []func(*LineCost) float64{
		func(c *LineCost) float64 { return c.Seconds }, func(c *LineCost) float64 { return c.Instructions },
		func(c *LineCost) float64 { return c.D1 }, func(c *LineCost) float64 { return c.Bytes },
	} {
		slices.SortFunc(all, func(a, b *LineCost) int {
			return cmp.Or(cmp.Compare(by(b), by(a)), cmp.Compare(a.Place, b.Place))
		})
		for _, c := range all[:min(keptLines, len(all))] {
			if by(c) > 0 && !keep[c] {
				keep[c] = true
				s.Lines = append(s.Lines, *c)
			}
		}
	}
}

// lineTable shows the lines with the highest cost.
func (s *Subject) lineTable() Table {
	t := newTable(s.Impl+": lines", ">time", ">instructions", ">D1 misses", ">LLd misses", ">bytes", ">objects", "place", "function")
	t.Notes = []string{"of one operation; set-up of the benchmark is in the samples of time"}
	number := func(v float64) string {
		if v <= 0 { // smaller values are the variation of set-up
			return ""
		}
		return fmt.Sprintf("%.4g", v)
	}
	for _, l := range s.Lines[:min(2*keptLines, len(s.Lines))] {
		share := ""
		if l.Seconds > 0 && s.CPU != nil {
			share = s.CPU.share(l.Seconds)
		}
		t.Row(share, number(l.Instructions), number(l.D1), number(l.LL), number(l.Bytes), number(l.Objects), l.Place, l.Function)
	}
	return t
}
