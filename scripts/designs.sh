#!/usr/bin/env bash
# Measures what designs cost, question by question, and writes the page
# docs/designs.md with its pictures:
#
#	scripts/designs.sh [MINUTES]	takes so long in all (15 by default), plus a minute
#	scripts/designs.sh FOLDER	draws what RESULTS=FOLDER kept of an earlier run
#
# The machine should have nothing else to do. If it has, CONDITIONS is a sentence about it,
# which the page quotes and RESULTS keeps in the file conditions. What begins as
# scripts/which-ecs.sh does stands here too, since a script is copied and read by itself.
set -euo pipefail
[ ! -d "${1:-}" ] || set -- "$(realpath "$1")"
RESULTS=${RESULTS:+$(realpath -m "$RESULTS")}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C scripts -o "$work/pages" ./pages
conditions() { cat "$1/conditions" 2>/dev/null || true; }
if [ -d "${1:-}" ]; then
	"$work/pages" -o docs -command "$(cat "$1/command")" -conditions "$(conditions "$1")" designs "$1"/*.txt
	exit
fi
minutes=${1:-15}
results=${RESULTS:-$work/results}
mkdir -p "$results"
[ -z "${CONDITIONS:-}" ] || echo "$CONDITIONS" >"$results/conditions"
echo "scripts/designs.sh $minutes" >"$results/command"
go build -o "$work/ecsbench" ./cmd/ecsbench
mapfile -t commands < <("$work/pages" designs)

number=10
for command in "${commands[@]}"; do
	number=$((number + 1))
	read -ra words <<<"$command"
	"$work/ecsbench" "${words[@]:1}" --budget "$((minutes * 60 / ${#commands[@]}))s" --quiet --force -o "$results/$number.txt" >"$work/$number.log" 2>&1 ||
		{ code=$?; tail -3 "$work/$number.log"; [ "$code" = 3 ] || [ "$code" = 4 ]; } # the page lists cases that fail or have no time
done
"$work/pages" -o docs -command "$(cat "$results/command")" -conditions "$(conditions "$results")" designs "$results"/*.txt
