package seed_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/impls/seed"
)

func fromPool(p *seed.Pool, n int) []seed.Entity {
	es := make([]seed.Entity, n)
	p.Create(es, make([]seed.ID, n))
	return es
}

func TestPoolReusesInOrder(t *testing.T) {
	for _, test := range []struct {
		order seed.ReuseOrder
		want  []seed.ID
	}{
		{seed.LastFirst, []seed.ID{7, 2, 5, 10}},
		{seed.LowestFirst, []seed.ID{2, 5, 7, 10}},
	} {
		p := seed.NewPool(test.order)
		first := fromPool(p, 10)
		for _, id := range []seed.ID{5, 2, 7} {
			p.Destroy(id)
		}
		var got []seed.ID
		for _, e := range fromPool(p, 4) {
			got = append(got, e.ID())
			if slices.Contains(first, e) {
				t.Errorf("order %v: handle %#x is given out again", test.order, uint64(e))
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("order %v: IDs %v, want %v", test.order, got, test.want)
		}
		for i, e := range first {
			if alive := i != 5 && i != 2 && i != 7; p.Alive(e) != alive {
				t.Errorf("order %v: Alive(%#x) is %v", test.order, uint64(e), !alive)
			}
		}
		if p.Len() != 11 || p.Bound() != 11 {
			t.Errorf("order %v: Len %d, Bound %d, want 11 and 11", test.order, p.Len(), p.Bound())
		}
	}
}

// TestPoolAgainstMap: whatever is created and destroyed, exactly the handles of
// living entities are alive, and LowestFirst takes the lowest free ID.
func TestPoolAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		order := one(t, []seed.ReuseOrder{seed.LastFirst, seed.LowestFirst}, "order")
		p := seed.NewPool(order)
		alive := make(map[seed.Entity]bool) // every handle ever given out
		used := make(map[seed.ID]bool)
		t.Repeat(map[string]func(*rapid.T){
			"create": func(t *rapid.T) {
				for _, e := range fromPool(p, rapid.IntRange(0, 5).Draw(t, "n")) {
					if _, seen := alive[e]; seen || e == seed.NoEntity {
						t.Fatalf("handle %#x is given out again", uint64(e))
					}
					for id := range e.ID() {
						if order == seed.LowestFirst && !used[id] {
							t.Fatalf("took ID %d while %d was free", e.ID(), id)
						}
					}
					alive[e], used[e.ID()] = true, true
				}
			},
			"destroy": func(t *rapid.T) {
				id := seed.ID(rapid.IntRange(0, 20).Draw(t, "id"))
				if e := p.Entity(id); e != seed.NoEntity {
					p.Destroy(id)
					alive[e], used[id] = false, false
				}
			},
			"": func(t *rapid.T) {
				n := 0
				for e, want := range alive {
					if p.Alive(e) != want {
						t.Fatalf("Alive(%#x) is %v", uint64(e), !want)
					}
					if want {
						n++
					}
				}
				if p.Len() != n || p.Alive(seed.NoEntity) {
					t.Fatalf("Len is %d, want %d", p.Len(), n)
				}
			},
		})
	})
}

// TestPoolRetires: when the generations of an ID are used up, it is not
// reused, so that its first handle does not come back to life.
func TestPoolRetires(t *testing.T) {
	p := seed.NewPool(seed.LastFirst)
	seen := make(map[seed.Entity]bool)
	const lives = 1 << 15
	for range lives {
		e := fromPool(p, 1)[0]
		if seen[e] || e.ID() != 0 {
			t.Fatalf("after %d lives: handle %#x", len(seen), uint64(e))
		}
		seen[e] = true
		p.Destroy(e.ID())
	}
	if e := fromPool(p, 1)[0]; e.ID() != 1 {
		t.Errorf("after %d lives: ID %d, want the next one, 1", lives, e.ID())
	}
	for e := range seen {
		if p.Alive(e) {
			t.Fatalf("stale handle %#x is alive", uint64(e))
		}
	}
}

func TestPoolRefusesMadeUpHandles(t *testing.T) {
	p := seed.NewPool(seed.LastFirst)
	e := fromPool(p, 1)[0]
	p.Destroy(e.ID())
	for _, made := range []seed.Entity{0, 1, e + 1<<32, e | 1<<48, 99, ^seed.Entity(0)} {
		if p.Alive(made) {
			t.Errorf("Alive(%#x)", uint64(made))
		}
	}
}
