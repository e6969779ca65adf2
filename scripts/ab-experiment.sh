# Shared by ab-aa.sh, ab-power.sh and gate-aa.sh: a repository with a module of 15
# benchmarks (3 storages, 5 operations) and an ecsbench to measure it with.
#
# OUT is a folder for what comes of the runs. One that is named is kept, and a run
# that it holds is not made again: so a long series may be interrupted, or made a
# few runs at a time (more RUNS each time). ECSBENCH is the program (default: built
# here).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "${OUT:=$work/out}"
OUT=$(cd "$OUT" && pwd)
[[ -z ${ECSBENCH:-} ]] || cp "$ECSBENCH" "$work/ecsbench"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ -x $work/ecsbench ]] || go build -o "$work/ecsbench" ./cmd/ecsbench
cp -r scripts/testdata/backends "$work/repository"
cd "$work/repository"
export GIT_CONFIG_GLOBAL=/dev/null
git init --quiet
git add --all
git -c user.name=ecsbench -c user.email=ecsbench@example.com commit --quiet --message "Base"

# load NAME: the machine's load goes to $OUT/NAME.load.
load() { uptime | sed 's/.*load average: //' >"$OUT/$1.load"; }

# experiment NAME HEAD: one run of ab, unless it was made; its verdict goes to
# $OUT/NAME.out, its exit code to NAME.code and to $code, the machine's load
# meanwhile to NAME.load.
experiment() {
	code=0
	if [[ ! -s "$OUT/$1.code" ]]; then
		"$work/ecsbench" ab HEAD "$2" --bench . --budget "$BUDGET" --quiet -o "$work/$1" ${AB_FLAGS:-} \
			>"$OUT/$1.out" 2>"$OUT/$1.err" || code=$?
		if [[ ! -s "$OUT/$1.out" ]]; then
			cat "$OUT/$1.err" >&2
			exit 2
		fi
		load "$1"
		echo "$code" >"$OUT/$1.code"
	fi
	code=$(<"$OUT/$1.code")
}

# loads PREFIX: the least and the most load of the runs so named.
loads() { awk '{ print $1 + 0 }' "$OUT/$1"*.load | sort -g | sed -n '1p;$p' | paste -sd- -; }
