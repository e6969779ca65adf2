# Shared by ab-aa.sh, ab-power.sh and gate-aa.sh: a repository with a module of 15
# benchmarks (3 storages, 5 operations) and an ecsbench to measure it with.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/ecsbench" ./cmd/ecsbench
cp -r compare/ab/testdata/backends "$work/repository"
cd "$work/repository"
export GIT_CONFIG_GLOBAL=/dev/null
git init --quiet
git add --all
git -c user.name=ecsbench -c user.email=ecsbench@example.com commit --quiet --message "Base"

# experiment NAME HEAD: one run of ab; its verdict goes to $work/NAME.out, its
# exit code to $code.
experiment() {
	code=0
	"$work/ecsbench" ab HEAD "$2" --bench . --budget "$BUDGET" --quiet -o "$work/$1" ${AB_FLAGS:-} \
		>"$work/$1.out" 2>"$work/$1.err" || code=$?
	if [[ ! -s "$work/$1.out" ]]; then
		cat "$work/$1.err" >&2
		exit 2
	fi
}
