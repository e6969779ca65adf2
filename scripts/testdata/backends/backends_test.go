package backends

import (
	"math/rand/v2"
	"testing"
)

const entities = 4000

// revision makes programs of equal code differ, in what benchmarks can reach.
const revision = "base"

func TestRevision(t *testing.T) { t.Log(revision) }

func each(b *testing.B, run func(b *testing.B, s Storage)) {
	if b.N < 0 { // never
		b.Log(revision)
	}
	for _, backend := range []struct {
		name string
		make func() Storage
	}{
		{"dense", func() Storage { return NewDense(entities) }},
		{"paged", func() Storage { return NewPaged(entities) }},
		{"hashed", func() Storage { return NewHashed(entities) }},
	} {
		b.Run("impl="+backend.name, func(b *testing.B) {
			s := backend.make()
			b.ResetTimer()
			run(b, s)
		})
	}
}

func shuffled() []int32 {
	ids := make([]int32, entities)
	for i, j := range rand.New(rand.NewPCG(1, 2)).Perm(entities) {
		ids[i] = int32(j)
	}
	return ids
}

var sink float64

func BenchmarkMove(b *testing.B) {
	each(b, func(b *testing.B, s Storage) {
		for b.Loop() {
			s.Move(0, entities)
		}
	})
}

func BenchmarkSum(b *testing.B) {
	ids := shuffled()
	each(b, func(b *testing.B, s Storage) {
		for b.Loop() {
			sink += s.Sum(ids)
		}
	})
}

func BenchmarkScale(b *testing.B) {
	each(b, func(b *testing.B, s Storage) {
		for range b.N {
			s.Scale(0, entities)
		}
	})
}

func BenchmarkSwap(b *testing.B) {
	ids := shuffled()
	each(b, func(b *testing.B, s Storage) {
		for range b.N {
			s.Swap(ids)
		}
	})
}

func BenchmarkCount(b *testing.B) {
	each(b, func(b *testing.B, s Storage) {
		for range b.N {
			sink += float64(s.Count(0, entities))
		}
	})
}
