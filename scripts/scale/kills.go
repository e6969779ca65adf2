package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scripts/program"
)

func carryOut(s *measure.Recording, samples int) {
	program.Check(measure.Simulate(context.Background(), s, samples))
}

func (s *scale) kills() {
	p := s.plan
	p.Rounds = 2
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
	s.check(equal == s.trials, "kills: %d of %d merged files of 32 shards are the uninterrupted run, case for case, after %d kills", equal, s.trials, kills)
}

// killed measures 32 shards with kills, merges them in random order, and returns
// how many kills there were.
func killed(p measure.Plan, dir string, random *rand.Rand) (kills int) {
	var paths []string
	for i := range 32 {
		part := program.Must(p.Slice(results.Shard{Index: i + 1, Count: 32}))
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
	m := program.Must(measure.MergeShards(paths))
	if m.Shards != 32 || strings.Contains(strings.Join(m.Problems, ""), "missing") {
		program.Check(fmt.Errorf("%q", m.Problems))
	}
	program.Check(outdir.WriteFile(filepath.Join(dir, "merged.txt"), false, m.Write))
	return kills
}

func again(part measure.Plan, path string, samples int) {
	carryOut(program.Must(measure.BeginOrContinue(part, path)), samples)
}

func content(path string) []string { return measure.Content(program.Must(results.Read(path))) }
