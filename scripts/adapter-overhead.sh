#!/usr/bin/env bash
# adapter-overhead.sh [LIBRARY...]: measure what adapters cost beyond their libraries, all by
# default. ecsbench ab compares the program with the adapters and libraries/overhead, which
# has plain code in their place. package-ecs is the library ecs of this project. The verdict
# has the ratio per scenario with a 95% interval and the functions that cause a difference.
# The rows of the library in docs/which-ecs/overhead.csv, which the page of libraries shows,
# are replaced. SECONDS_EACH is the time for a library (300 by default). Exit code: 1 if an
# interval lies above 1.03, 3 if one includes it, unless there are as few instructions.
set -euo pipefail
cd "$(dirname "$0")/../libraries"
libraries=("$@")
[ ${#libraries[@]} -gt 0 ] || libraries=(
	package-ecs ark ark:checks=off arche arche:checks=off donburi volt unitoftime gameengine simple
	teishoku teishoku:checks=off ooftn andygeiss
)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -trimpath -o "$work/adapter" .
go build -trimpath -o "$work/adapter-package-ecs" ./overhead/adapter
go build -trimpath -o "$work/plain" ./overhead
go build -C ../scripts -o "$work/record" ./overhead
scenarios=
for scenario in iterate lookup exchange create destroy; do
	scenarios+=,$scenario:register=used
done
worst=0
for library in "${libraries[@]}"; do
	echo "== $library"
	code=0
	adapter=$work/adapter-$library
	[ -x "$adapter" ] || adapter=$work/adapter
	"$adapter" ab "$work/plain" "$adapter" --impl "$library" --scenario "${scenarios#,}" --entities 1000 \
		--components 2 --alpha 0.05 --max-regression 3% --metric both --budget "${SECONDS_EACH:-300}s" --quiet --all \
		--write "json=$work/verdict.json" --force -o "$work/$library" || code=$?
	[ "$code" = 0 ] || [ "$code" = 1 ] || [ "$code" = 3 ] || exit "$code"
	code=0
	"$work/record" "${library#package-}" ../docs/which-ecs/overhead.csv <"$work/verdict.json" || code=$?
	[ "$code" = 0 ] || [ "$worst" = 1 ] || worst=$code
done
exit "$worst"
