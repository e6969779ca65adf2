#!/usr/bin/env bash
# Measures the Go ECS libraries beside the project's own storages and writes the
# page docs/which-ecs.md with its pictures:
#
#	scripts/which-ecs.sh [MINUTES]	takes so long in all (40 by default), plus a minute
#	scripts/which-ecs.sh FOLDER	draws what RESULTS=FOLDER kept of an earlier run
#
# IMPLS, LARGE and WORLDS are the implementations, the size of the largest synthetic
# worlds and the names of world files, for a run that only tries the page:
#
#	WORLDS="colony roguelike" IMPLS=ecs,soa,ark,arche LARGE=20000 scripts/which-ecs.sh 3
#
# The machine should have nothing else to do. If it has, CONDITIONS is a sentence about it,
# which the page quotes and RESULTS keeps in the file conditions. What begins as
# scripts/designs.sh does stands here too, since a script is copied and read by itself.
set -euo pipefail
shopt -s nullglob # a run without worlds has no answers
[ ! -d "${1:-}" ] || set -- "$(realpath "$1")"
RESULTS=${RESULTS:+$(realpath -m "$RESULTS")}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -C scripts -o "$work/pages" ./pages
conditions() { cat "$1/conditions" 2>/dev/null || true; }
if [ -d "${1:-}" ]; then
	"$work/pages" -o docs -command "$(cat "$1/command")" -conditions "$(conditions "$1")" which-ecs "$1"/*.txt "$1"/world-*.json
	exit
fi
minutes=${1:-40}
results=${RESULTS:-$work/results}
mkdir -p "$results"
[ -z "${CONDITIONS:-}" ] || echo "$CONDITIONS" >"$results/conditions"
echo "${WORLDS:+WORLDS=\"$WORLDS\" }${IMPLS:+IMPLS=$IMPLS }${LARGE:+LARGE=$LARGE }scripts/which-ecs.sh $minutes" >"$results/command"
go build -o "$work/ecsbench" ./cmd/ecsbench

# The first table: the worlds that come with ecsbench, with 18% of the time, of which
# the first round takes what it takes. Built programs stay in the user's cache folder.
libraries=$(echo "${IMPLS:-ecs,ark,arche,donburi,volt,unitoftime,gameengine,simple,teishoku,ooftn}" | tr , '\n' | grep -vx soa | paste -sd ,)
worlds=${WORLDS:-$(basename -s .yaml worlds/*.yaml | paste -sd ' ')}
for world in $worlds; do
	"$work/ecsbench" world run "$world" --library "$libraries" --skip variants,capacity --samples 12 --timeout 30s \
		--budget "$((minutes * 60 * 18 / 100 / $(wc -w <<<"$worlds")))s" --format json --quiet >"$results/world-$world.json" 2>"$work/$world.log" ||
		{ code=$?; tail -3 "$work/$world.log"; [ "$code" = 4 ]; } # a library that fails is in the page
done

# andygeiss/ecs is left out: its destruction searches all entities, so that large
# worlds take minutes per sample.
all=${IMPLS:-ecs,soa,ark,arche,donburi,volt,unitoftime,gameengine,simple,teishoku,ooftn}
large=${LARGE:-1000000}

# measure PERCENT NAME ROUNDS FLAGS...: a run that takes so much of the time, in worlds of these
# rounds of aging.
measure() {
	local seconds=$((minutes * 60 * $1 / 100)) name=$2 aged=$3
	shift 3
	"$work/ecsbench" run --axis "aged=$aged" "$@" --precision 5% --budget "${seconds}s" --quiet --force -o "$results/$name.txt" >"$work/$name.log" 2>&1 ||
		{ code=$?; tail -3 "$work/$name.log"; [ "$code" = 3 ] || [ "$code" = 4 ]; } # the page lists cases that fail or have no time
}

measure 26 basics 0,2 --impl "$all" --components 2 --entities 1000,100000 \
	--scenario iterate,fragments,crowd,lookup,create,create:world=used,destroy,exchange,churn
few=${IMPLS:-ecs,soa,ark,arche,simple,unitoftime}
measure 12 million 0,2 --impl "$few" --components 2 --entities "$large" --scenario iterate,lookup
measure 5 million-changes 0 --impl "$few" --components 2 --entities "$large" --scenario create,destroy,exchange # aging takes minutes
measure 5 chunks 0,2 --impl "$all,soa:loop=simd" --components 2 --entities "16,1000,100000,$large" --scenario iterate:mode=chunk
measure 5 ten 0,2 --impl "$all" --components 10 --entities 10000 --scenario create,destroy,exchange
measure 7 batches 0,2 --impl "$all" --components 2 --entities 16,1000,100000 \
	--scenario create:mode=batch,destroy:mode=batch,destroy:mode=filter,exchange:mode=batch,exchange:mode=filter
measure 3 changes 0,2 --impl "$all" --entities 10000 --axis systems=5,20 --scenario crossover,systems
measure 8 rest 0,2 --impl "$all" --components 2 --entities 100000 --axis archetypes=1024 \
	--scenario tail,memory,archetypes,gc:pointers=no,gc:pointers=yes,new-world
measure 8 parallel 0,2 --impl "$all" --entities "1000,10000,100000,$large" --scenario parallel:work=light:register=used
measure 3 special 0,2 --impl "$all" --components 2 --entities 10000 --axis changes=1,500,1000 --scenario watch,observe,detect,relate,despawn,clone,save,leaks

"$work/pages" -o docs -command "$(cat "$results/command")" -conditions "$(conditions "$results")" which-ecs "$results"/*.txt "$results"/world-*.json
