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
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// A Benchmark has the profiles of one Go benchmark; missing ones are nil.
type Benchmark struct {
	Name   string // with sub-benchmarks, without "Benchmark"
	Module string // path of the module that it is in

	CPU             *profile.Profile
	Plain, Profiled float64 // ns of an operation, without and with the CPU profiler

	Allocs    *profile.Profile // of all allocations
	Allocated int              // operations in it

	Counts  *CachegrindCounts // with caches
	Counted int               // operations counted
	Version string            // of valgrind

	Lines  map[SourceLine]*LineCost // of an operation
	Failed []string
}

// A LineCost is what an operation costs in one line of source.
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

// OfBenchmarks makes findings of Go benchmarks, one subject each.
func OfBenchmarks(what string, start time.Time, env results.Environment, looks []Look, list []*Benchmark) *Findings {
	return &Findings{
		Format: Format, Start: start.Round(time.Second), Plan: Plan{Bench: what, Looks: looks}, Environment: env,
		Subjects: lists.Map(list, (*Benchmark).subject),
	}
}

func (b *Benchmark) subject() *Subject {
	s := &Subject{Case: b.Name, Impl: b.Name, Visits: 1, Failed: b.Failed, Lines: b.lines()}
	if b.CPU != nil {
		s.parts = b.parts(b.CPU)
		s.CPU = readCPU(b.CPU, b.Plain, b.Profiled, s.parts)
	}
	if b.Allocs != nil {
		s.Memory = b.memory()
	}
	if b.Counts != nil {
		s.Cache = cacheOf(&cost{CachegrindCounts: *b.Counts, operations: b.Counted, times: 1}, b.Version)
	}
	return s
}

// parts are the packages of the module.
func (b *Benchmark) parts(p *profile.Profile) (list parts) {
	for _, f := range p.Function {
		rest, ok := strings.CutPrefix(f.Name, b.Module)
		if !ok || b.Module == "" || rest == "" || rest[0] != '.' && rest[0] != '/' && rest[0] != '_' {
			continue
		}
		name, _, _ := strings.Cut(ReadableSymbol(f.Name), ".")
		if part := (impls.Part{Functions: name + ".", Work: OwnModule}); len(list.of(part.Functions).Work) == 0 {
			list = append(list, part)
		}
	}
	return list
}

// memory returns the allocations of an operation; retained memory is unknown.
func (b *Benchmark) memory() *Memory {
	seen := &seenMemory{}
	var text strings.Builder
	if b.Allocs.Write(&text) == nil {
		seen.Allocs = []byte(text.String())
	}
	for _, sample := range b.Allocs.Sample {
		a := allocation{Objects: sample.Value[0], Bytes: sample.Value[1]}
		inBenchmark := false
		for line := range LinesOf(sample) {
			inBenchmark = inBenchmark || strings.HasPrefix(line.Function.Name, b.Module)
			a.Symbols = append(a.Symbols, line.Function.Name)
		}
		if inBenchmark {
			seen.Operation = append(seen.Operation, a)
		}
	}
	m := readMemory(seen, b.parts(b.Allocs))
	n := float64(max(1, b.Allocated))
	m.Allocated, m.Objects = m.Allocated/n, m.Objects/n
	for i := range m.Sites {
		m.Sites[i].Bytes, m.Sites[i].Objects = m.Sites[i].Bytes/n, m.Sites[i].Objects/n
	}
	return m
}

// lines are the costliest lines, by each cost.
func (b *Benchmark) lines() (list []LineCost) {
	for line, c := range b.Lines {
		if c.Function = line.Function; line.File != "" { // else it is what the compiler wrote
			c.Place = fmt.Sprintf("%s:%d", strings.TrimPrefix(line.File, b.Module+"/"), line.Number)
		}
	}
	keep := map[*LineCost]bool{}
	all := slices.Collect(maps.Values(b.Lines))
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
				list = append(list, *c)
			}
		}
	}
	return list
}

// lineTable shows the lines that cost the most.
func (s *Subject) lineTable() Table {
	t := newTable(s.Impl+": lines", ">time", ">instructions", ">D1 misses", ">LLd misses", ">bytes", ">objects", "place", "function")
	t.Notes = []string{"of one operation; set-up of the benchmark is in the samples of time"}
	all := 0.0
	if s.CPU != nil {
		all = s.CPU.Seconds
	}
	number := func(v float64) string {
		if v <= 0 { // below it is the variation of set-up
			return ""
		}
		return fmt.Sprintf("%.4g", v)
	}
	for _, l := range s.Lines[:min(2*keptLines, len(s.Lines))] {
		share := ""
		if l.Seconds > 0 && all > 0 {
			share = percent(l.Seconds / all)
		}
		t.Row(share, number(l.Instructions), number(l.D1), number(l.LL), number(l.Bytes), number(l.Objects), l.Place, l.Function)
	}
	return t
}
