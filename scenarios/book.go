package scenarios

import (
	"fmt"
	"math/rand/v2"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/columns"
)

// The benchmark of seed 002, with its components and systems: all entities have
// a Place, every fourth a Speed, every second some Data; one system moves, one
// turns at random every tenth tick, one works on the data. It is measured when
// the world is set up, in a tick, when as many entities again come in, and when
// after these half as many end at random.
var (
	bookInit   = bookScenario("init", "BookInit", "a world with its systems and N entities", "sets up a world of")
	bookUpdate = bookScenario("update", "BookUpdate", "a tick of three systems over N entities", "updates")
	bookExpand = bookScenario("expand", "BookExpand", "add N entities to a world of N", "expands a world of")
	bookChurn  = bookScenario("churn", "BookChurn", "add N entities to a world of N, and kill half as many at random", "churns a world of")
)

func bookScenario(part, title, doc, verb string) Scenario {
	return Scenario{
		Name:     "book-" + part,
		Title:    title,
		Doc:      doc + ", as in the ECS book that mapvalues comes from",
		Verb:     verb,
		OnDemand: true,
		Axes:     []Axis{{Name: entities.Name, Title: entities.Title, Doc: entities.Doc, Default: []int{16_384}, Min: 1, Max: 10_000_000, Size: true}},
		Options:  []impls.Option{wayOption},
		Open: func(c Case) (Workload, error) {
			storage, err := storageOf(c)
			if err != nil {
				return nil, err
			}
			w := &bookWork{part: part, storage: storage, n: c.entities(), seed: c.Seed, way: ecs.Way(c.Options["way"])}
			if part == "update" {
				err = w.Prepare(1)
			}
			return w, err
		},
	}
}

// The seed's components.
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

// A book is one world.
type book struct {
	*ecs.Sim
	ticks uint64
	made  int // entities so far
}

func newBook(storage string, way ecs.Way) (*book, error) {
	design, err := columns.Named(storage)
	if err != nil {
		return nil, err
	}
	sim, err := ecs.NewSim(ecs.Options{})
	if err != nil {
		return nil, err
	}
	b := &book{Sim: sim}
	for _, step := range []func() error{
		func() error { return columns.Define[bookPlace](b.Sim, design) },
		func() error { return columns.Define[bookSpeed](b.Sim, design) },
		func() error { return columns.Define[bookData](b.Sim, design) },
		func() error {
			return b.Add("move", func(q *ecs.Query2[bookPlace, ecs.Read[bookSpeed]], dt ecs.Seconds) {
				for p, v := range q.All() {
					v := v.Get()
					p.X += float32(v.X * float32(dt))
					p.Y += float32(v.Y * float32(dt))
				}
			})
		},
		func() error {
			return b.Add("turn", func(q *ecs.Query1[bookSpeed]) {
				if b.ticks%10 != 0 {
					return
				}
				for v := range q.All() {
					*v = turned(b.ticks, q.Entity())
				}
			})
		},
		func() error {
			return b.Add("data", func(q *ecs.Query1[bookData]) {
				for d := range q.All() {
					d.work()
				}
			})
		},
		func() error { return b.SetSchedule(ecs.Schedule{Way: way}) },
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// turned is a speed that looks random and follows from tick and entity.
func turned(tick uint64, e ecs.Entity) bookSpeed {
	r := ecs.Mix(tick<<32 | uint64(e.ID()))
	return bookSpeed{float32(r%17) - 8, float32(r>>8%17) - 8}
}

func (d *bookData) work() {
	d.Count++
	d.Ratio = float64(d.Count) / 2
	d.On = !d.On
	d.Text[d.Count%len(d.Text)] = byte(d.Count)
}

// add creates n more entities.
func (b *book) add(n int) error {
	do := b.Later()
	for i := b.made; i < b.made+n; i++ {
		e := do.Spawn()
		_ = ecs.Set(do, e, bookPlace{float32(i % 256), float32(i / 256 % 256)})
		if i%4 == 0 {
			_ = ecs.Set(do, e, bookSpeed{1, 2})
		}
		if i%2 == 0 {
			_ = ecs.Set(do, e, bookData{Count: i})
		}
	}
	b.made += n
	return b.Flush()
}

// kill ends n entities at random.
func (b *book) kill(draw *rand.Rand, n int) error {
	all, do := b.Entities(), b.Later()
	for i := range n {
		at := i + draw.IntN(len(all)-i)
		all[i], all[at] = all[at], all[i]
		do.Kill(all[i])
	}
	return b.Flush()
}

type bookWork struct {
	part    string
	storage string
	n       int
	seed    uint64
	way     ecs.Way
	fresh   []*book // prepared and not used yet
	used    *book   // the last one
	err     error
}

func (w *bookWork) Entities() int      { return w.n }
func (w *bookWork) MaxOperations() int { return 1 << 30 }

func (w *bookWork) Warm() (float64, error) {
	if err := w.Prepare(1); err != nil {
		return 0, err
	}
	w.Run(1)
	return 1, w.err
}

// Prepare makes the worlds that operations begin with.
func (w *bookWork) Prepare(n int) error {
	switch {
	case w.part == "init", w.part == "update" && w.used != nil:
		return nil
	case w.part == "update":
		n = 1
	}
	for range n {
		b, err := newBook(w.storage, w.way)
		if err == nil {
			err = b.add(w.n)
		}
		if err != nil {
			return err
		}
		w.fresh = append(w.fresh, b)
		if w.part == "update" {
			w.used = b
		}
	}
	return nil
}

func (w *bookWork) Run(n int) {
	for i := range n {
		var err error
		switch w.part {
		case "init":
			if w.used, err = newBook(w.storage, w.way); err == nil {
				err = w.used.add(w.n)
			}
		case "update":
			w.used.ticks++
			err = w.used.Tick(1.0 / 64)
		default:
			w.used = w.fresh[i]
			err = w.used.add(w.n)
			if err == nil && w.part == "churn" {
				err = w.used.kill(rand.New(rand.NewPCG(w.seed, 5)), w.n/2)
			}
		}
		if err != nil {
			w.err = err
		}
	}
	if w.part != "update" {
		w.fresh = w.fresh[:copy(w.fresh, w.fresh[min(n, len(w.fresh)):])]
	}
}

// Verify compares every entity with a model of one entity, and counts.
func (w *bookWork) Verify() error {
	if w.err != nil {
		return fmt.Errorf("wrong work: %w", w.err)
	}
	b := w.used
	want := map[string]int{"init": w.n, "update": w.n, "expand": 2 * w.n, "churn": 2*w.n - w.n/2}[w.part]
	if err := verifyCount("entities alive", b.Len(), want); err != nil {
		return err
	}
	for _, e := range b.Entities() {
		// Entities come in order and IDs are handed out in order, so the ID
		// tells which one it is, as long as none has ended before the last came.
		i := int(e.ID())
		p, v, d := bookPlace{float32(i % 256), float32(i / 256 % 256)}, bookSpeed{1, 2}, bookData{Count: i}
		for tick := uint64(1); tick <= b.ticks; tick++ {
			if i%4 == 0 {
				p.X += float32(v.X * (1.0 / 64))
				p.Y += float32(v.Y * (1.0 / 64))
				if tick%10 == 0 {
					v = turned(tick, e)
				}
			}
			d.work()
		}
		gotP, _ := ecs.Get[bookPlace](b.Sim, e)
		gotV, moves := ecs.Get[bookSpeed](b.Sim, e)
		gotD, has := ecs.Get[bookData](b.Sim, e)
		switch {
		case moves != (i%4 == 0), has != (i%2 == 0):
			return fmt.Errorf("wrong state: entity %d has other components than it was given", i)
		case gotP != p, moves && gotV != v, has && gotD != d:
			return fmt.Errorf("wrong state: entity %d is %+v %+v %+v, want %+v %+v %+v", i, gotP, gotV, gotD, p, v, d)
		}
	}
	return nil
}
