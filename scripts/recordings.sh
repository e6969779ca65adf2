#!/usr/bin/env bash
# scripts/recordings.sh
#
# Makes the recording that the README shows, docs/recordings/gate.svg: a gate that
# fails, with the cause and the self-test, as a terminal showed it, drawn by
# scripts/recording. Needs util-linux' script for the colours. ECSBENCH is the program
# (default: built here).
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
: "${ECSBENCH:=$dir/ecsbench}"
[ -x "$ECSBENCH" ] || (cd "$here" && go build -o "$ECSBENCH" ./cmd/ecsbench)
mkdir -p "$dir/bin" "$here/docs/recordings"
ln -sf "$(realpath "$ECSBENCH")" "$dir/bin/ecsbench"
export PATH="$dir/bin:$PATH"
go build -C "$here/scripts" -o "$dir/draw" ./recording

# show COMMAND: the command as it was typed, and what a terminal of 100 columns
# showed.
show() {
	printf '$ %s\n' "$1"
	if command -v script >/dev/null; then
		TERM=xterm-256color script -qec "stty cols 100 rows 50; $1 2>/dev/null" /dev/null </dev/null || true
	else
		sh -c "$1 2>/dev/null" || true
	fi
}

cd "$dir"
# A module with a function that is called too often since the last commit.
git() { command git -c user.name=script -c user.email=script@localhost -c init.defaultBranch=main "$@"; }
mkdir codec && cd codec && git init -q
printf 'module example.com/codec\n\ngo 1.24\n' >go.mod
cat >codec.go <<'GO'
package codec

// Encode packs the values that are valid.
func Encode(values []int) (sum int) {
	for _, v := range values {
		if valid(v) {
			sum = sum*31 + v
		}
	}
	return sum
}

//go:noinline
func valid(v int) bool {
	for d := 2; d < 5; d++ {
		if v%d == 0 {
			return false
		}
	}
	return true
}
GO
cat >codec_test.go <<'GO'
package codec

import "testing"

var values, sink = make([]int, 100), 0

func BenchmarkEncode(b *testing.B) {
	for i := range values {
		values[i] = i
	}
	for b.Loop() {
		sink = Encode(values)
	}
}
GO
git add -A && git commit -qm 'codec: encodes'
sed -i 's/		if valid(v) {/		if valid(v) \&\& valid(-v) {/' codec.go
git commit -qam 'codec: checks twice'
show 'ecsbench ab HEAD~1 HEAD --budget 40s -q; echo "exit code $?"' |
	"$dir/draw" -title 'a gate fails, and names the cause' >"$here/docs/recordings/gate.svg"
ls -l "$here/docs/recordings"
