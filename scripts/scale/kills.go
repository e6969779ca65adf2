package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ecsbench/ecsbench/measure"
	"github.com/ecsbench/ecsbench/outdir"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/results/merge"
	"github.com/ecsbench/ecsbench/scripts/program"
)

// A dummy answers at once, each case always alike, until it is stopped.
type dummy struct {
	left int // samples until then; less than 0 for never
	stop func()
}

func (d *dummy) Measure(ctx context.Context, r measure.Request, _ time.Duration) (measure.Answer, error) {
	if d.left == 0 {
		d.stop()
		return measure.Answer{}, ctx.Err()
	}
	d.left--
	h := fnv.New32a()
	fmt.Fprint(h, r.Scenario, r.Impl, r.At)
	switch h.Sum32() % 20 {
	case 0:
		return measure.Answer{Failed: "it panicked"}, nil
	case 1:
		return measure.Answer{Unsupported: "it cannot do that"}, nil
	}
	return measure.Answer{Iterations: 1, Values: []results.Value{{Value: float64(h.Sum32()), Unit: "ns/op"}}}, nil
}

type nobody struct{}

func (nobody) Sampled(measure.Progress)           {}
func (nobody) Excepted(string, results.Exception) {}

func carryOut(s *measure.Session, samples int) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	_, _, err := s.Run(ctx, &dummy{samples, stop}, nobody{}, nil)
	if interrupted := (*results.InterruptedError)(nil); !errors.As(err, &interrupted) {
		program.Check(err)
	}
}

func (s *scale) kills() {
	p := s.plan
	p.Count = 2
	whole := filepath.Join(s.dir, "whole.txt")
	carryOut(measure.Begin(p, whole, false), -1)
	want := content(whole)
	random := rand.New(rand.NewPCG(2, 2))
	equal, kills := 0, 0
	for trial := range s.trials {
		dir := filepath.Join(s.dir, fmt.Sprint("kills", trial))
		kills += killed(p, dir, random)
		if slices.Equal(content(filepath.Join(dir, "merged.txt")), want) {
			equal++
		}
		os.RemoveAll(dir)
	}
	s.say(equal == s.trials, "kills: %d of %d merged files of 32 shards are the uninterrupted run, case for case, after %d kills", equal, s.trials, kills)
}

// killed measures 32 shards with kills, merges them in random order, and returns
// how many kills there were.
func killed(p measure.Plan, dir string, random *rand.Rand) (kills int) {
	var paths []string
	for i := range 32 {
		part := program.Must(p.Slice(measure.Shard{Index: i + 1, Count: 32}, nil))
		path := filepath.Join(dir, fmt.Sprintf("shard%d.txt", i))
		paths = append(paths, path)
		for random.IntN(2) == 0 {
			kills++
			again(part, path, random.IntN(20))
			info := program.Must(os.Stat(path))
			// A kill comes in the middle of a line too, but what was on disk stays.
			program.Check(os.Truncate(path, info.Size()-random.Int64N(min(60, info.Size()))))
		}
		again(part, path, -1)
	}
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	m := program.Must(merge.Read(paths))
	if m.Shards != 32 || strings.Contains(strings.Join(m.Problems, ""), "missing") {
		program.Check(fmt.Errorf("%q", m.Problems))
	}
	program.Check(outdir.WriteFile(filepath.Join(dir, "merged.txt"), false, m.Write))
	return kills
}

func again(part measure.Plan, path string, samples int) {
	carryOut(program.Must(measure.BeginOrContinue(part, path)), samples)
}

// content is what a file says of each case, in an order of its own.
func content(path string) (list []string) {
	f := program.Must(results.Read(path))
	for _, c := range f.Cases {
		list = append(list, fmt.Sprint(c.Name, c.Config, c.Values))
	}
	for _, e := range slices.Concat(f.Failed, f.Unsupported) {
		list = append(list, fmt.Sprint(e))
	}
	slices.Sort(list)
	return list
}
