#!/bin/sh
# Refreshes the pictures that the README shows, in report/pictures.
#
#   scripts/readme-pictures.sh              measures profiles A and AAA, 10 minutes each
#   scripts/readme-pictures.sh FILE...      draws result files that exist
#
# Nothing else should run on the machine while it measures; "ecsbench doctor"
# tells whether something does. With chromium in PATH it also takes a picture
# of the page in both colour schemes.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$(dirname "$0")/.." && go build -o "$work/ecsbench" ./cmd/ecsbench)
to=$(cd "$(dirname "$0")/.." && pwd)/report/pictures

if [ $# -eq 0 ]; then
	for profile in A AAA; do
		"$work/ecsbench" run --profile "$profile" --budget 10m -o "$work/$profile.txt" >"$work/$profile.log"
		set -- "$@" "$work/$profile.txt"
	done
fi
"$work/ecsbench" report "$@" -o "$work/report" --format markdown >"$work/summary.md"

mkdir -p "$to"
for name in time-iterate time-create ratio-iterate throughput-dense; do
	cp "$work/report/$name.png" "$to/"
done

if command -v chromium >/dev/null; then
	for scheme in light dark; do
		dark=0
		[ "$scheme" = dark ] || dark=1
		chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
			--user-data-dir="$work/$scheme" --blink-settings=preferredColorScheme=$dark \
			--window-size=1100,1500 --virtual-time-budget=5000 \
			--screenshot="$to/page-$scheme.png" "file://$work/report/report.html" 2>/dev/null
	done
fi
ls -l "$to"
