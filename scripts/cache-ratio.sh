#!/usr/bin/env bash
# Shows that the cache profile has the ratios of the seed's, and repeats them:
# on physics, hashmap makes more data references and more D1 misses than dense
# (the seed: 2.9x and 4.1x), and two runs agree within half a percent.
#
#   scripts/cache-ratio.sh [ENTITIES]
#
# Needs valgrind; takes a few minutes at the default of 100000 entities.
set -euo pipefail
cd "$(dirname "$0")/.."
entities=${1:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench

# The seed's scale and a cache such as its author's machine had.
printf 'name: seed\ncomponent-types: 512\nsystems: 32\nentities: [100000]\ncomponents: [2]\n' >"$work/seed.yaml"
for run in 1 2; do
	VALGRIND_OPTS="--D1=32768,8,64 --LL=8388608,16,64" "$work/ecsbench" profile --quiet --profile "$work/seed.yaml" --scenario physics --impl hashmap,dense --entities "$entities" \
		--cache -o "$work/$run" >"$work/$run.out"
done
sed -n '/^Cache references/,/^$/p; /D refs (rd/,/^$/p' "$work/1.out" | head -12

# value RUN IMPL UNIT
value() { awk -v impl="impl=$2/" -v unit="$3" 'index($1, impl) { for (i = 3; i < NF; i += 2) if ($(i+1) == unit) print $i }' "$work/$1/counts.txt"; }
failed=0
check() { # DESCRIPTION CONDITION
	if awk "BEGIN { exit !($2) }"; then echo "ok      $1"; else echo "FAILED  $1"; failed=1; fi
}
ratio() { awk -v a="$(value 1 hashmap "$1")" -v b="$(value 1 dense "$1")" 'BEGIN { printf "%.2f", a / b }'; }
for unit in D-refs/entity D1-misses/entity; do
	check "hashmap makes $(ratio $unit) times the $unit of dense" "$(ratio $unit) > 1.5"
	for impl in hashmap dense; do
		a=$(value 1 $impl $unit) b=$(value 2 $impl $unit)
		apart=$(awk -v a="$a" -v b="$b" 'BEGIN { d = 100 * (a / b - 1); printf "%.3f", d < 0 ? -d : d }')
		check "$impl: $a and $b $unit in two runs, $apart% apart" "$apart <= 0.5"
	done
done
exit $failed
