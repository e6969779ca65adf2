#!/usr/bin/env bash
# scripts/causes.sh [PART [N]]
#
# How well causes are found, each part on a small module of its own:
#
#   work [N]      1% of the work planted N times (20): found by instructions, and nothing found where nothing changed
#   cause [N]     a function planted among others N times (50): named first
#   comment       a change of a comment: how long ab takes, building included
#   bisect [N]    5% planted among 64 commits N times (20): found, and revisions measured
#
# Without PART all of them. ECSBENCH is the program (default: built here).
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
: "${ECSBENCH:=$dir/ecsbench}"
[ -x "$ECSBENCH" ] || (cd "$here" && go build -o "$ECSBENCH" ./cmd/ecsbench)

git() { command git -c user.name=script -c user.email=script@localhost -c init.defaultBranch=main "$@"; }

# module TIMES NOTE: functions that call each other, of which `middle` does its part so many times.
module() {
	[ -f go.mod ] || printf 'module example.com/planted\n\ngo 1.24\n' >go.mod
	{
		printf 'package planted\n\n// note %s\n\n' "$2"
		for f in first second third fourth fifth; do
			printf '//go:noinline\nfunc %s(x int) int {\n\tfor range %s {\n\t\tx = step(x)\n\t}\n\treturn x\n}\n\n' "$f" "$([ "$f" = "${PLANTED:-third}" ] && echo "$1" || echo 100)"
		done
		printf '//go:noinline\nfunc step(x int) int {\n\tfor range 10 {\n\t\tx ^= x << 3\n\t}\n\treturn x\n}\n'
	} >work.go
	cat >work_test.go <<'GO'
package planted

import "testing"

func BenchmarkWork(b *testing.B) {
	for range b.N {
		sink = fifth(fourth(third(second(first(sink)))))
	}
}

var sink = 1
GO
}

# repository makes one in a folder of its own and goes there.
repository() {
	rm -rf "$dir/module" && mkdir "$dir/module" && cd "$dir/module"
	git init -q
	module 100 0
	git add -A && git commit -qm start
}

part_work() {
	local n=${1:-20} found=0 wrong=0
	repository
	for i in $(seq "$n"); do
		module 105 "$i" # 5 of 500
		"$ECSBENCH" ab HEAD . --bench . --metric instructions -q >/dev/null && code=0 || code=$?
		[ "$code" = 1 ] && found=$((found + 1))
		module 100 "$i"
		printf '\nvar unused%s = 1\n\nfunc Init() int { return unused%s }\n\nfunc init() { sinkOf(%s) }\n\nfunc sinkOf(int) {}\n' "$i" "$i" "$i" >>work.go # so that it cannot be proved
		"$ECSBENCH" ab HEAD . --bench . --metric instructions -q >/dev/null && code=0 || code=$?
		[ "$code" = 0 ] || wrong=$((wrong + 1))
	done
	echo "work: 1% more was found in $found of $n, and something in $wrong of $n where nothing was"
}

part_cause() {
	local n=${1:-50} named=0 names=(first second third fourth fifth)
	repository
	for i in $(seq "$n"); do
		PLANTED=${names[$((i % 5))]}
		module $((105 + i % 20)) "$i"
		first=$("$ECSBENCH" ab HEAD . --bench . --metric instructions -q | grep -m1 '  cause ' || true)
		case $first in *".$PLANTED "*) named=$((named + 1)) ;; *) echo "  planted in $PLANTED, said: $first" ;; esac
	done
	PLANTED=third
	echo "cause: the planted function was named first in $named of $n"
}

part_comment() {
	repository
	module 100 $'another comment\n// of two lines, so that all others move'
	local start=$SECONDS
	"$ECSBENCH" ab HEAD . --bench . -q | head -1
	echo "comment: $((SECONDS - start)) s"
}

part_bisect() {
	local n=${1:-20} found=0 most=0
	for trial in $(seq "$n"); do
		repository
		local culprit=$((RANDOM % 64 + 1)) times=100
		for i in $(seq 64); do
			[ "$i" = "$culprit" ] && times=125 # of 500: 5%
			module "$times" "$i"
			case $((RANDOM % 4)) in
			0) printf '\nfunc Other%s(x int) int { return x + %s }\n' "$i" "$i" >>work.go ;;
			1) [ "$i" = "$culprit" ] || [ "$i" = 64 ] || [ "$i" = $((culprit - 1)) ] || echo '}' >>work.go ;; # does not build
			2) printf '\nfunc init() { started = %s }\n\nvar started int\n' "$i" >>work.go ;; # has to be measured
			esac
			git add -A && git commit -qm "commit $i"
		done
		start=$(git rev-list --max-parents=0 HEAD)
		out=$("$ECSBENCH" bisect "$start" HEAD --bench . --metric "${METRIC:-instructions}" -q || true)
		measured=$(sed -n 's/.* \([0-9]*\) revisions* measured.*/\1/p' <<<"$out")
		[ "${measured:-99}" -gt "$most" ] && most=$measured
		if grep -q "^FIRST BAD COMMIT: .* commit $culprit\$" <<<"$out"; then found=$((found + 1)); else echo "  culprit was commit $culprit: $(head -1 <<<"$out")"; fi
	done
	echo "bisect: found in $found of $n, with at most $most revisions measured"
}

case ${1:-all} in
all) for p in work cause comment bisect; do "part_$p"; done ;;
work | cause | comment | bisect) "part_$1" "${2:-}" ;;
*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
