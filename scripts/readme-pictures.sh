#!/usr/bin/env bash
# Makes the pictures that the README shows, in docs/pictures:
#
#	scripts/readme-pictures.sh [MINUTES]	measures profile A, in 10 minutes by default
#	scripts/readme-pictures.sh FOLDER	draws what RESULTS=FOLDER kept of an earlier run
#
# Nothing else should run on the machine while it measures; "ecsbench doctor"
# lists what does. Needs chromium for the page, in both colour schemes.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$here" && go build -o "$work/ecsbench" ./cmd/ecsbench)

if [ -d "${1:-}" ]; then
	results=$1
else
	results=${RESULTS:-$work/results}
	mkdir -p "$results"
	"$work/ecsbench" run --budget "${1:-10}m" --quiet --force -o "$results/A.txt" >"$work/A.log"
fi
"$work/ecsbench" report "$results"/*.txt -o "$work/report" >"$work/summary.log"

to=$here/docs/pictures
mkdir -p "$to"
cp "$work/report/time-iterate.png" "$to/"
# In a frame, because a picture begins at the top of what is loaded.
echo '<body style="margin:0"><iframe src="report/report.html#heat" width=1320 height=1300 style="border:0"></iframe>' >"$work/heat.html"
for scheme in light dark; do
	dark=0
	[ "$scheme" = dark ] || dark=1
	chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
		--user-data-dir="$work/$scheme" --blink-settings=preferredColorScheme=$dark \
		--window-size=1320,1300 --virtual-time-budget=5000 \
		--screenshot="$to/page-$scheme.png" "file://$work/heat.html" 2>/dev/null
done
ls -l "$to"
