package drive

import (
	"testing"

	"pgregory.net/rapid"
)

// Aging destroys living entities only, and ends with each entity as it was.
func TestAging(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := Spec{
			Seed: rapid.Uint64().Draw(t, "seed"), Aged: rapid.IntRange(0, 4).Draw(t, "rounds"),
			Kinds: []Kind{{Count: rapid.IntRange(0, 50).Draw(t, "count"), Has: 3, Some: []Share{{2, 0.5}}}, {Count: rapid.IntRange(0, 50).Draw(t, "count"), Has: 9}},
		}
		p := NewScript(&spec)
		spawned, _ := p.Population()
		type entity struct {
			kind   uint8
			mask   uint64
			serial uint32
		}
		alive := make(map[uint32]entity)
		spawn := func(l *List) {
			for i, slot := range l.Slots {
				if _, is := alive[slot]; is {
					t.Fatalf("slot %d is filled twice", slot)
				}
				alive[slot] = entity{l.Kinds[i], l.Masks[i], l.Serials[i]}
			}
		}
		spawn(&spawned)
		replaced := 0
		for _, r := range p.age() {
			for _, slot := range r.gone.Slots {
				if _, is := alive[slot]; !is {
					t.Fatalf("slot %d is emptied twice", slot)
				}
				delete(alive, slot)
				replaced++
			}
			spawn(&r.back)
		}
		for i, slot := range spawned.Slots {
			if want := (entity{spawned.Kinds[i], spawned.Masks[i], spawned.Serials[i]}); alive[slot] != want {
				t.Fatalf("slot %d has %+v, want %+v", slot, alive[slot], want)
			}
		}
		if n := spec.Total(); len(alive) != n || replaced < n/2*spec.Aged {
			t.Fatalf("%d entities, want %d; %d replaced in %d rounds", len(alive), n, replaced, spec.Aged)
		}
	})
}
