#!/usr/bin/env bash
# The steps of the GitHub action (action.yml), which GitLab and plain shells can run too.
#
#   scripts/action.sh check     reject events on which measuring is useless or unsafe
#   scripts/action.sh setup     build ecsbench, install valgrind where it is missing, and print
#                               what disturbs measurements here
#   scripts/action.sh measure   the verdict of scripts/gate.sh
#   scripts/action.sh comment   post the verdict of a finished run of a workflow as a comment on
#                               its pull request; executes no code of the pull request
#   scripts/action.sh history   measure the commits of HISTORY_RANGE that have no results in
#                               the branch HISTORY_BRANCH, commit them to it, and write the
#                               page history-page/report.html
#   scripts/action.sh push      push that branch
#
# Settings are those of scripts/gate.sh, and GATE_OPTIONS (revisions and flags of ecsbench ab).
# Of check: EVENT, the name of the event. Of comment, from the event and not from the run, whose
# code could write anything: RUN (number), HEAD_SHA, HEAD_OWNER and HEAD_BRANCH. Of comment and push: GH_TOKEN.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/ecsbench-tools
export ECSBENCH=${ECSBENCH:-$tools/ecsbench}

# The largest accepted artifact, in bytes, and the largest comment that GitHub accepts.
most_packed=1000000
most_comment=65000

check() {
	case ${EVENT:-} in
	pull_request_target)
		echo "::error::pull_request_target gives code of strangers your secrets and a token that may write: use pull_request, and workflow_run for the comment" >&2
		exit 2
		;;
	push)
		if [ -z "${HISTORY_RANGE:-}${GATE_OPTIONS:-}" ]; then
			echo "::error::a push has no other side to compare with: use pull_request, or the input history" >&2
			exit 2
		fi
		;;
	esac
}

setup() {
	mkdir -p "$tools"
	[ -x "$ECSBENCH" ] || GOFLAGS='' go build -C "$here" -o "$ECSBENCH" ./cmd/ecsbench
	if ! command -v valgrind >/dev/null && command -v apt-get >/dev/null; then
		sudo=$([ "$(id -u)" = 0 ] || echo sudo)
		{ $sudo apt-get update -q && $sudo apt-get install -q -y --no-install-recommends valgrind; } >/dev/null ||
			echo "no valgrind: verdicts are by time alone" >&2
	fi
	"$ECSBENCH" version
	# The line "counting" states whether valgrind can count Go programs on this machine.
	"$ECSBENCH" doctor
}

measure() {
	# Options are words of their own.
	# shellcheck disable=SC2086
	sh "$here/scripts/gate.sh" ${GATE_OPTIONS:-}
}

history() {
	branch=${HISTORY_BRANCH:-performance}
	files=$(mktemp -d)
	trap 'git worktree remove --force "$files"' EXIT
	if git rev-parse -q --verify "refs/remotes/origin/$branch" >/dev/null; then
		git worktree add -q -B "$branch" "$files" "origin/$branch"
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
	git -C "$files" add -- ':(glob)*.txt'
	if git -C "$files" diff --cached --quiet; then
		return
	fi
	git -C "$files" -c user.name=ecsbench -c user.email=ecsbench@users.noreply.github.com commit -q -m "Results of $(git rev-parse --short HEAD)"
}

push() {
	branch=${HISTORY_BRANCH:-performance}
	git rev-parse -q --verify "refs/heads/$branch" >/dev/null || return 0 # nothing was measured
	if [ -n "${GH_TOKEN:-}" ]; then
		# In the environment, because arguments are visible to other processes.
		export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.${GITHUB_SERVER_URL:-https://github.com}/.extraheader"
		GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$GH_TOKEN" | base64 -w 0)"
		export GIT_CONFIG_VALUE_0
	fi
	git -c core.hooksPath=/dev/null push -q origin "refs/heads/$branch:refs/heads/$branch"
}

comment() {
	fresh=$(mktemp -d)
	trap 'rm -rf "$fresh"' EXIT
	# The head of a pull request from a fork is known by its owner and branch only.
	pr=$(gh api --method GET "repos/$GH_REPO/pulls" -f state=open -f head="$HEAD_OWNER:$HEAD_BRANCH" -f per_page=100 --jq '.[] | "\(.number) \(.head.sha)"' |
		while read -r number sha; do [ "$sha" != "$HEAD_SHA" ] || echo "$number"; done | head -n 1)
	if ! [[ $pr =~ ^[0-9]+$ ]]; then
		echo "no open pull request has the commit $HEAD_SHA: nothing to comment on" >&2
		return
	fi
	read -r id size < <(gh api --method GET "repos/$GH_REPO/actions/runs/$RUN/artifacts" -f name=gate-comment --jq '.artifacts[0] | "\(.id) \(.size_in_bytes)"') || true
	if ! [[ ${id:-} =~ ^[0-9]+$ && ${size:-} =~ ^[0-9]+$ ]]; then
		echo "the run $RUN has no verdict" >&2
		return
	fi
	if [ "$size" -gt "$most_packed" ]; then
		echo "the verdict of the run $RUN has $size bytes, more than $most_packed: not posted" >&2
		exit 2
	fi
	gh api "repos/$GH_REPO/actions/artifacts/$id/zip" >"$fresh/gate.zip"
	# Only this file, to a place of our choice, and no more than fits a comment.
	{ unzip -p "$fresh/gate.zip" gate.md || true; } | head -c "$most_comment" >"$fresh/gate.md"
	if [ ! -s "$fresh/gate.md" ]; then
		echo "the run $RUN has an empty verdict" >&2
		return
	fi
	gh pr comment "$pr" --edit-last --create-if-none --body-file "$fresh/gate.md"
}

case ${1:-} in
check | setup | measure | history | push | comment) "$1" ;;
*)
	echo "action.sh: use check, setup, measure, history, push or comment" >&2
	exit 2
	;;
esac
