#!/usr/bin/env bash
# Does `ecsbench ab` name every slower case among many? A module has 60 benchmarks. KINDS
# ("3:10 13:30 60:900 60:0") states how many of them become slower, and by how many percent. With 0%
# the code of all differs, and its speed does not. RUNS (10) runs of each with a budget of BUDGET
# (60s). It fails if a run names fewer than 95% of the slower cases, or any other.
#
#   scripts/ab-many.sh
#   RUNS=2 KINDS=13:30 OUT=many scripts/ab-many.sh  # and RUNS=4 goes on
RUNS=${RUNS:-10} BUDGET=${BUDGET:-60s} KINDS=${KINDS:-3:10 13:30 60:900 60:0}
source "$(dirname "$0")/ab-experiment.sh"
mkdir "$work/many"
cd "$work/many"
printf 'module example.com/many\n\ngo 1.24\n' >go.mod

# write SLOWER PERCENT: the functions, of which some are slower.
write() {
	echo 'package many'
	for ((i = 1; i <= 60; i++)); do
		steps=1000 seed=$((7 * i + 1))
		if (($2 == 0)); then seed=$((seed + $1)); elif ((i <= $1)); then steps=$((steps + 10 * $2)); fi
		printf '\n//go:noinline\nfunc work%d() uint64 {\n\tx := uint64(%d)\n\tfor range %d {\n\t\tx ^= x << 13\n\t\tx ^= x >> 7\n\t\tx ^= x << 17\n\t}\n\treturn x\n}\n' $i $seed $steps
	done
}

write 0 0 >many.go
{
	printf 'package many\n\nimport "testing"\n\nvar sink uint64\n'
	for ((i = 1; i <= 60; i++)); do
		printf '\nfunc BenchmarkWork%d(b *testing.B) {\n\tfor b.Loop() {\n\t\tsink += work%d()\n\t}\n}\n' $i $i
	done
} >many_test.go
git init --quiet
git add --all
git -c user.name=ecsbench -c user.email=ecsbench@example.com commit --quiet --message "Base"

short=0
for kind in $KINDS; do
	slower=${kind%:*} percent=${kind#*:}
	write "$slower" "$percent" >many.go
	wanted=$((percent == 0 ? 0 : slower)) least=60 others=0 passes=0
	for ((i = 1; i <= RUNS; i++)); do
		name=many-$slower-$percent-$i
		experiment "$name" .
		# The numbers of the cases that are called worse.
		numbers=$(sed -n 's/^ WORSE .* Work\([0-9]*\).*/\1/p' "$OUT/$name.out" | sort -nu)
		named=$(awk -v n="$wanted" '$1 && $1 <= n' <<<"$numbers" | wc -l)
		others=$((others + $(awk -v n="$wanted" '$1 > n' <<<"$numbers" | wc -l)))
		least=$((named < least ? named : least)) passes=$((passes + (code == 0)))
		printf '%d slower by %d%%, run %d of %d: %d named, exit code %d, %s\n' "$slower" "$percent" "$i" "$RUNS" "$named" "$code" "$(head -n 1 "$OUT/$name.out")"
	done
	printf '%d of 60 slower by %d%%, %s each, load %s: at least %d named in each of %d runs, %d others named, %d pass\n' \
		"$slower" "$percent" "$BUDGET" "$(loads "many-$slower-$percent-")" "$least" "$RUNS" "$others" "$passes"
	if ((100 * least < 95 * wanted || others > 0 || wanted > 0 && passes > 0)); then short=1; fi
done
((short == 0))
