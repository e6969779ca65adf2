package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/ecsbench/ecsbench/internal/fixture"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scripts/program"
)

func (s *scale) big() {
	rounds := max(1, s.samples/len(s.cases))
	dir := filepath.Join(s.dir, "big")
	for i := range 8 {
		part := program.Must(s.plan.Slice(results.Shard{Index: i + 1, Count: 8}))
		shard(filepath.Join(dir, fmt.Sprintf("shard%d.txt", i)), part, "AMD EPYC", 1, rounds, rand.New(rand.NewPCG(4, uint64(i))))
	}
	text, binary := filepath.Join(s.dir, "merged.txt"), filepath.Join(s.dir, "samples.parquet")
	merging := s.command("merge", dir, "-o", text)
	os.RemoveAll(dir)
	exporting := s.command("export", text, "--to", "parquet", "-o", binary)
	share := size(binary) / size(text)
	n := float64(rounds*len(s.cases)) / 1e6
	s.check(merging.Wall+exporting.Wall < 60*time.Second, "big: %.1f million samples of 5 values: merged in %v, exported in %v; should be 60 s together", n, merging, exporting)
	s.check(max(merging.Memory, exporting.Memory) < 500<<20, "big: merging takes %d MiB, exporting %d MiB; should be at most 500", merging.Memory>>20, exporting.Memory>>20)
	s.check(share <= 0.1, "big: %.0f MiB of Parquet of %.0f MiB of text, a share of %.3f; should be at most 0.1", size(binary)/(1<<20), size(text)/(1<<20), share)
	os.Remove(text)
	os.Remove(binary)
}

func size(path string) float64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return float64(info.Size())
}

func (s *scale) history() {
	dir := filepath.Join(s.dir, "history")
	program.Check(os.Mkdir(dir, 0o755))
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range s.files {
		r := fixture.MadeUpRun{
			Impls: []string{"dense", "hashmap", "soa"}, Entities: []int{1000}, Samples: 6,
			Commit: fmt.Sprintf("%040x", i+1), Date: start.Add(time.Duration(i) * time.Hour).Format(time.RFC3339),
		}
		if i > s.files*2/3 {
			r.Slower = 1.1
		}
		program.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d.txt", i)), r.Text(), 0o644))
	}
	c := s.command("history", dir)
	s.check(c.Wall < 20*time.Second, "history: %d files in %v; should be 20 s", s.files, c)
}
