#!/usr/bin/env bash
# scripts/lesson.sh
#
# Makes the picture of docs/lesson.md, docs/pictures/lesson.png: the time of one loop over a
# hash map, a search tree, a dense array and plain slices, at four sizes. Takes a minute. The
# machine should have nothing else to do. ECSBENCH is the program (default: built here).
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${ECSBENCH:=$work/ecsbench}"
[ -x "$ECSBENCH" ] || (cd "$here" && go build -o "$ECSBENCH" ./cmd/ecsbench)
cd "$work"
"$ECSBENCH" run --impl dense,hashmap,treemap,soa --scenario iterate --components 2 --axis aged=0 \
	--entities 1000,10000,100000,1000000 --rounds 7 -q -o lesson.txt >/dev/null
"$ECSBENCH" report lesson.txt -o report >/dev/null
cp report/time-iterate.png "$here/docs/pictures/lesson.png"
"$ECSBENCH" report lesson.txt --format table
