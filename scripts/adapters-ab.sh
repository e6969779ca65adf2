#!/usr/bin/env bash
# Compares the adapters of libraries in two commits, in turns: no library may become
# slower through a change of its adapter.
#
#	scripts/adapters-ab.sh [BASE [LIBRARY...]]
#
# BASE is a commit (HEAD~1 by default); the other side is the working tree. SECONDS_EACH
# is the time for a library (120 by default). The exit code is that of the last library
# that is slower, 0 if none is.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${1:-HEAD~1}
shift || true
libraries=("$@")
[ ${#libraries[@]} -gt 0 ] || libraries=(ark arche donburi volt unitoftime gameengine simple)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/base"
git archive "$base" | tar -x -C "$work/base"
sed -i 's/"call"/"mode"/g' "$work"/base/scenarios/*.go # which older commits named the access mode
go build -C "$work/base/libraries" -buildvcs=false -trimpath -o "$work/old" .
go build -C libraries -trimpath -o "$work/new" .
worst=0
for library in "${libraries[@]}"; do
	echo "== $library"
	"$work/new" ab "$work/old" "$work/new" --impl "$library" --scenario iterate,create,exchange,destroy,lookup \
		--entities 1000 --components 2 --axis aged=0 --budget "${SECONDS_EACH:-120}s" --quiet --allow vanished -o "$work/$library" || {
		code=$?
		[ "$code" = 3 ] || worst=$code
	}
done
exit "$worst"
