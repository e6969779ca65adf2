#!/usr/bin/env bash
# Makes the picture that the README shows, docs/pictures/page-light.png and page-dark.png:
# the top of the report page of result files.
#
#	scripts/readme-pictures.sh FOLDER/basics-*.txt    # of RESULTS=FOLDER scripts/which-ecs.sh
#
# Needs chromium or chromium-headless-shell.
set -euo pipefail
[ -f "${1:-}" ] || { echo "usage: scripts/readme-pictures.sh FILE..., which ecsbench run wrote" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: "${ECSBENCH:=$work/ecsbench}" # the program (default: built here)
[ -x "$ECSBENCH" ] || (cd "$here" && go build -o "$ECSBENCH" ./cmd/ecsbench)
"$ECSBENCH" report "$@" -o "$work/report" >"$work/summary.log"

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
