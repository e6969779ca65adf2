#!/bin/sh
# Fails a build that became slower, and writes the verdict where people look.
#
#   scripts/gate.sh [BASE [HEAD]] [flags of ecsbench ab]   two revisions, measured in turns
#   scripts/gate.sh OLD.txt NEW.txt [flags of ecsbench gate]   two result files
#
# BASE is where HEAD left the branch it is to be merged into: that of the pull
# request on GitHub, else main. HEAD is the commit that is checked out. The
# verdict goes to standard output and, as Markdown, to $GATE_COMMENT (gate.md)
# and the job's summary; result files go to $GATE_RESULTS (gate-results).
#
# The exit code is that of the verdict: 0 no regression, 1 regression, 2 wrong
# usage, 3 inconclusive (0 with --inconclusive=warn or pass), 4 a case failed, 130
# interrupted. On GitHub each regression is an annotation, at its benchmark if that
# is known. Settings, with their
# defaults:
#
#   GATE_BENCH=.            which Go benchmarks (go test -bench)
#   GATE_PACKAGES=./...     of which packages
#   GATE_BUDGET=5m          time for everything
#   ECSBENCH=ecsbench       the program; built from this repository if not found
set -u

comment=${GATE_COMMENT:-gate.md}
results=${GATE_RESULTS:-gate-results}

die() {
	echo "gate.sh: $1" >&2
	exit 2
}

# program prints the path of ecsbench.
program() {
	if [ -n "${ECSBENCH:-}" ]; then
		echo "$ECSBENCH"
	elif command -v ecsbench; then
		:
	else
		here=$(cd "$(dirname "$0")/.." && pwd)
		(cd "$here" && go build -o "$work/ecsbench" ./cmd/ecsbench) || return 1
		echo "$work/ecsbench"
	fi
}

# publish shows the comment where the job's summary is.
publish() {
	if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$comment" ]; then
		cat "$comment" >>"$GITHUB_STEP_SUMMARY"
	fi
}

work=$(mktemp -d) || exit 2
rm -f "$comment"
trap 'rm -rf "$work"' EXIT
run=$(program) || die "no ecsbench: put it on the PATH, name it in ECSBENCH, or run this script from its repository"

if [ -n "${GITHUB_ACTIONS:-}" ]; then
	set -- "$@" --write "github=$work/annotations"
fi

# finish shows the annotations, which are in the log too, and ends.
finish() {
	publish
	if [ -f "$work/annotations" ]; then
		cat "$work/annotations"
	fi
	exit "$1"
}

if [ $# -ge 2 ] && [ -f "$1" ] && [ -f "$2" ]; then
	"$run" gate --write "markdown=$comment" "$@"
	finish $?
fi

base= head=HEAD
case ${1:--} in -*) ;; *) base=$1 && shift ;; esac
case ${1:--} in -*) ;; *) head=$1 && shift ;; esac
if [ -z "$base" ]; then
	into=${GITHUB_BASE_REF:+origin/$GITHUB_BASE_REF}
	base=$(git merge-base "$head" "${into:-main}") ||
		die "no common commit of $head and ${into:-main}: fetch the whole history (actions/checkout: fetch-depth: 0), or name BASE"
fi
# Packages are words of their own.
# shellcheck disable=SC2086
"$run" ab "$base" "$head" --bench "${GATE_BENCH:-.}" ${GATE_PACKAGES:-./...} --budget "${GATE_BUDGET:-5m}" \
	--output "$results" --write "markdown=$comment" "$@"
finish $?
