#!/usr/bin/env bash
# Measures what go-ecs-benchmarks measures, with its libraries at its sizes and in
# its access modes, and prints how long that takes and how many of the cases have
# an interval. docs/peer.md lists the tables that these are.
#
#	scripts/peer.sh
#	COUNT=10 RESULTS=folder scripts/peer.sh --entities 1000
#
# Arguments go to each `ecsbench run`; the results are kept in RESULTS.
set -euo pipefail
IMPL=ark,arche,donburi,volt,unitoftime,gameengine COUNT=${COUNT:-6}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
go build -C scripts -o "$work/precision" ./precision
start=$SECONDS

# measure NAME FLAGS...
measure() {
	local name=$1 TIMEFORMAT="$1: %0R s, of the processors %0U s and %0S s"
	shift
	time "$work/ecsbench" run --profile peer --entities 1,4,16,64,256,1024,16000,256000,1000000 --components 2,10 --axis aged=0,2 --impl "$IMPL" --rounds "$COUNT" --timeout 4m --quiet "$@" -o "$work/$name.txt" >"$work/$name.log" 2>&1 ||
		{ code=$?; tail -3 "$work/$name.log"; [ "$code" = 4 ]; } # a case that fails is in the file
	"$work/precision" "$work/$name.txt"
}

measure queries --components 2 --scenario iterate:decoys=10,fragments,crowd,lookup "$@"
IMPL=ark measure tables --components 2 --scenario iterate:mode=chunk:decoys=10,fragments:mode=chunk,crowd:mode=chunk "$@"
measure changes --scenario create:world=used,exchange:order=created,destroy:order=created "$@"
IMPL=ark,arche measure batches --scenario create:mode=batch:world=used "$@"
measure fresh --components 2 --scenario create,new-world "$@"
IMPL=ark,arche measure fresh-batches --components 2 --scenario create:mode=batch "$@"
echo "in all $((SECONDS - start)) s, $(cat "$work"/*.txt | grep -c '^Benchmark') samples"
cp "$work"/*.txt "${RESULTS:-$work}" 2>/dev/null || true
uptime
