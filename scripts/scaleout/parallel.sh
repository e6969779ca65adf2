#!/usr/bin/env bash
# Measures a plan on machines with SSH, a shard on one at a time, and merges.
#
#   scripts/scaleout/parallel.sh HOSTS N [flags of ecsbench run ...]
#
# HOSTS is a file with a host on each line, as GNU parallel's --sshloginfile has
# it (":" is this machine). The program is copied there, into the folder that is
# the working directory here. What a machine that went away had measured is lost;
# its shard is measured on another one. Shards are in results/shard-*.txt, the whole
# in results/matrix.txt; started again, it measures what is missing.
set -euo pipefail
hosts=$(realpath "${1:?a file with hosts}")
shards=${2:?how many shards?}
shift 2
results=${ECSBENCH_RESULTS:-results}
mkdir -p "$results"
cp "$(command -v ecsbench)" "$results/ecsbench"
cd "$results"
parallel --sshloginfile "$hosts" --jobs 1 --retries 3 --joblog shards.log --resume-failed \
	--workdir . --basefile ./ecsbench --return shard-{}.txt \
	./ecsbench run "$@" --shard "{}/$shards" --continue --quiet -o shard-{}.txt '>/dev/null' \
	::: $(seq "$shards") || true # merge lists what is missing
./ecsbench merge . --force -o matrix.txt
