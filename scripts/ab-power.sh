#!/usr/bin/env bash
# How often does `ecsbench ab` find a real slow-down? One of three storages does
# SLOW percent of each pass a second time; a run counts where a benchmark of
# that storage is called a regression. RUNS (20) runs for each of SLOW
# ("10 5 3"), with a budget of BUDGET (5m) each. It fails if fewer are found than
# all of 10% and of 5% and 95% of 3%, or if another storage is called slower.
#
#   scripts/ab-power.sh
#   RUNS=2 SLOW=5 BUDGET=2m OUT=power scripts/ab-power.sh       # and RUNS=4 goes on
RUNS=${RUNS:-20} BUDGET=${BUDGET:-5m} SLOW=${SLOW:-10 5 3}
source "$(dirname "$0")/ab-experiment.sh"
# goal SLOW: the percentage of runs that has to find it.
goal() {
	case $1 in
	10) echo 100 ;;
	5) echo 100 ;;
	3) echo 95 ;;
	*) echo 0 ;;
	esac
}
short=0
for slow in $SLOW; do
	sed -i.bak "s/^const extraPerMille = .*/const extraPerMille = $((10 * slow))/" backends.go
	rm -f backends.go.bak
	found=0 elsewhere=0
	for ((i = 1; i <= RUNS; i++)); do
		experiment "power-$slow-$i" .
		list=$(grep '^ WORSE ' "$OUT/power-$slow-$i.out" || true)
		if grep -q impl=paged <<<"$list"; then found=$((found + 1)); fi
		if grep -q -e impl=dense -e impl=hashed <<<"$list"; then elsewhere=$((elsewhere + 1)); fi
		printf '%d%%, run %d of %d: exit code %d, %s\n' "$slow" "$i" "$RUNS" "$code" "$(head -n 1 "$OUT/power-$slow-$i.out")"
	done
	printf 'Power: %d%% slower in one storage of three, 15 benchmarks, %s each, load %s: found in %d of %d runs; called elsewhere in %d\n' \
		"$slow" "$BUDGET" "$(loads "power-$slow-")" "$found" "$RUNS" "$elsewhere"
	if ((100 * found < $(goal "$slow") * RUNS || elsewhere > 0)); then short=1; fi
done
((short == 0))
