#!/usr/bin/env bash
# How often does `ecsbench gate` call a regression where nothing changed, and how
# often does it find one of 5%, when both sides are measured one after the other,
# as most builds do? Measures PAIRS + 1 times (20) and compares each run with the
# next; beside it stands what benchstat's rule calls significant. It fails if any
# regression was called where there is none.
#
# MODE selects what is measured:
#   run   the four scenarios of the original by `ecsbench run`, with its FLAGS (47 cases,
#         95 s, which gives 12 to 100 samples of each at a load of 15); the 5% slowdowns are injected
#         into the samples of one implementation. The files stay in OUT.
#   test  15 benchmarks of another module by go test -count=10; one of its three
#         storages does 5% of each pass a second time
#
#   scripts/gate-aa.sh
#   MODE=test PAIRS=4 BENCHTIME=20ms scripts/gate-aa.sh
#   MODE=run PAIRS=3 OUT=pairs scripts/gate-aa.sh      # and PAIRS=20 goes on
#   MODE=run PAIRS=3 FLAGS=--full scripts/gate-aa.sh   # all cases
#
# A regression of 5% is certain to be one of more than 2%, not of more than 5%, which is
# the default, so the gate is told --max-regression 2%.
MODE=${MODE:-run test} PAIRS=${PAIRS:-20} BENCHTIME=${BENCHTIME:-100ms} FLAGS=${FLAGS---entities 10000 --components 2 --axis aged=0,2 --budget 95s}
source "$(dirname "$0")/ab-experiment.sh"

# measure_test I: the run I of both programs, one after the other.
measure_test() {
	local side
	[[ ! -s $OUT/test-same-$1.load ]] || return 0
	for side in same slower; do
		"./$side.test" -test.bench=. -test.benchmem -test.count=10 -test.benchtime="$BENCHTIME" >"$OUT/test-$side-$1.txt"
	done
	load "test-same-$1"
}
build_test() {
	go test -c -o same.test
	sed -i.bak "s/^const extraPerMille = .*/const extraPerMille = 50/" backends.go
	rm -f backends.go.bak
	go test -c -o slower.test
}

# measure_run I: a run, and the same with an injected slowdown of 5%.
measure_run() {
	if [[ ! -s $OUT/run-same-$1.load ]]; then
		# shellcheck disable=SC2086 # several flags
		"$work/ecsbench" run --scenario create,iterate,create-remove,physics --quiet --force $FLAGS -o "$OUT/run-same-$1.txt" >/dev/null 2>&1
		load "run-same-$1"
	fi
	awk 'BEGIN { FS = OFS = "\t" }
		/impl=paged/ { for (i = 3; i <= NF; i++) {
			split($i, v, " ")
			if (v[2] ~ /^(ns|cycles)\//) $i = v[1] * 1.05 " " v[2]
			if (v[2] ~ /\/s$/) $i = v[1] / 1.05 " " v[2]
		} }
		{ print }' "$OUT/run-same-$1.txt" >"$OUT/run-slower-$1.txt"
}
build_run() { :; }

# judge OLD NEW: the exit code of gate goes to $code, its verdict to verdict.txt.
judge() {
	code=0
	"$work/ecsbench" gate --max-regression 2% "$1" "$2" >"$work/verdict.txt" 2>"$work/err.txt" || code=$?
	if ((code != 0 && code != 1 && code != 3)); then
		cat "$work/err.txt" >&2
		exit 2
	fi
}

all=0
for mode in $MODE; do
	"build_$mode"
	clean=0 regressions=0 inconclusive=0 compared=0 significant=0 found=0 elsewhere=0
	for ((i = 0; i <= PAIRS; i++)); do
		"measure_$mode" "$i"
		if ((i == 0)); then continue; fi
		old=$OUT/$mode-same-$((i - 1)).txt
		judge "$old" "$OUT/$mode-same-$i.txt"
		case $code in
		0) clean=$((clean + 1)) ;;
		1) regressions=$((regressions + 1)) ;;
		3) inconclusive=$((inconclusive + 1)) ;;
		esac
		printf '%s, pair %d of %d: %s\n' "$mode" "$i" "$PAIRS" "$(head -n 1 "$work/verdict.txt")"
		"$work/ecsbench" compare "$old" "$OUT/$mode-same-$i.txt" 2>/dev/null >"$work/table.txt"
		# benchstat prints ~ where a difference is not significant.
		compared=$((compared + $(grep -c 'p=' "$work/table.txt" || true)))
		significant=$((significant + $(grep 'p=' "$work/table.txt" | grep -vc '~' || true)))
		judge "$old" "$OUT/$mode-slower-$i.txt"
		printf '%s, pair %d of %d with an injected slowdown of 5%%: %s\n' "$mode" "$i" "$PAIRS" "$(head -n 1 "$work/verdict.txt")"
		if grep -q '^ WORSE.*impl=paged' "$work/verdict.txt"; then found=$((found + 1)); fi
		if grep '^ WORSE' "$work/verdict.txt" | grep -qv impl=paged; then elsewhere=$((elsewhere + 1)); fi
	done
	printf '%s: %d pairs of equal runs, one after the other, load %s: %d false regressions, %d clean, %d inconclusive; 5%% in one backend found in %d, called elsewhere in %d; benchstat: %d of %d differences significant\n' \
		"$mode" "$PAIRS" "$(loads "$mode-same-")" "$regressions" "$clean" "$inconclusive" "$found" "$elsewhere" "$significant" "$compared"
	all=$((all + regressions))
done
uptime
((all == 0))
