package profiler

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"github.com/ecsbench/ecsbench/internal/perf/ab"
	"github.com/ecsbench/ecsbench/internal/perf/gobench"
	"github.com/ecsbench/ecsbench/internal/perf/instructions"
	"github.com/ecsbench/ecsbench/internal/sys/host"
	"github.com/ecsbench/ecsbench/results"
)

// mostProfiled limits the benchmarks that are profiled in one call.
const mostProfiled = 8

// Benchmarks profiles the Go benchmarks that a selection selects, of the working tree of the folder dir, ""
// for the current one, each in a fresh process. It calls report with the name of each stage. The
// findings contain the errors of single profiles. If ctx ends first, the error is a
// [results.InterruptedError].
func Benchmarks(ctx context.Context, dir string, selection Selection, packages []string, report func(stage string)) (_ *Findings, err error) {
	defer func() {
		if err != nil && ctx.Err() != nil {
			err = &results.InterruptedError{}
		}
	}()
	start := time.Now()
	report("building")
	src, err := gobench.Open(ctx, gobench.Config{Dir: dir, Head: ".", Pattern: selection.Bench, Packages: packages})
	if err != nil {
		return nil, err
	}
	defer src.Close()
	meter := ab.NewMeter(ctx, src, ab.Options{Budget: selection.Timeout})
	inv, err := meter.Inventory(ctx)
	if err != nil {
		return nil, err
	}
	if n := len(inv.Common); n > mostProfiled {
		return nil, fmt.Errorf("--bench %s matches %d benchmarks: select at most %d", selection.Bench, n, mostProfiled)
	}
	cases, failed, err := meter.Size(ctx, inv.Common, nil)
	if err != nil {
		return nil, err
	}
	var list []*Subject
	for _, f := range slices.Concat(inv.Failed, failed) {
		b := newBenchmark(f.Case.Name, "")
		b.Failed = []string{f.Reason}
		list = append(list, b)
	}
	module := src.Trees[ab.Head].Root()
	l := looker{Selection: selection, src: src, meter: meter}
	if slices.Contains(selection.Looks, LookCache) {
		if l.valgrind, err = instructions.FindValgrind(ctx); err != nil {
			return nil, err
		}
	}
	for _, c := range cases {
		b := newBenchmark(c.Name, module)
		for _, look := range selection.Looks {
			report(fmt.Sprintf("%s: %s", c.Name, look))
			limited, cancel := context.WithTimeout(ctx, selection.Timeout)
			err := l.take(limited, look, c, b)
			cancel()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				b.Failed = append(b.Failed, fmt.Sprintf("%s: %v", look, err))
			}
		}
		list = append(list, b)
	}
	env := host.Environment()
	env.GoVersion = src.GoVersion(ab.Head)
	if env.Commit, env.CommitTime, env.Dirty, err = src.Commit(ctx); err != nil {
		return nil, err
	}
	_, where := src.Sides()
	title := fmt.Sprintf("Go benchmarks %s of %s, %s", selection.Bench, module, where)
	return OfBenchmarks(title, start, env, selection.Looks, list), nil
}

// A looker takes looks at one source.
type looker struct {
	Selection
	src      *gobench.Source
	meter    *ab.Meter
	valgrind instructions.Valgrind
}

func (l *looker) take(ctx context.Context, look Look, c ab.PlannedCase, b *Subject) error {
	perOp := max(1e-9, c.PerOp)
	counted := l.Operations
	if counted == 0 { // 10 ms
		counted = ab.CountedOperations(perOp)
	}
	tree := l.src.Trees[ab.Head]
	switch look {
	case LookCPU:
		value, err := l.meter.Sample(ctx, c)
		if err != nil {
			return err
		}
		p, seconds, err := l.cpu(ctx, c.CaseID, perOp)
		if err != nil {
			return err
		}
		b.parts = b.packages(p)
		b.CPU = readCPU(p, 1e9*value["sec/op"], 1e9*seconds, b.parts)
		lines, _ := tree.Samples(p)
		for line, ns := range lines {
			b.cost(line).Seconds += float64(ns) / 1e9
		}
	case LookMemory:
		p, err := l.allocations(ctx, c.CaseID, counted)
		if err != nil {
			return err
		}
		b.addAllocations(p, counted)
		for line, bytes := range tree.Callers(p, "alloc_space") {
			b.cost(line).Bytes += float64(bytes) / float64(counted)
		}
		for line, objects := range tree.Callers(p, "alloc_objects") {
			b.cost(line).Objects += float64(objects) / float64(counted)
		}
	case LookCache:
		counts, err := l.src.CountWith(ctx, c.CaseID, ab.Head, counted, "--cache-sim=yes")
		if err != nil {
			return err
		}
		b.Cache = cacheOf(&cost{Counts: *counts, operations: counted, times: 1}, l.valgrind.Version)
		for line, n := range counts.Lines {
			b.cost(line).Instructions += float64(n) / float64(counted)
		}
		for line, r := range counts.Misses {
			k := b.cost(line)
			k.D1, k.LL = k.D1+float64(r.D1())/float64(counted), k.LL+float64(r.LL())/float64(counted)
		}
	default:
		return fmt.Errorf("no such look at a Go benchmark: use cpu, mem or cache")
	}
	return nil
}

// enoughTime is the share of the wanted processor time with which a profile is complete.
const enoughTime = 0.8

// mostCPU limits the profiles of processor time that are added up.
const mostCPU = 4

// cpu profiles a benchmark for the wanted processor time. A busy core, or operations that became
// faster, make single profiles shorter.
func (l *looker) cpu(ctx context.Context, c ab.CaseID, perOp float64) (all *profile.Profile, seconds float64, err error) {
	operations := max(1, int(l.Duration.Seconds()/perOp))
	for range mostCPU {
		p, each, err := l.src.CPU(ctx, c, ab.Head, operations)
		if err != nil {
			return nil, 0, err
		}
		if seconds = each; all != nil {
			if p, err = profile.Merge([]*profile.Profile{all, p}); err != nil {
				return nil, 0, fmt.Errorf("merging profiles of the processor: %w", err)
			}
		}
		all = p
		var taken float64
		for _, sample := range all.Sample {
			taken += float64(sample.Value[1]) / 1e9
		}
		left := l.Duration.Seconds() - taken
		if left <= (1-enoughTime)*l.Duration.Seconds() {
			break
		}
		if taken > 0 {
			operations = max(1, int(float64(operations)*min(4, left/taken)))
		}
	}
	return all, seconds, nil
}

// allocations returns those of so many operations: the difference of two lengths, without the
// benchmark's set-up.
func (l *looker) allocations(ctx context.Context, c ab.CaseID, operations int) (*profile.Profile, error) {
	short := 1 + operations/10
	less, err := l.src.AllAllocations(ctx, c, ab.Head, short)
	if err != nil {
		return nil, err
	}
	more, err := l.src.AllAllocations(ctx, c, ab.Head, short+operations)
	if err != nil {
		return nil, err
	}
	less.Scale(-1)
	p, err := profile.Merge([]*profile.Profile{more, less})
	if err != nil {
		return nil, fmt.Errorf("subtract profiles of allocations: %w", err)
	}
	p.Sample = slices.DeleteFunc(p.Sample, func(s *profile.Sample) bool { return s.Value[0] <= 0 || s.Value[1] <= 0 })
	return p, nil
}
