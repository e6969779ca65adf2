package ecs_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

// A twin is one of two simulations to which the same happens.
type twin struct {
	sim    *ecs.Sim
	es     []ecs.Entity
	moving ecs.Query2[Position, ecs.Read[Velocity]]
	still  ecs.Query2[Position, ecs.Maybe[Health]]
}

// newTwin keeps the component types in storages that the function chooses.
func newTwin(t *rapid.T, places, speeds func() any) *twin {
	s, err := ecs.NewSim(ecs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &twin{sim: s}
	for _, err := range []error{
		ecs.Define(s, places().(ecs.StorageOf[Position])),
		ecs.Define(s, speeds().(ecs.StorageOf[Velocity])),
		ecs.Define(s, healthIn(places())),
		ecs.Define[Frozen](s),
		s.Bind(&w.moving), s.Bind(&w.still, ecs.Without[Velocity]{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// healthIn keeps health beside places where these are in tables.
func healthIn(places any) ecs.StorageOf[Health] {
	if in, ok := places.(*ecs.Tabled[Position]); ok {
		return ecs.InTables[Health](in.Tables())
	}
	return ecs.NewColumn(ecs.Traits[Health]{})
}

// seen lists what the queries visit, one by one and by chunks, in the order of entities.
func (w *twin) seen() (all, chunks []string) {
	for p, v := range w.moving.All() {
		all = append(all, fmt.Sprint(w.moving.Entity(), *p, v.Get()))
	}
	for p, h := range w.still.All() {
		all = append(all, fmt.Sprint(w.still.Entity(), *p, h.Get()))
	}
	for ps, vs := range w.moving.Chunks() {
		for i := range ps {
			chunks = append(chunks, fmt.Sprint(ecs.Owner(w.sim, &ps[i]), ps[i], vs[i].Get()))
		}
	}
	for ps, hs := range w.still.Chunks() {
		for i := range ps {
			var h *Health
			if i < len(hs) {
				h = hs[i].Get()
			}
			chunks = append(chunks, fmt.Sprint(ecs.Owner(w.sim, &ps[i]), ps[i], h))
		}
	}
	slices.Sort(all)
	slices.Sort(chunks)
	return all, chunks
}

// TestTablesKeepWhatColumnsKeep: the same changes leave the same components with
// the same entities, wherever they are kept, all in tables or some of them.
func TestTablesKeepWhatColumnsKeep(t *testing.T) {
	column := func() any { return ecs.NewColumn(ecs.Traits[Position]{}) }
	speedColumn := func() any { return ecs.NewColumn(ecs.Traits[Velocity]{}) }
	rapid.Check(t, func(t *rapid.T) {
		tables := ecs.NewTables()
		places, speeds := func() any { return ecs.InTables[Position](tables) }, func() any { return ecs.InTables[Velocity](tables) }
		mixed := ecs.NewTables()
		twins := []*twin{
			newTwin(t, column, speedColumn),
			newTwin(t, places, speeds),
			newTwin(t, func() any { return ecs.InTables[Position](mixed) }, speedColumn),
		}
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			op := rapid.IntRange(0, 7).Draw(t, "operation")
			at := rapid.IntRange(0, 30).Draw(t, "entity")
			many := rapid.IntRange(1, 5).Draw(t, "many")
			for _, w := range twins {
				w.change(op, at, many, step)
			}
			all, chunks := twins[0].seen()
			if !slices.Equal(all, chunks) {
				t.Fatalf("chunks of columns: %v\none by one: %v", chunks, all)
			}
			for i, w := range twins[1:] {
				one, byChunk := w.seen()
				if !slices.Equal(one, all) || !slices.Equal(byChunk, all) {
					t.Fatalf("twin %d: after operation %d\n%v\nby chunks\n%v\nwant\n%v", i+1, op, one, byChunk, all)
				}
				if err := w.sim.Err(); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func (w *twin) change(op, at, many, step int) {
	do := w.sim.Later()
	if op <= 2 || len(w.es) == 0 {
		for i := range many {
			all := []any{xy(step, i), Velocity(xy(i, step)), Health{step}, Frozen{}}
			w.es = append(w.es, do.Spawn(all[:1+(op+i)%4]...))
		}
		w.es = w.es[:len(w.es)-many]
		before := w.sim.Entities()
		_ = w.sim.Flush()
		for _, e := range w.sim.Entities() {
			if !slices.Contains(before, e) {
				w.es = append(w.es, e)
			}
		}
		return
	}
	for i := range many {
		e := w.es[(at+3*i)%len(w.es)]
		if !w.sim.Alive(e) {
			continue
		}
		switch op {
		case 3:
			do.Kill(e)
		case 4:
			_ = ecs.Set(do, e, Velocity(xy(step, i)))
		case 5:
			_ = ecs.TryRemove[Velocity](do, e)
		case 6:
			_ = ecs.Set(do, e, Health{step + i})
			_ = ecs.TryRemove[Position](do, e)
		case 7:
			_ = ecs.Set(do, e, xy(-step, i))
			_ = ecs.Set(do, e, Frozen{})
		}
	}
	_ = w.sim.Flush()
}

// TestTablesAreOfOneWorld: tables that two worlds shared would mix their entities.
func TestTablesAreOfOneWorld(t *testing.T) {
	tables := ecs.NewTables()
	s, err := ecs.NewSim(ecs.Options{})
	check(t, err)
	other, err := ecs.NewSim(ecs.Options{})
	check(t, err)
	check(t, ecs.Define(s, ecs.InTables[Position](tables)))
	wants(t, ecs.Define(other, ecs.InTables[Velocity](tables)), "define component", "another world", "NewTables")
}

// TestTablesInBatches: so do the changes of a world, which take many entities.
func TestTablesInBatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tables := ecs.NewTables()
		var worlds [2]*ecs.World
		var kinds [2][]ecs.Bundle
		for i := range worlds {
			w, err := ecs.New(ecs.Options{Dispatch: ecs.Shared, NewSet: ecs.NewSparseSet})
			if err != nil {
				t.Fatal(err)
			}
			worlds[i] = w
			for c := range 4 {
				var s ecs.Storage = ecs.NewColumn(healthTraits)
				if i == 1 && c != 2 { // one type is kept elsewhere
					s = ecs.InTablesWith(tables, healthTraits)
				}
				if _, err := w.RegisterStorage(s); err != nil {
					t.Fatal(err)
				}
			}
			for _, cs := range [][]ecs.Component{{}, {0}, {1, 2}, {0, 1, 2, 3}} {
				b, err := w.Prepare(cs...)
				if err != nil {
					t.Fatal(err)
				}
				kinds[i] = append(kinds[i], b)
			}
		}
		var es []ecs.Entity
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			op, number := rapid.IntRange(0, 2).Draw(t, "operation"), uint32(rapid.Int().Draw(t, "number"))
			kind, n := rapid.IntRange(0, 3).Draw(t, "kind"), rapid.IntRange(1, 20).Draw(t, "many")
			add := ecs.Component(rapid.IntRange(0, 3).Draw(t, "add"))
			remove := ecs.Component(rapid.IntRange(0, 3).Draw(t, "remove"))
			some := slices.DeleteFunc(slices.Clone(es), func(e ecs.Entity) bool { return ecs.Mix(uint64(e)+uint64(number))%3 == 0 })
			var created [2][]ecs.Entity
			var counts [2]int
			for i, w := range worlds {
				switch op {
				case 0:
					created[i] = make([]ecs.Entity, n)
					w.Create(kinds[i][kind], number, created[i])
				case 1:
					counts[i] = w.Destroy(some)
				case 2:
					if add == remove {
						counts[i] = w.Add(add, some, number)
					} else {
						counts[i] = w.Exchange(some, []ecs.Component{add}, []ecs.Component{remove}, number)
					}
				}
			}
			if !slices.Equal(created[0], created[1]) || counts[0] != counts[1] {
				t.Fatalf("created %v and %v, changed %v", created[0], created[1], counts)
			}
			es = append(es, created[0]...)
			var sums [2][]uint64
			for i, w := range worlds {
				sums[i] = make([]uint64, len(es))
				w.Hash(es, sums[i], ecs.Salt)
			}
			if !slices.Equal(sums[0], sums[1]) {
				t.Fatalf("after operation %d tables keep other values than columns", op)
			}
			for c := range 4 {
				if a, b := worlds[0].Storage(ecs.Component(c)).Len(), worlds[1].Storage(ecs.Component(c)).Len(); a != b {
					t.Fatalf("%d components of type %d, want %d", b, c, a)
				}
			}
		}
	})
}

var healthTraits = ecs.Traits[Health]{
	Fill: func(dst []Health, first uint32) {
		for i := range dst {
			dst[i].Points = int(first) + i
		}
	},
	Hash: func(h *Health) uint64 { return uint64(h.Points) },
}
