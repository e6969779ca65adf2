#!/usr/bin/env bash
# How often does `ecsbench ab` call a regression where nothing changed?
# Measures 15 benchmarks against themselves, in programs that differ in a text that
# they can reach and never do, since ab does not measure equal ones, RUNS times (40) with a budget of
# BUDGET (90s) each, and fails if any regression was called.
#
#   scripts/ab-aa.sh
#   RUNS=5 BUDGET=1m OUT=aa scripts/ab-aa.sh       # and RUNS=10 goes on
RUNS=${RUNS:-40} BUDGET=${BUDGET:-90s}
source "$(dirname "$0")/ab-experiment.sh"
sed -i.bak 's/^const revision = .*/const revision = "head"/' backends_test.go
rm -f backends_test.go.bak
clean=0 regressions=0 inconclusive=0
for ((i = 1; i <= RUNS; i++)); do
	experiment "aa-$i" .
	case $code in
	0) clean=$((clean + 1)) ;;
	1) regressions=$((regressions + 1)) ;;
	*) inconclusive=$((inconclusive + 1)) ;;
	esac
	printf 'run %d of %d: %s\n' "$i" "$RUNS" "$(head -n 1 "$OUT/aa-$i.out")"
done
printf 'A/A: %d runs of 15 equal benchmarks, %s each, load %s: %d false regressions, %d clean, %d inconclusive\n' \
	"$RUNS" "$BUDGET" "$(loads aa-)" "$regressions" "$clean" "$inconclusive"
((regressions == 0))
