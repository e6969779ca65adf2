#!/usr/bin/env bash
# How well does `ecsbench run` know its cases when its default budget is spent?
# Measures the four scenarios of the original, RUNS times (1), and prints how many
# medians are known to ±2% and to ±5%, in time or in cycles. FLAGS go to run.
#
#   scripts/precision.sh
#   FLAGS="--budget 40s --entities 10000 --components 2" scripts/precision.sh
set -euo pipefail
RUNS=${RUNS:-1}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
go build -C scripts -o "$work/precision" ./precision
cd "$work"
for ((i = 1; i <= RUNS; i++)); do
	# shellcheck disable=SC2086 # several flags
	./ecsbench run --profile A --entities 1000,10000,100000 --components 1,2,3 --axis aged=0,2 --scenario create,iterate,create-remove,physics --quiet ${FLAGS:-} -o "run-$i.txt" >/dev/null
	./precision "run-$i.txt"
done
uptime
