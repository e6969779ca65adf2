#!/usr/bin/env bash
# States what the CPU profiler costs while it runs, and shows that counting
# instructions beside time leaves the times alone: samples of runs with and
# without it are taken in turns, and benchstat finds no difference. (Profiles
# and counts come from processes of their own, so there is no way how they
# could.)
#
#   scripts/profile-overhead.sh [ROUNDS]
#
# Needs valgrind; takes about two minutes at the default of 10 rounds.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-10}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
case="--scenario iterate --impl hashmap,dense --entities 10000 --components 2"

"$work/ecsbench" profile $case --cpu --quiet | grep -E '^(hashmap|dense):|while profiling'
for round in $(seq "$rounds"); do
	for metric in time instructions; do
		"$work/ecsbench" run $case --rounds 1 --metric $metric --quiet --force -o "$work/one.txt" >/dev/null 2>&1
		cat "$work/one.txt" >>"$work/$metric.txt"
	done
done
go tool benchstat -filter '.unit:ns/entity' "time=$work/time.txt" "with-instructions=$work/instructions.txt"
