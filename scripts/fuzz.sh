#!/usr/bin/env bash
# Fuzzes every target of the repository, one after the other, each for so long:
#
#	scripts/fuzz.sh 10s
#
# It finds the targets by itself. What is found is in testdata/fuzz of the
# target's package, as an input that go test takes from then on.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}

failed=()
while IFS=: read -r file line; do
	target=$(sed -E 's/^func (Fuzz[A-Za-z0-9_]*).*/\1/' <<<"$line")
	package=$(dirname "$file")
	module=$package
	while [ ! -e "$module/go.mod" ]; do module=$(dirname "$module"); done
	printf '%s %s: ' "$package" "$target"
	# Go takes up to a minute to make interesting inputs smaller unless told.
	if out=$(go test -C "$module" "./$(realpath --relative-to="$module" "$package")" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x 2>&1); then
		{ grep -o "execs: [0-9]*" <<<"$out" || echo "execs: none told"; } | tail -1
	elif grep -q 'context deadline exceeded' <<<"$out" && ! grep -q 'Failing input' <<<"$out"; then
		# The time was up in the middle of an execution, which Go calls a failure.
		{ grep -o "execs: [0-9]*" <<<"$out" || echo "execs: none told"; } | tail -1
	else
		echo FAILED
		printf '%s\n' "$out"
		failed+=("$package $target")
	fi
done < <(git grep -E '^func Fuzz[A-Za-z0-9_]*\([a-z]+ \*testing\.F\)' -- '*_test.go')

if [ ${#failed[@]} -gt 0 ]; then
	printf 'found something: %s\n' "${failed[@]}"
	exit 1
fi
