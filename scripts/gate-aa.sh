#!/usr/bin/env bash
# How often does `ecsbench gate` call a regression where nothing changed, when
# both sides are measured one after the other, as most builds do? Runs the same
# 15 benchmarks RUNS times (13) with go test -count=10, compares each run with
# the next, and each two runs with the next two, and fails if any regression
# was called. Beside it stands what benchstat's rule calls significant.
#
#   scripts/gate-aa.sh
#   RUNS=5 BENCHTIME=20ms scripts/gate-aa.sh
RUNS=${RUNS:-13} BENCHTIME=${BENCHTIME:-100ms}
source "$(dirname "$0")/ab-experiment.sh"
go test -c -o "$work/backends.test"
for ((i = 1; i <= RUNS; i++)); do
	"$work/backends.test" -test.bench=. -test.benchmem -test.count=10 -test.benchtime="$BENCHTIME" >"$work/run-$i.txt"
done

# judge OLD NEW: counts what comes of it.
judge() {
	local code=0
	"$work/ecsbench" gate "$1" "$2" >"$work/verdict.txt" 2>"$work/err.txt" || code=$?
	case $code in
	0) clean=$((clean + 1)) ;;
	1) regressions=$((regressions + 1)) ;;
	3) inconclusive=$((inconclusive + 1)) ;;
	*)
		cat "$work/err.txt" >&2
		exit 2
		;;
	esac
	"$work/ecsbench" compare --format csv "$1" "$2" 2>/dev/null >"$work/table.csv"
	# benchstat prints ~ where a difference is not significant.
	compared=$((compared + $(grep -c 'p=' "$work/table.csv" || true)))
	significant=$((significant + $(grep 'p=' "$work/table.csv" | grep -vc '~' || true)))
}

# report WHAT: prints the counts.
report() {
	printf '%s of 15 equal benchmarks, one after the other: gate: %d false regressions, %d clean, %d inconclusive; benchstat: %d of %d differences significant\n' \
		"$1" "$regressions" "$clean" "$inconclusive" "$significant" "$compared"
	all=$((all + regressions))
}

all=0
clean=0 regressions=0 inconclusive=0 compared=0 significant=0
for ((i = 1; i < RUNS; i++)); do judge "$work/run-$i.txt" "$work/run-$((i + 1)).txt"; done
report "$((RUNS - 1)) pairs of a run"
clean=0 regressions=0 inconclusive=0 compared=0 significant=0
for ((i = 1; i + 3 <= RUNS; i += 2)); do
	cat "$work/run-$i.txt" "$work/run-$((i + 1)).txt" >"$work/old.txt"
	cat "$work/run-$((i + 2)).txt" "$work/run-$((i + 3)).txt" >"$work/new.txt"
	judge "$work/old.txt" "$work/new.txt"
done
report "$(((RUNS - 2) / 2)) pairs of two runs"
((all == 0))
