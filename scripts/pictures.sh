#!/usr/bin/env bash
# Makes all pictures of the README and of docs, the pages that they are in, and the
# recording:
#
#	RESULTS=FOLDER scripts/pictures.sh	measures, in an hour, and keeps the results
#	scripts/pictures.sh FOLDER	draws what such a run kept, as far as there is any
#
# The machine should have nothing else to do.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
kept=${1:-${RESULTS:?which folder are the results to be kept in?}}
for name in designs which-ecs; do
	if [ $# -eq 0 ]; then
		RESULTS=$kept/$name "$scripts/$name.sh"
	elif [ -d "$kept/$name" ]; then
		"$scripts/$name.sh" "$kept/$name"
	fi
done
[ ! -d "$kept/which-ecs" ] || "$scripts/readme-pictures.sh" "$kept"/which-ecs/basics-*.txt
"$scripts/lesson.sh"
"$scripts/recordings.sh"
