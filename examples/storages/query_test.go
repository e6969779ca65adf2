package storages_test

import (
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/storages"
)

type (
	Position struct{ X, Y float32 }
	Velocity struct{ X, Y float32 }
	Health   struct{ Points int }
	Frozen   struct{}
	Hit      struct{ Damage int }
)

func spawned(t testing.TB, s *ecs.World, components ...any) ecs.Entity {
	t.Helper()
	e, err := s.Spawn(components...)
	check(t, err)
	return e
}

// Queries of all sizes reach the same components by entity, by chunk and by handle.
func TestQueriesOnEveryStorage(t *testing.T) {
	for _, name := range storages.Names {
		t.Run(name, func(t *testing.T) {
			s := ecs.New()
			in, err := storages.Find(name)
			check(t, err)
			check(t, storages.Define[Position](s, in), storages.Define[Velocity](s, in), storages.Define[Health](s, in), storages.Define[Hit](s, in), storages.Define[Frozen](s, in))
			var q1 ecs.Query1[Position]
			var q2 ecs.Query2[Position, ecs.Read[Velocity]]
			var q3 ecs.Query3[Position, ecs.Read[Velocity], Health]
			var q4 ecs.Query4[Position, ecs.Read[Velocity], Health, ecs.Read[Hit]]
			var q5 ecs.Query5[Position, ecs.Read[Velocity], Health, ecs.Read[Hit], Frozen]
			check(t, q1.Bind(s), q2.Bind(s), q3.Bind(s), q4.Bind(s), q5.Bind(s))
			var es []ecs.Entity
			for i := range 40 {
				all := []any{Position{float32(i), 0}, Velocity{float32(i), float32(i)}, Health{i}, Hit{Damage: i}, Frozen{}}
				es = append(es, spawned(t, s, all[:1+i%5]...))
			}
			for i, e := range es {
				if i%7 == 0 {
					check(t, s.Destroy(e))
				}
				if i%11 == 0 && i%7 != 0 {
					check(t, ecs.TryRemove[Velocity](s, e))
				}
			}
			want := make([]int, 6) // visits by size, and the sum of X of each
			sums := make([]int, 6)
			for i, e := range es {
				for n := 1; n <= 5 && s.Alive(e); n++ {
					if 1+i%5 >= n && (n == 1 || i%11 != 0) {
						want[n]++
						sums[n] += i
					}
				}
			}
			got, saw, chunks := make([]int, 6), make([]int, 6), make([]int, 6)
			for p := range q1.All() {
				got[1]++
				saw[1] += int(p.X)
			}
			for p, v := range q2.All() {
				got[2]++
				saw[2] += int(v.Get().X)
				if p.X != v.Get().X {
					t.Errorf("%v has the velocity of another", q2.Entity(p))
				}
			}
			for _, r := range q3.All() {
				got[3]++
				saw[3] += r.C.Points
			}
			for _, r := range q4.All() {
				got[4]++
				saw[4] += r.D.Get().Damage
			}
			for p, r := range q5.All() {
				got[5]++
				saw[5] += int(p.X)
				if p.X != r.B.Get().X || int(p.X) != r.C.Points || r.C.Points != r.D.Get().Damage || r.E == nil {
					t.Errorf("%v has a component of another, or none", q5.Entity(p))
				}
			}
			for ps := range q1.Chunks() {
				chunks[1] += len(ps)
			}
			for ps, vs := range q2.Chunks() {
				chunks[2] += len(ps)
				for i := range ps {
					if ps[i].X != vs[i].Get().X {
						t.Error("a chunk mixes entities")
					}
				}
			}
			for ps, r := range q3.Chunks() {
				chunks[3] += min(len(ps), len(r.B), len(r.C))
			}
			for ps, r := range q4.Chunks() {
				chunks[4] += min(len(ps), len(r.D))
			}
			for ps, r := range q5.Chunks() {
				chunks[5] += min(len(ps), len(r.E))
			}
			if !slices.Equal(got, want) || !slices.Equal(saw, sums) || !slices.Equal(chunks, want) {
				t.Errorf("visited %v and by chunks %v, want %v; saw %v, want %v", got, chunks, want, saw, sums)
			}
			if p, v, ok := q2.Get(es[1]); !ok || p.X != 1 || v.Get().X != 1 {
				t.Errorf("by handle: %v %v %v", p, v, ok)
			}
			if _, _, ok := q2.Get(es[0]); ok {
				t.Error("a dead entity is found")
			}
			if _, _, ok := q2.Get(es[5]); ok {
				t.Error("an entity is found that the query does not visit")
			}
			check(t, s.Err())
		})
	}
}
