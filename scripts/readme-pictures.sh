#!/bin/sh
# Measures all implementations on this machine and refreshes the pictures that
# the README shows, with the results they are drawn from, in docs/pictures.
#
#   scripts/readme-pictures.sh [BUDGET]     default 10m for each profile
#
# Nothing else should run on the machine meanwhile; "ecsbench doctor" tells
# whether something does. With chromium in PATH it also takes a picture of the
# page in both colour schemes.
set -eu

budget=${1:-10m}
cd "$(dirname "$0")/.."
to=docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go build -o "$work/ecsbench" ./cmd/ecsbench
for profile in A AAA; do
	"$work/ecsbench" run --profile "$profile" --budget "$budget" -o "$work/$profile.txt" >"$work/$profile.log"
done
"$work/ecsbench" report "$work/A.txt" "$work/AAA.txt" -o "$work/report" --format markdown >"$work/summary.md"

mkdir -p "$to"
for name in time-iterate time-create ratio-iterate throughput-dense memory samples; do
	if [ -e "$work/report/$name.png" ]; then
		cp "$work/report/$name.png" "$to/"
	fi
done
cp "$work/A.txt" "$work/AAA.txt" "$work/summary.md" "$to/"

if command -v chromium >/dev/null; then
	for scheme in light dark; do
		set -- --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
			--force-device-scale-factor=2 --window-size=1100,1500 --virtual-time-budget=5000
		if [ "$scheme" = dark ]; then
			set -- "$@" --blink-settings=preferredColorScheme=0
		fi
		chromium "$@" --screenshot="$work/page-$scheme.png" "file://$work/report/report.html" 2>/dev/null
		cp "$work/page-$scheme.png" "$to/"
	done
fi
ls -l "$to"
