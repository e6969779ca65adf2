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
	flags.StringVar(&f.shard, "shard", os.Getenv(measure.ShardsVariable), "measure shard `i/n` of the plan, from 1/n to n/n; auto reads Kubernetes, Slurm or CI variables (the default if "+measure.ShardsVariable+" is set)")
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
