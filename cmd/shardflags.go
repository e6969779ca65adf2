package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/measure"
)

// shardFlags select the measured part of a plan.
type shardFlags struct{ shard string }

func (f *shardFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.shard, "shard", os.Getenv(measure.ShardsVariable), "measure part `i/n` of the plan, from 1/n to n/n, or auto for what Kubernetes, Slurm or the CI says (default auto where "+measure.ShardsVariable+" is the number of shards)")
	flags.Lookup("shard").DefValue = ""
	if f.shard != "" {
		f.shard = "auto"
	}
	completeValues(cmd, "shard", "auto")
}

// slice returns the selected part of the plan.
func (f *shardFlags) slice(plan measure.Plan) (measure.Plan, error) {
	if f.shard == "" {
		return plan, nil
	}
	shard, err := measure.ParseShard(f.shard, os.Getenv)
	if err != nil {
		return plan, fmt.Errorf("--%w", err)
	}
	if plan, err = plan.Slice(shard); err != nil {
		return plan, fmt.Errorf("--%w", err)
	}
	return plan, nil
}
