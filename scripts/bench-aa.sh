#!/usr/bin/env bash
# Files of `ecsbench bench` that were measured minutes apart, compared by `ecsbench gate`.
#
#   scripts/bench-aa.sh MODULE FOLDER [REVISION [SLOWER]]
#
# MODULE is a clone. REVISION (default HEAD) is measured N times with PAUSE seconds between,
# and each file is compared with the next: none may be a regression. SLOWER is a revision with
# known extra work; each file of REVISION is compared with the next file of SLOWER, where the
# regression must be found. The counts are printed as a table. What is in FOLDER already is
# kept, and what was interrupted is continued.
#
# Settings: N (41), PAUSE (600), BUDGET (3m), BENCH (.), PACKAGES (./...), GATE (flags of gate),
# ECSBENCH.
set -euo pipefail

module=${1:?usage: bench-aa.sh MODULE FOLDER [REVISION [SLOWER]]}
mkdir -p "${2:?usage: bench-aa.sh MODULE FOLDER [REVISION [SLOWER]]}"
folder=$(cd "$2" && pwd)
revision=${3:-HEAD} slower=${4:-}
ecsbench=${ECSBENCH:-ecsbench} n=${N:-41}

# measure REVISION FILE; exit codes 3 and 4 mean that the budget had no time for some benchmarks, or that
# some failed, and the others are in FILE
measure() {
	local code=0
	if [ ! -e "$2" ]; then
		# Packages are words of their own.
		# shellcheck disable=SC2086
		(cd "$module" && "$ecsbench" bench "$1" --bench "${BENCH:-.}" ${PACKAGES:-./...} --budget "${BUDGET:-3m}" --quiet -o "$2" >/dev/null) || code=$?
	elif ! grep -q '^# end .*"complete"' "$2"; then
		(cd "$module" && "$ecsbench" bench --resume "$2" --quiet >/dev/null) || code=$?
	fi
	[ "$code" = 0 ] || [ "$code" = 3 ] || [ "$code" = 4 ]
}

for ((i = 1; i <= n; i++)); do
	new=$([ -e "$folder/same-$i.txt" ] || echo yes)
	measure "$revision" "$folder/same-$i.txt"
	[ -z "$slower" ] || measure "$slower" "$folder/slower-$i.txt"
	if [ -n "$new" ] && ((i < n)); then sleep "${PAUSE:-600}"; fi
done

# count KIND: regression, pass and undecided (inconclusive, or a case had no time) of all pairs of same-I with KIND-(I+1). The
# hashes of the code are left out, or equal programs would not be compared.
count() {
	local pass=0 worse=0 open=0 old new
	old=$(mktemp) new=$(mktemp)
	for ((i = 1; i < n; i++)); do
		grep -v '^# code ' "$folder/same-$i.txt" >"$old"
		grep -v '^# code ' "$folder/$1-$((i + 1)).txt" >"$new"
		code=0
		# Flags are words of their own.
		# shellcheck disable=SC2086
		"$ecsbench" gate ${GATE:-} "$old" "$new" >"$folder/verdict-$1-$i.txt" 2>&1 || code=$?
		case $code in
		0) pass=$((pass + 1)) ;;
		1) worse=$((worse + 1)) ;;
		3 | 4) open=$((open + 1)) ;;
		*) cat "$folder/verdict-$1-$i.txt" >&2; exit 2 ;;
		esac
	done
	rm -f "$old" "$new"
	echo "| $1 | $((n - 1)) | $worse | $pass | $open |"
}

echo "| second file | pairs | regression | pass | undecided |"
echo "|---|--:|--:|--:|--:|"
count same
[ -z "$slower" ] || count slower
