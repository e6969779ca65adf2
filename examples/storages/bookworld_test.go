package storages_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/examples/storages"
	"github.com/ecsbench/ecsbench/kernel"
)

const bookTick = 1.0 / 64 // seconds

// The components.
type (
	bookPlace struct{ X, Y float32 }
	bookSpeed struct{ X, Y float32 }
	bookData  struct {
		Count int
		Ratio float64
		On    bool
		Text  [24]byte
	}
)

// A bookWorld is the benchmark of a book about a small ECS (500 lines). All entities have a
// place, every fourth a speed, every second some data. One system moves entities, one turns them
// at random every tenth tick, one works on the data.
type bookWorld struct {
	*ecs.World
	ticks uint64
	made  int // entities so far
}

// newBookWorld returns an empty world with its types in a storage.
func newBookWorld(t testing.TB, storage string, way ecs.Way) *bookWorld {
	t.Helper()
	in, err := storages.Find(storage)
	check(t, err)
	w := &bookWorld{World: ecs.New()}
	check(t, storages.Define[bookPlace](w.World, in), storages.Define[bookSpeed](w.World, in), storages.Define[bookData](w.World, in))
	check(t,
		w.Add("move", func(q *ecs.Query2[bookPlace, ecs.Read[bookSpeed]], dt ecs.Seconds) {
			for p, v := range q.All() {
				v := v.Get()
				p.X += float32(v.X * float32(dt))
				p.Y += float32(v.Y * float32(dt))
			}
		}),
		w.Add("turn", func(q *ecs.Query1[bookSpeed]) {
			if w.ticks%10 != 0 {
				return
			}
			for v := range q.All() {
				*v = bookTurned(w.ticks, q.Entity(v))
			}
		}),
		w.Add("data", func(q *ecs.Query1[bookData]) {
			for d := range q.All() {
				d.work()
			}
		}),
		w.SetSchedule(ecs.Schedule{Way: way}),
	)
	return w
}

func check(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// bookTurned is a pseudo-random speed computed from tick and entity.
func bookTurned(tick uint64, e ecs.Entity) bookSpeed {
	r := kernel.Mix(tick<<32 | uint64(e.ID()))
	return bookSpeed{float32(r%17) - 8, float32(r>>8%17) - 8}
}

func (d *bookData) work() {
	d.Count++
	d.Ratio = float64(d.Count) / 2
	d.On = !d.On
	d.Text[d.Count%len(d.Text)] = byte(d.Count)
}

// Create creates n more entities.
func (w *bookWorld) Create(n int) error {
	do := w.Later()
	for i := w.made; i < w.made+n; i++ {
		e := do.Spawn()
		_ = ecs.Set(do, e, bookPlace{float32(i % 256), float32(i / 256 % 256)})
		if i%4 == 0 {
			_ = ecs.Set(do, e, bookSpeed{1, 2})
		}
		if i%2 == 0 {
			_ = ecs.Set(do, e, bookData{Count: i})
		}
	}
	w.made += n
	_, err := w.Flush()
	return err
}

// Kill ends n entities at random.
func (w *bookWorld) Kill(draw *rand.Rand, n int) error {
	all, do := w.Entities(), w.Later()
	for i := range n {
		at := i + draw.IntN(len(all)-i)
		all[i], all[at] = all[at], all[i]
		_ = do.Destroy(all[i])
	}
	_, err := w.Flush()
	return err
}

// Update is a tick.
func (w *bookWorld) Update() error {
	w.ticks++
	return w.Tick(bookTick)
}

// Verify compares every entity with a model of one entity. All must have been created before the
// first was destroyed.
func (w *bookWorld) Verify() error {
	for _, e := range w.Entities() {
		// IDs ascend in the order of creation, so the ID identifies the entity.
		i := int(e.ID())
		p, v, d := bookPlace{float32(i % 256), float32(i / 256 % 256)}, bookSpeed{1, 2}, bookData{Count: i}
		for n := uint64(1); n <= w.ticks; n++ {
			if i%4 == 0 {
				p.X += float32(v.X * bookTick)
				p.Y += float32(v.Y * bookTick)
				if n%10 == 0 {
					v = bookTurned(n, e)
				}
			}
			d.work()
		}
		gotP, _ := ecs.Get[bookPlace](w.World, e)
		gotV, moves := ecs.Get[bookSpeed](w.World, e)
		gotD, has := ecs.Get[bookData](w.World, e)
		switch {
		case moves != (i%4 == 0), has != (i%2 == 0):
			return fmt.Errorf("wrong state: entity %d has other components than it was given", i)
		case gotP != p, moves && gotV != v, has && gotD != d:
			return fmt.Errorf("wrong state: entity %d is %+v %+v %+v, want %+v %+v %+v", i, gotP, gotV, gotD, p, v, d)
		}
	}
	return nil
}
