#!/usr/bin/env bash
# How does `ecsbench gate` judge plain files of `go test -bench -count 10`? It measures
# FILES (10) files of each of five modules, in turns, one process each, and judges PAIRS
# (40) pairs of files of each module:
#
#   - as they are: a regression is a false alarm
#   - with one benchmark three times slower in NEW: it must be a regression (4 pairs of
#     each module)
#   - five processes of each side, in turns, with the first two samples of each: as they
#     are, and with one benchmark 1.3 times slower
#
#   scripts/files-aa.sh
#   OUT=files FILES=4 PAIRS=3 BENCHMARKS=2 scripts/files-aa.sh     # and FILES=10 goes on
#
# Only some of the BENCHMARKS (4) of a module are measured, evenly spaced, since ten samples
# of each of ark's 94 take a quarter of an hour. WHERE=neighbour measures beside `quiet neighbour`.
#
# The modules come from the Go module proxy. The files stay in OUT, if it is named.
set -euo pipefail
FILES=${FILES:-10} PAIRS=${PAIRS:-40} BENCHTIME=${BENCHTIME:-110ms} BENCHMARKS=${BENCHMARKS:-4} WHERE=${WHERE:-alone}
MODULES=${MODULES:-github.com/google/btree@v1.1.3 github.com/valyala/fastjson@v1.6.10 github.com/mlange-42/ark@v0.8.3 github.com/rivo/uniseg@v0.4.7 github.com/cespare/xxhash/v2@v2.3.0}
work=$(mktemp -d)
neighbour=
trap 'if [[ -n $neighbour ]]; then kill -INT "$neighbour"; fi; rm -rf "$work"' EXIT
mkdir -p "${OUT:=$work/out}"
OUT=$(cd "$OUT" && pwd)
cd "$(dirname "$0")/.."
go build -o "$work/ecsbench" ./cmd/ecsbench
if [[ $WHERE == neighbour ]]; then
	go build -C scripts -o "$work/quiet" ./quiet
	"$work/quiet" neighbour &
	neighbour=$!
fi

# some PROGRAM: a pattern of BENCHMARKS of its benchmarks.
some() {
	"$1" -test.list '^Benchmark' | awk -v n="$BENCHMARKS" '/^Benchmark/ { l[m++] = $1 }
		END { if (n > m) n = m; for (i = 0; i < n; i++) { if (i) printf "|"; printf "%s", l[int((i + 0.5) * m / n)] } }'
}

names=()
for module in $MODULES; do
	name=${module%@*} name=${name%/v[0-9]} name=$(basename "$name")
	names+=("$name")
	go mod download "$module"
	cp -r "$(go env GOMODCACHE)/$module" "$work/$name"
	chmod -R u+w "$work/$name"
	(cd "$work/$name" && go test -c -o "$work/$name.test" "./${PACKAGE:-$([[ $name == ark ]] && echo ecs)}")
done

for ((i = 0; i < FILES; i++)); do
	for name in "${names[@]}"; do
		[[ -s $OUT/$name-$i.txt ]] || (cd "$work/$name" && "$work/$name.test" -test.run '^$' -test.bench "^($(some "$work/$name.test"))\$" -test.count 10 -test.benchtime "$BENCHTIME" >"$OUT/$name-$i.part") &&
			if [[ -e $OUT/$name-$i.part ]]; then mv "$OUT/$name-$i.part" "$OUT/$name-$i.txt"; fi
	done
done

# judge OLD NEW: adds one to the count of its exit code; the text goes to verdict.txt.
judge() {
	code=0
	"$work/ecsbench" gate "$1" "$2" >"$work/verdict.txt" 2>&1 || code=$?
}
# slower FILE TIMES: the benchmark in the middle of the file, so many times slower.
slower() {
	local victim
	victim=$(grep -o '^Benchmark[^ 	]*' "$1" | sort -u | awk '{ l[NR] = $0 } END { print l[int((NR + 1) / 2)] }')
	awk -v victim="$victim" -v times="$2" '$1 == victim { for (i = 4; i <= NF; i++) if ($i == "ns/op") $(i - 1) *= times } { print }' "$1"
}
# block FIRST: every second file from FIRST on, two samples of each benchmark.
block() {
	local i
	for ((i = $1; i < FILES; i += 2)); do awk '!/^Benchmark/ || n[$1]++ < 2' "$OUT/$name-$i.txt"; done
}

false=0
printf '%-12s %6s %12s %6s %10s %8s %14s %16s\n' module pairs regression pass undecided '3x found' '5 x 2 as it is' '5 x 2, 1.3x'
for name in "${names[@]}"; do
	declare -A n=([0]=0 [1]=0 [3]=0)
	pairs=0 found=0
	for ((gap = 1; gap < FILES && pairs < PAIRS; gap++)); do
		for ((i = 0; i + gap < FILES && pairs < PAIRS; i++)); do
			judge "$OUT/$name-$i.txt" "$OUT/$name-$((i + gap)).txt"
			n[$code]=$((n[$code] + 1)) pairs=$((pairs + 1))
			if ((pairs <= 4)); then
				slower "$OUT/$name-$((i + gap)).txt" 3 >"$work/slower.txt"
				judge "$OUT/$name-$i.txt" "$work/slower.txt"
				if ((code == 1)); then found=$((found + 1)); fi
			fi
		done
	done
	block 0 >"$work/old.txt"
	block 1 >"$work/new.txt"
	judge "$work/old.txt" "$work/new.txt"
	same=$code
	slower "$work/new.txt" 1.3 >"$work/slower.txt"
	judge "$work/old.txt" "$work/slower.txt"
	printf '%-12s %6d %12d %6d %10d %8s %14s %16s\n' "$name" "$pairs" "${n[1]}" "${n[0]}" "${n[3]}" "$found/4" "exit $same" "exit $code"
	false=$((false + n[1]))
done
uptime
((false == 0))
