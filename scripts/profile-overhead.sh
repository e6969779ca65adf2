#!/usr/bin/env bash
# States what the CPU profiler costs while it runs, and shows that profiling
# leaves the samples of run alone: a run before and a run after are not told
# apart by benchstat.
#
#   scripts/profile-overhead.sh
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
impls=hashmap,dense
case="--scenario iterate --impl $impls --entities 10000 --components 2"

"$work/ecsbench" run $case --count 10 --quiet -o "$work/before.txt" >/dev/null
"$work/ecsbench" profile $case --cpu --quiet | grep -E '^(hashmap|dense):|while profiling'
"$work/ecsbench" run $case --count 10 --quiet -o "$work/after.txt" >/dev/null
go tool benchstat -filter '.unit:ns/entity' "before=$work/before.txt" "after=$work/after.txt"
