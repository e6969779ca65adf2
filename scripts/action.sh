#!/usr/bin/env bash
# The steps of the GitHub action (action.yml), which GitLab and plain shells can run too.
#
#   scripts/action.sh setup     build ecsbench and install valgrind where it is missing
#   scripts/action.sh measure   on a push: the baseline of this commit into baseline.txt;
#                               otherwise the verdict of scripts/gate.sh
#   scripts/action.sh comment   post the verdict as a comment on the pull request
#   scripts/action.sh history   measure the commits of HISTORY_RANGE that have no results in
#                               the branch HISTORY_BRANCH, push them to it, and write the
#                               page history-page/report.html
#
# Settings are those of scripts/gate.sh, GATE_OPTIONS (revisions and flags of ecsbench ab), and EVENT (push or pull_request), PR (number),
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

history() {
	branch=${HISTORY_BRANCH:-performance}
	files=$(mktemp -d)
	trap 'git worktree remove --force "$files"' EXIT
	if git fetch -q origin "$branch" 2>/dev/null; then
		git worktree add -q --detach "$files" FETCH_HEAD
	else
		git worktree add -q --detach "$files"
		git -C "$files" checkout -q --orphan "$branch"
		git -C "$files" rm -rfq .
	fi
	# Packages are words of their own.
	# shellcheck disable=SC2086
	"$ECSBENCH" history fill "${HISTORY_RANGE:-HEAD~30..}" --bench "${GATE_BENCH:-.}" ${GATE_PACKAGES:-./...} --budget "${GATE_BUDGET:-5m}" \
		--format markdown -o "$files" | tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}"
	"$ECSBENCH" report "$files" -o history-page
	git -C "$files" add -- '*.txt'
	if git -C "$files" diff --cached --quiet; then
		return
	fi
	git -C "$files" -c user.name=ecsbench -c user.email=ecsbench@users.noreply.github.com commit -q -m "Results of $(git rev-parse --short HEAD)"
	git -C "$files" push -q origin "HEAD:refs/heads/$branch"
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
setup | measure | history | comment) "$1" ;;
*)
	echo "action.sh: use setup, measure, history or comment" >&2
	exit 2
	;;
esac
