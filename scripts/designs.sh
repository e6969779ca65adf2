#!/usr/bin/env bash
# Measures what designs cost, question by question, and writes the page
# docs/designs.md with its pictures:
#
#	scripts/designs.sh [MINUTES]
#
# It takes so long in all (15 by default), plus a minute. The machine should have
# nothing else to do.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$((${1:-15} * 60))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
mapfile -t commands < <(go run ./scripts/pages designs)

number=10
for command in "${commands[@]}"; do
	number=$((number + 1))
	read -ra words <<<"$command"
	"$work/ecsbench" "${words[@]:1}" --budget "$((seconds / ${#commands[@]}))s" --quiet -o "$work/$number.txt" >"$work/$number.log" 2>&1 ||
		{ code=$?; tail -3 "$work/$number.log"; [ "$code" = 4 ]; } # a case that fails is in the page
done
go run ./scripts/pages -o docs -command "scripts/designs.sh $((seconds / 60))" designs "$work"/*.txt
