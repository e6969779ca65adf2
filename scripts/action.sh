#!/usr/bin/env bash
# The steps of the GitHub action (action.yml), which GitLab and plain shells can run too.
#
#   scripts/action.sh setup     build ecsbench and install valgrind where it is missing
#   scripts/action.sh measure   on a push: the baseline of this commit into baseline.txt;
#                               otherwise the verdict of scripts/gate.sh
#   scripts/action.sh comment   post the verdict as a comment on the pull request
#
# Settings are those of scripts/gate.sh, and EVENT (push or pull_request), PR (number),
# RUN (a run whose artifact has the verdict, for pull requests from forks).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/ecsbench-tools
export ECSBENCH=${ECSBENCH:-$tools/ecsbench}

setup() {
	mkdir -p "$tools"
	[ -x "$ECSBENCH" ] || GOFLAGS='' go build -C "$here" -o "$ECSBENCH" ./cmd/ecsbench
	if ! command -v valgrind >/dev/null && command -v apt-get >/dev/null; then
		sudo=$([ "$(id -u)" = 0 ] || echo sudo)
		{ $sudo apt-get update -q && $sudo apt-get install -q -y --no-install-recommends valgrind; } >/dev/null ||
			echo "no valgrind: verdicts are by time alone" >&2
	fi
	"$ECSBENCH" version
}

measure() {
	if [ "${EVENT:-}" = push ]; then
		# Packages are words of their own.
		# shellcheck disable=SC2086
		"$ECSBENCH" bench HEAD --bench "${GATE_BENCH:-.}" ${GATE_PACKAGES:-./...} --budget "${GATE_BUDGET:-5m}" --force -o baseline.txt
		return
	fi
	echo "${PR:-}" >pr.txt
	# Options are words of their own.
	# shellcheck disable=SC2086
	sh "$here/scripts/gate.sh" ${GATE_OPTIONS:-}
}

comment() {
	if [ -n "${RUN:-}" ]; then
		gh run download "$RUN" -n gate-results -D .
		PR=$(tr -cd 0-9 <pr.txt)
	fi
	if [ ! -s gate.md ] || [ -z "${PR:-}" ]; then
		echo "no verdict to post" >&2
		return
	fi
	gh pr comment "$PR" --edit-last --create-if-none --body-file gate.md ||
		echo "the comment could not be posted: the verdict is in the summary of the job" >&2
}

case ${1:-} in
setup | measure | comment) "$1" ;;
*)
	echo "action.sh: use setup, measure or comment" >&2
	exit 2
	;;
esac
