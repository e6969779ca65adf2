#!/usr/bin/env bash
# Measures a plan in a Slurm array, a shard in each of N jobs, and merges.
#
#   scripts/scaleout/slurm.sh N [flags of ecsbench run ...]
#
# Shards are in results/shard-*.txt of the working directory, the whole in
# results/matrix.txt. A job that was killed or preempted goes on when Slurm starts
# it again; to start some again by hand:
#   ECSBENCH_SHARDS=N sbatch --array=3,17 scripts/scaleout/slurm.sh [flags ...]
#
#SBATCH --job-name=ecsbench
#SBATCH --exclusive
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=results/shard-%a.log
set -euo pipefail
results=${ECSBENCH_RESULTS:-results}
mkdir -p "$results"

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then # in a job of the array
	exec ecsbench run "$@" --shard auto --continue --quiet -o "$results/shard-$SLURM_ARRAY_TASK_ID.txt"
fi

shards=${1:?how many shards?}
shift
export ECSBENCH_SHARDS=$shards
array=$(sbatch --parsable --export=ALL --array=0-$((shards - 1)) "$0" "$@")
sbatch --dependency="afterany:$array" --job-name=ecsbench-merge --output="$results/merge.log" \
	--wrap "ecsbench merge '$results' --force -o '$results/matrix.txt'"
