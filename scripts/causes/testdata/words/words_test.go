package words

import (
	"strconv"
	"strings"
	"testing"
)

var text = func() string {
	var b strings.Builder
	for i := range 3000 {
		b.WriteString("word")
		b.WriteString(strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.Itoa(i*i%337)))
		b.WriteString(", ")
	}
	return b.String()
}()

func BenchmarkCount(b *testing.B) {
	for range b.N {
		if count(text).used == 0 {
			b.Fatal("no words")
		}
	}
}

func BenchmarkTop(b *testing.B) {
	t := count(text)
	for range b.N {
		if len(top(t, 50)) != 50 {
			b.Fatal("too few")
		}
	}
}
