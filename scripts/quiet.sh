#!/usr/bin/env bash
# Measures how good samples are on this machine as it is, and beside a neighbour that
# uses every processor half of the time, in bursts of 5 to 500 ms of arithmetic, memory
# traffic and system calls:
#
#   - two runs of one program, PAIRS times (20): false alarms, passes, and how many
#     times 5% in one implementation is found (gate-aa.sh)
#   - how many 95% intervals hold the long-run median, how many medians lie within 2%
#     of it, and how many samples a minute has
#   - whether programs of equal work are taken again equally often (ROUNDS, 200)
#
# A run of 24 cases with 12 samples takes about a minute. The files stay in OUT, if
# that is named, and a run that it holds is not made again: so a long series may be
# interrupted, or made a few pairs at a time. WHERE selects which of the two is measured.
#
#   scripts/quiet.sh
#   OUT=quiet PAIRS=2 scripts/quiet.sh          # and PAIRS=20 goes on
#   OUT=quiet WHERE=neighbour scripts/quiet.sh
#
# BEFORE is a program of an earlier version: its samples per minute stand beside.
set -euo pipefail
PAIRS=${PAIRS:-20} ROUNDS=${ROUNDS:-200} WHERE=${WHERE:-alone neighbour}
CASES=${CASES:---scenario create,iterate,create-remove --impl dense,paged --entities 1000,100000 --components 1,2 --axis aged=0 --rounds 12}
scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
neighbour=
stop() { if [[ -n $neighbour ]]; then kill -INT "$neighbour" && wait "$neighbour" || true; neighbour=; fi; }
trap 'stop; rm -rf "$work"' EXIT
mkdir -p "${OUT:=$work/out}"
OUT=$(cd "$OUT" && pwd)
go build -C "$scripts" -o "$work/quiet" ./quiet
go build -C "$scripts/.." -o "$work/ecsbench" ./cmd/ecsbench

failed=0
for where in $WHERE; do
	echo "== $where"
	if [[ $where == neighbour ]]; then
		"$work/quiet" neighbour &
		neighbour=$!
	fi
	MODE=run OUT=$OUT/$where PAIRS=$PAIRS FLAGS=$CASES ECSBENCH=$work/ecsbench "$scripts/gate-aa.sh" || failed=1
	"$work/quiet" coverage "$OUT/$where"/run-same-*.txt
	if [[ -n ${BEFORE:-} ]]; then
		# shellcheck disable=SC2086 # several flags
		"$BEFORE" run $CASES --quiet --force -o "$work/before.txt" >/dev/null 2>&1
		echo "before: $("$work/quiet" coverage "$work/before.txt" | head -n 1)"
	fi
	"$work/quiet" neutral "$ROUNDS" || failed=1
	stop
done
exit $failed
