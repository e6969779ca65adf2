package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/ecsbench/ecsbench/internal/perf/gate"
	"github.com/ecsbench/ecsbench/internal/perf/verdict"
	"github.com/ecsbench/ecsbench/internal/suite/measure"
	"github.com/ecsbench/ecsbench/internal/sys/outdir"
	"github.com/ecsbench/ecsbench/results"
	"github.com/ecsbench/ecsbench/scripts/program"
)

// kinds of machines, and how much longer everything takes there.
var kinds = map[string]float64{"AMD EPYC": 1, "Intel Xeon": 1.4}

func (s *scale) machines() {
	random := rand.New(rand.NewPCG(3, 3))
	for _, mode := range []string{"both measure all shards", "each shard is measured on the one or the other"} {
		outcomes := make(map[verdict.Outcome]int)
		for trial := range s.trials {
			dir := filepath.Join(s.dir, fmt.Sprint("machines", trial))
			var sides [2]*gate.Input
			for i := range sides {
				path := mixed(s.plan, filepath.Join(dir, fmt.Sprint(i)), mode[0] == 'b', random)
				sides[i] = program.Must(gate.ReadInput(&results.Files{Paths: []string{path}}, "*"))
			}
			outcomes[program.Must(gate.Gate(sides[0], sides[1], gate.DefaultLimits())).Outcome]++
			os.RemoveAll(dir)
		}
		s.check(outcomes[verdict.Regressed] == 0, "machines: %s: in %d A/A comparisons of merged files %d false alarms; %d passed, %d inconclusive",
			mode, s.trials, outcomes[verdict.Regressed], outcomes[verdict.Pass], outcomes[verdict.Inconclusive])
	}
}

// mixed measures 4 shards on machines of both kinds and merges them.
func mixed(p measure.Plan, dir string, both bool, random *rand.Rand) string {
	var paths []string
	for i := range 4 {
		part := program.Must(p.Slice(results.Shard{Index: i + 1, Count: 4}))
		odd := random.IntN(2) == 0
		for cpu, factor := range kinds {
			if !both && odd != (factor > 1) {
				continue
			}
			path := filepath.Join(dir, fmt.Sprintf("%d %s.txt", i, cpu))
			shard(path, part, cpu, factor, 20, random)
			paths = append(paths, path)
		}
	}
	m := program.Must(measure.MergeShards(paths))
	to := filepath.Join(dir, "merged.txt")
	program.Check(outdir.WriteFile(to, false, m.Write))
	return to
}
