#!/usr/bin/env bash
# scripts/recordings.sh
#
# Makes the recording that the README shows, docs/recordings/gate.svg: a gate that
# fails on a change of a few percent, with the cause and the self-test, as a terminal showed it, drawn by
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
# A module whose last commit is a usual one: a checksum of a few bytes more.
git() { command git -c user.name=script -c user.email=script@localhost -c init.defaultBranch=main "$@"; }
mkdir codec && cd codec && git init -q
printf 'module example.com/codec\n\ngo 1.24\n' >go.mod
cat >codec.go <<'GO'
// Package codec writes orders as JSON.
package codec

import "strconv"

// An Order is what a customer ordered.
type Order struct {
	ID    int
	Name  string
	Price float64
	Tags  []string
}

// Encode appends the orders and their checksum to a buffer.
func Encode(buf []byte, orders []Order) []byte {
	sum := uint32(1)
	for _, o := range orders {
		sum = checksum(sum, o)
		buf = append(buf, `{"id":`...)
		buf = strconv.AppendInt(buf, int64(o.ID), 10)
		buf = append(buf, `,"name":`...)
		buf = quote(buf, o.Name)
		buf = append(buf, `,"price":`...)
		buf = strconv.AppendFloat(buf, o.Price, 'f', 2, 64)
		for _, tag := range o.Tags {
			buf = append(buf, ',')
			buf = quote(buf, tag)
		}
		buf = append(buf, "}\n"...)
	}
	return strconv.AppendUint(buf, uint64(sum), 16)
}

// checksum adds an order to a checksum.
func checksum(sum uint32, o Order) uint32 {
	sum = sum*31 + uint32(o.ID)
	return sum
}

// quote appends a string in quotes.
func quote(buf []byte, s string) []byte {
	buf = append(buf, '"')
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' {
			buf = append(buf, '\\')
		}
		buf = append(buf, s[i])
	}
	return append(buf, '"')
}
GO
cat >codec_test.go <<'GO'
package codec

import (
	"strconv"
	"testing"
)

func BenchmarkEncode(b *testing.B) {
	var list []Order
	for i := range 200 {
		list = append(list, Order{i * 7919, "customer " + strconv.Itoa(i) + " of the northern branch", float64(i) * 1.37, []string{"new", "paid"}})
	}
	var buf []byte
	for b.Loop() {
		buf = Encode(buf[:0], list)
	}
}
GO
git add -A && git commit -qm 'codec: writes orders'
sed -i 's/^	return sum$/	for _, tag := range o.Tags {\n		sum = (sum*31+uint32(len(tag)))*31 + uint32(tag[0])\n	}\n&/' codec.go
git commit -qam 'codec: the checksum covers the tags'
show 'ecsbench ab HEAD~1 HEAD --budget 300s -q; echo "exit code $?"' |
	"$dir/draw" -title 'a gate fails, and names the cause' >"$here/docs/recordings/gate.svg"
ls -l "$here/docs/recordings"
