package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/measure"
	"github.com/ecsbench/ecsbench/results"
)

// shardFlags say which part of a plan is measured here.
type shardFlags struct{ shard, costs string }

func (f *shardFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.shard, "shard", os.Getenv(measure.ShardsVariable), "measure part `i/n` of the plan, from 1/n to n/n, or auto for what Kubernetes, Slurm or the CI says (default auto where "+measure.ShardsVariable+" is the number of shards)")
	flags.Lookup("shard").DefValue = ""
	if f.shard != "" {
		f.shard = "auto"
	}
	flags.StringVar(&f.costs, "costs", "", "balance shards by what the cases took in this result `file` of an earlier run; the same for all shards")
	completeValues(cmd, "shard", "auto")
}

// slice returns the part of the plan that was asked for.
func (f *shardFlags) slice(plan measure.Plan) (measure.Plan, error) {
	if f.shard == "" {
		if f.costs != "" {
			return plan, fmt.Errorf("--costs without --shard: it tells how to split a plan, say into how many parts")
		}
		return plan, nil
	}
	shard, err := measure.ParseShard(f.shard, os.Getenv)
	if err != nil {
		return plan, fmt.Errorf("--%w", err)
	}
	var costs *results.File
	if f.costs != "" {
		if costs, err = results.Read(f.costs); err != nil {
			return plan, fmt.Errorf("--costs: %w", err)
		}
	}
	if plan, err = plan.Slice(shard, costs); err != nil {
		return plan, fmt.Errorf("--%w", err)
	}
	return plan, nil
}
