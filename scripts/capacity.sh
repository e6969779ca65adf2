#!/usr/bin/env bash
# Measures the capacity of a world again and again, and prints how well it repeats, for each
# library and for its ratio to the first one:
#
#	scripts/capacity.sh [WORLD [LIBRARIES [RUNS]]]
#
# RUN is a command that runs each measurement, such as RUN="taskset -c 1".
set -euo pipefail
cd "$(dirname "$0")/.."
world=${1:-tower-defence} libraries=${2:-ecs,ark} runs=${3:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
for run in $(seq "$runs"); do
	${RUN:-} "$work/ecsbench" world run "$world" --library "$libraries" --skip variants --samples 1 --seed "$run" --format json --quiet |
		awk '/"name":/ { name = $2 } /"Entities":/ { print name, $2 }' | tr -d '",' | sort |
		awk '{ print; if (NR == 1) { first = $1; most = $2 } else if ($2) print first "/" $1, most / $2 }' | tee -a "$work/found" | paste -sd ' '
done
sort -k1,1 -k2,2n "$work/found" | awk '
	function report(   median, worst, within, i) {
		median = (found[int((n + 1) / 2)] + found[int((n + 2) / 2)]) / 2
		for (i = 1; i <= n; i++) {
			off = found[i] / median - 1
			if (off < 0) off = -off
			if (off > worst) worst = off
			within += off <= 0.05
		}
		printf "%s: %.6g; %d of %d runs within 5%%, the farthest is off by %.1f%%\n", name, median, within, n, 100 * worst
		n = 0
	}
	$1 != name { if (n) report(); name = $1 }
	{ found[++n] = $2 }
	END { report() }'
