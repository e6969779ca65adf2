#!/usr/bin/env bash
# Makes the picture that the README shows, docs/pictures/page-light.png and page-dark.png:
# the top of the report page of what scripts/which-ecs.sh measured.
#
#	RESULTS=FOLDER scripts/which-ecs.sh
#	scripts/readme-pictures.sh FOLDER
#
# Needs chromium or chromium-headless-shell.
set -euo pipefail
[ -d "${1:-}" ] || { echo "usage: scripts/readme-pictures.sh FOLDER, which RESULTS=FOLDER scripts/which-ecs.sh wrote" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$here" && go build -o "$work/ecsbench" ./cmd/ecsbench)
"$work/ecsbench" report "$1"/basics-*.txt -o "$work/report" >"$work/summary.log"

to=$here/docs/pictures
chromium=$(command -v chromium || command -v chromium-headless-shell)
for scheme in light dark; do
	dark=0
	[ "$scheme" = dark ] || dark=1
	"$chromium" --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
		--user-data-dir="$work/$scheme" --blink-settings=preferredColorScheme=$dark \
		--window-size=1280,1000 --virtual-time-budget=5000 \
		--screenshot="$to/page-$scheme.png" "file://$work/report/report.html" 2>/dev/null
done
ls -l "$to"
