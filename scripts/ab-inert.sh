#!/usr/bin/env bash
# Does a change that executes nothing move a verdict of `ecsbench ab`?
# Adds 1 to 5 functions that are linked and never called, and lines that are never reached, to the
# module of 15 benchmarks. They move the functions behind them. Each of the five changes is compared
# with the base RUNS times (4) with a budget of BUDGET (90s). It fails if any regression was called.
# `ecsbench doctor --layout --bench .` shows how much such a change moves a plain comparison.
#
#   scripts/ab-inert.sh
#   RUNS=1 BUDGET=1m OUT=inert scripts/ab-inert.sh  # and RUNS=4 goes on
RUNS=${RUNS:-4} BUDGET=${BUDGET:-90s}
source "$(dirname "$0")/ab-experiment.sh"
regressions=0 inconclusive=0 runs=0
for ((change = 1; change <= 5; change++)); do
	{
		printf 'package backends\n\nvar aside = make([]int, 1)\n\nfunc init() {\n'
		for ((j = 2; j <= 1 + 3 * change; j++)); do printf '\tif len(aside) == %d {\n\t\taside[0] += %d\n\t}\n' $j $j; done
		for ((j = 1; j <= change; j++)); do printf '\tif len(aside) == 2 {\n\t\taside[0] += inert%d(aside)\n\t}\n' $j; done
		printf '}\n'
		for ((j = 1; j <= change; j++)); do
			printf '\n//go:noinline\nfunc inert%d(v []int) (s int) {\n\tfor i, x := range v {\n\t\ts += x * (i + %d)\n\t}\n\treturn s\n}\n' $j $j
		done
	} >aaa_test.go # before the others
	for ((i = 1; i <= RUNS; i++)); do
		experiment "inert-$change-$i" .
		runs=$((runs + 1))
		case $code in
		0) ;;
		1) regressions=$((regressions + 1)) ;;
		*) inconclusive=$((inconclusive + 1)) ;;
		esac
		printf 'change %d, run %d of %d: %s\n' "$change" "$i" "$RUNS" "$(head -n 1 "$OUT/inert-$change-$i.out")"
	done
done
printf 'inert changes: %d runs of 15 benchmarks, %s each, load %s: %d false regressions, %d inconclusive\n' \
	"$runs" "$BUDGET" "$(loads inert-)" "$regressions" "$inconclusive"
((regressions == 0))
