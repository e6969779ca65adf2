package ecs_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// A tracked world is a world with tracked types and the expected stamps of their last
// writes: of the Position and the Velocity of each entity, -1 if it has none.
type tracked struct {
	*ecs.World
	t     *testing.T
	draw  *rand.Rand
	want  map[ecs.Entity]*[2]int
	now   int
	marks []ecs.Mark // by moment

	position   ecs.Map1[Position]
	velocity   ecs.Map1[Velocity]
	frozen     ecs.Map1[Frozen]
	writers    ecs.Query2[Position, ecs.Read[Velocity]]
	positions  ecs.Query1[ecs.Read[Position]]
	both       ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]
	any        ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Velocity]]]
	stored     ecs.Query2[ecs.Read[Velocity], ecs.Maybe[Health]]
	unaffected ecs.Query1[Frozen]
}

func newTracked(t *testing.T, seed uint64) *tracked {
	w := &tracked{World: ecs.New(), t: t, draw: rand.New(rand.NewPCG(seed, 0)), want: make(map[ecs.Entity]*[2]int)}
	check(t, ecs.Define[Position](w.World), ecs.Define[Velocity](w.World), ecs.Define[Frozen](w.World), ecs.DefineIn(w.World, healthStore{}),
		ecs.Track[Position](w.World), ecs.Track[Velocity](w.World),
		w.position.Bind(w.World), w.velocity.Bind(w.World), w.frozen.Bind(w.World),
		w.writers.Bind(w.World), w.positions.Bind(w.World), w.both.Bind(w.World), w.any.Bind(w.World),
		w.stored.Bind(w.World), w.unaffected.Bind(w.World))
	w.mark()
	return w
}

func (w *tracked) mark() {
	w.marks = append(w.marks, w.Mark())
	w.now++
}

// some returns random entities.
func (w *tracked) some(n int) []ecs.Entity {
	list := slices.Sorted(maps.Keys(w.want))
	w.draw.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(n, len(list))]
}

// create adds entities with positions.
func (w *tracked) create(n int) {
	check(w.t, w.position.NewBatch(n, func(es []ecs.Entity, _ []Position) {
		for _, e := range es {
			w.want[e] = &[2]int{0, -1}
		}
	}))
}

// step does something random.
func (w *tracked) step() {
	switch n := 1 + w.draw.IntN(200); w.draw.IntN(9) {
	case 0:
		w.create(n)
	case 1:
		for _, e := range w.some(n) {
			check(w.t, w.Destroy(e))
			delete(w.want, e)
		}
	case 2, 3:
		for _, e := range w.some(n) {
			w.position.Mut(e).X++
			w.want[e][0] = w.now
			if v := w.velocity.Mut(e); v != nil {
				w.want[e][1] = w.now
			}
		}
	case 4:
		for _, e := range w.some(n) {
			if s := w.want[e]; s[1] < 0 {
				check(w.t, w.velocity.Add(e, Velocity{}))
				s[1] = 0
			} else {
				check(w.t, w.velocity.Remove(e))
				s[1] = -1
			}
		}
	case 5:
		if _, err := w.frozen.RemoveBatch(&w.unaffected); err != nil {
			w.t.Fatal(err)
		}
		_, err := w.frozen.AddList(w.some(n), nil)
		check(w.t, err)
	case 6:
		for p := range w.writers.All() {
			w.want[w.writers.Entity(p)][0] = w.now
		}
	case 7:
		for _, e := range w.some(n / 8) {
			c, err := w.Clone(e)
			check(w.t, err)
			w.want[c] = &[2]int{0, -1}
			if w.velocity.Has(c) {
				w.want[c][1] = 0
			}
			check(w.t, ecs.Set(w.World, e, Health{1}))
		}
	default:
		w.mark()
	}
}

// verify checks what loops over changes visit.
func (w *tracked) verify() {
	w.t.Helper()
	for range 3 {
		moment := w.draw.IntN(len(w.marks))
		since := w.marks[moment]
		moment++ // writes from then on
		got := make([][]ecs.Entity, 4)
		for p := range w.positions.Changed(since) {
			e := w.positions.Entity(p)
			if p != (*ecs.Read[Position])(w.Pointer(e, 0)) {
				w.t.Fatalf("a loop over changes gives a wrong component of %v", e)
			}
			got[0] = append(got[0], e)
		}
		for first := range w.both.Changed(since) {
			got[1] = append(got[1], w.both.Entity(first))
		}
		for first := range w.any.Changed(since) {
			got[2] = append(got[2], w.any.Entity(first))
		}
		for first := range w.stored.Changed(since) {
			got[3] = append(got[3], w.stored.Entity(first))
		}
		want := make([][]ecs.Entity, 4)
		for e, at := range w.want {
			for i, visits := range []bool{
				at[0] >= moment,
				at[1] >= 0 && max(at[0], at[1]) >= moment,
				max(at[0], at[1]) >= moment,
				at[1] >= moment,
			} {
				if visits {
					want[i] = append(want[i], e)
				}
			}
		}
		for i := range got {
			slices.Sort(got[i])
			slices.Sort(want[i])
			if !slices.Equal(got[i], want[i]) {
				w.t.Fatalf("loop %d visits %d changes since mark %d of %d, want %d", i, len(got[i]), moment, w.now, len(want[i]))
			}
		}
	}
}

// Loops over changes visit the entities that were written to after a mark, whichever way
// they came to their row.
func TestChangesAreFound(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		w := newTracked(t, seed)
		w.create([]int{10, 1000, 9000}[seed%3])
		for range 150 {
			w.step()
			w.verify()
		}
		var saved bytes.Buffer
		check(t, w.Save(&saved))
		_, err := w.Clear()
		check(t, err)
		for range w.any.Changed(0) {
			t.Fatal("an empty world has changes")
		}
		check(t, w.Load(&saved))
		want := make(map[ecs.Entity]*[2]int)
		for e, at := range w.want {
			want[w.Loaded(e)] = at
		}
		w.want = want
		w.verify()
	}
}

// Parts of a parallel loop record and find changes.
func TestPartsOfLoopsTrackWrites(t *testing.T) {
	for shuffle := range uint64(10) {
		w := ecs.New()
		defer w.Close()
		check(t, ecs.Define[Position](w), ecs.Track[Position](w))
		var positions ecs.Map1[Position]
		var all ecs.Query1[ecs.Read[Position]]
		check(t, positions.Bind(w), all.Bind(w), positions.NewBatch(9000, nil))
		changed := func(since ecs.Mark) (n int) {
			for range all.Changed(since) {
				n++
			}
			return n
		}
		before := w.Mark()
		check(t, w.SetSchedule(ecs.Schedule{Way: ecs.Pooled, Workers: 3, Shuffle: shuffle}))
		check(t, w.Add("write", func(q *ecs.Query1[Position]) {
			q.Parallel(func(part *ecs.Query1[Position], _ *ecs.Commands) {
				for p := range part.All() {
					p.X++
				}
				for p := range part.Changed(before) {
					p.Y++
				}
			})
		}))
		check(t, w.Tick(1))
		after := w.Mark()
		if n := changed(before); n != 9000 {
			t.Errorf("%d entities are changed, want all", n)
		}
		if n := changed(after); n != 0 {
			t.Errorf("%d entities are changed after the last write", n)
		}
		for p := range all.All() {
			if p.Get() != (Position{1, 1}) {
				t.Fatalf("a part wrote %v", p.Get())
			}
		}
	}
}

// A query of World.Filter finds changes of types that are tracked after it was made.
func TestFilterBeforeTrack(t *testing.T) {
	w := newWorld(t)
	f, err := w.Filter([]ecs.Component{1, 0}, nil)
	check(t, err)
	for i, track := range []func(*ecs.World) error{ecs.Track[Velocity], ecs.Track[Position]} {
		for range f.Changed(0) {
			t.Error("a change before a write")
		}
		check(t, track(w))
		if i == 0 {
			continue
		}
		var m ecs.Map2[Position, Velocity]
		check(t, m.Bind(w), m.NewBatch(100, nil))
		mark := w.Mark()
		for _, e := range w.Entities()[30:40] {
			m.Mut(e)
		}
		n := 0
		for range f.Changed(mark) {
			n++
		}
		if n != 10 || f.Len() != 100 {
			t.Errorf("%d changes of %d entities, want 10 of 100", n, f.Len())
		}
	}
}
