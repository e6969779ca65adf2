package world

import "testing"

func BenchmarkFrame(b *testing.B) {
	w := newWorld(1000)
	for range b.N {
		w.frame()
	}
}

func BenchmarkChurn(b *testing.B) {
	w := newWorld(1000)
	for range b.N {
		for id := int32(0); id < 1000; id += 7 {
			w.despawn(id)
		}
		for id := int32(0); id < 1000; id += 7 {
			w.spawn(id)
		}
		w.names = w.names[:1000]
	}
}
