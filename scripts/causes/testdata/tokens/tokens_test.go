package tokens

import (
	"strings"
	"testing"
)

var (
	text   = strings.Repeat("(alpha + 12 * beta) * 7 + gamma * (3 + delta) + ", 40) + "1"
	values = make([]int, 1024)
	sink   int
)

func BenchmarkParse(b *testing.B) {
	for range b.N {
		if parse(text) == nil {
			b.Fatal("nothing")
		}
	}
}

func BenchmarkEval(b *testing.B) {
	n := parse(text)
	for range b.N {
		sink += n.eval(values)
	}
}
