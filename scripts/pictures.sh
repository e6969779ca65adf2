#!/usr/bin/env bash
# Makes all pictures of the README and of docs, the pages that they are in, and the
# recording:
#
#	RESULTS=FOLDER scripts/pictures.sh	measures, in 50 minutes, and keeps the results
#	scripts/pictures.sh FOLDER	draws what such a run kept, as far as there is any
#
# The machine should have nothing else to do.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
for name in readme-pictures designs which-ecs; do
	if [ $# -eq 0 ]; then
		RESULTS=${RESULTS:?which folder are the results to be kept in?}/$name "$scripts/$name.sh"
	elif [ -d "$1/$name" ]; then
		"$scripts/$name.sh" "$1/$name"
	fi
done
"$scripts/recordings.sh"
