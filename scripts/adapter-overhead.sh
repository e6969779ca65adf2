#!/usr/bin/env bash
# adapter-overhead.sh [-libraries LIST] [-processes N]: measure what each adapter costs
# beyond its library. The table has the ratio of adapter to plain code per library and
# scenario with its 95% interval. docs/which-ecs/overhead.csv, which the page of libraries
# shows, is updated. Exit code: 1 if an interval lies above 1.03, 3 if one
# includes it.
set -euo pipefail
cd "$(dirname "$0")/../libraries"
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
go build -o "$program/overhead" ./overhead
"$program/overhead" -o ../docs/which-ecs/overhead.csv "$@"
