package paths

import "testing"

func BenchmarkReach(b *testing.B) {
	g := newGrid(40, 40)
	for range b.N {
		if reach(g, 0) < 1000 {
			b.Fatal("too few")
		}
	}
}

func BenchmarkCosts(b *testing.B) {
	g := newGrid(20, 20)
	for range b.N {
		if costs(g, 0)[1] != 1 {
			b.Fatal("wrong")
		}
	}
}
