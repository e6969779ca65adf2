package ecs_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

// Key is the name of an entity in the model. Every entity has one.
type Key struct{ S string }

// A Bag refers to entities in all forms.
type Bag struct {
	List   []ecs.Entity
	ByName map[string]ecs.Entity
	Ptr    *ecs.Entity
	Note   string
}

func bagOf(note string, self, other ecs.Entity) Bag {
	return Bag{[]ecs.Entity{self, other}, map[string]ecs.Entity{"self": self}, &self, note}
}

// Kept is in a store of its own.
type Kept struct{ N int }

// A Blow is an event: it changes the word of an entity, and makes Left more of its kind.
type Blow struct {
	At   ecs.Entity
	Left int
}

// Relations with the three rules.
type (
	Inside struct {
		Since int
		Room  ecs.Entity
	}
	Part struct {
		Of   ecs.Entity
		Note string
	}
	Likes struct{ Whom ecs.Entity }
)

// A Turn is a saved resource.
type Turn struct{ N int }

// Types of a world that loads and saves what other worlds have saved and load.
type (
	Halves struct{ High, Low uint16 } // was Word
	Middle struct{ Text string }
	Count  struct{ Text *string } // was Kept, and Middle in between
	Within struct {
		Room  ecs.Entity // of Inside
		Since string
	}
)

type keptStore map[ecs.ID]*Kept

func (s keptStore) At(id ecs.ID) *Kept        { return s[id] }
func (s keptStore) Put(id ecs.ID, value Kept) { s[id] = &value }
func (s keptStore) Delete(ids []ecs.ID) {
	for _, id := range ids {
		delete(s, id)
	}
}

// A stage is a world with systems that carry out rules, and its model.
type stage struct {
	*ecs.World
	want     beings
	entities int // at the begin of the step
	rules    []rule
	barrier  []bool // behind the systems of the rules
	tracked  bool
	now      int
	mark     ecs.Mark
	visible  map[ecs.Entity]bool // with a word, by observers
	bagged   map[ecs.Entity]bool // with a bag, by hooks
	turn     *Turn
	off      int // the rule whose system is off
	next     int // what it is after the next tick, by a system

	on       string   // the component whose gain is observed
	observed rule     // what the observer records
	gained   []string // keys of the observed entities, in order; in the model so many
	modelled int
	pending  []act    // of World.Later
	blows    []string // keys of the entities of events to come

	mu    sync.Mutex
	order map[int][]string // keys in the order in which the loop of a rule visited them

	all    ecs.Query1[ecs.Read[Key]]
	worded ecs.Query2[ecs.Read[Word], ecs.Read[Key]]
	bags   ecs.Map1[ecs.Read[Bag]]
	housed ecs.Query1[ecs.Read[Inside]] // without Tag
	keys   ecs.Map1[Key]
	born   ecs.Map3[Key, Word, Bag]
	pair   ecs.Map2[Odd, Large]
	tag    ecs.Map1[Tag] // which drops Odd
	words  ecs.Map1[Word]
	tagged ecs.Query1[ecs.Read[Tag]]
}

func newStage(t *rapid.T) *stage {
	g := &stage{want: beings{}, tracked: rapid.Bool().Draw(t, "tracked"), off: -1}
	g.on, g.observed = one(t, []string{"word", "odd"}, "gained"), drawRule(t, 0, "observer")
	for i := range rapid.IntRange(1, 5).Draw(t, "systems") {
		r := drawRule(t, i, "commands", "parallel", "exclusive", "commands", "parallel", "exclusive", "reload")
		r.Group, r.When = one(t, []string{"", "", "draw"}, "group"), rapid.Bool().Draw(t, "condition")
		g.rules = append(g.rules, r)
		g.barrier = append(g.barrier, rapid.IntRange(0, 2).Draw(t, "barrier") == 0)
	}
	g.build(t)
	for i := range one(t, []int{1, 3, 40, 600}, "entities") {
		key, n := fmt.Sprint("e", i), uint32(i)
		components := []any{Key{key}}
		g.want[key] = &being{}
		if i%2 == 0 {
			components = append(components, Word{n})
			g.want[key].word = &n
		}
		_, err := g.Spawn(components...)
		must(t, err)
	}
	return g
}

func must(t *rapid.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// inOrder calls functions in random order.
func inOrder(draw *rand.Rand, list ...func() error) (err error) {
	draw.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for _, f := range list {
		err = errors.Join(err, f())
	}
	return err
}

// build makes a world with the types, tables and systems. Types and tables are in random order, and
// the world had entities before.
func (g *stage) build(t *rapid.T) {
	w := ecs.New()
	g.World, g.visible, g.bagged, g.turn = w, map[ecs.Entity]bool{}, map[ecs.Entity]bool{}, new(Turn)
	draw := rand.New(rand.NewPCG(rapid.Uint64Range(0, 99).Draw(t, "order of types"), 0))
	must(t, inOrder(draw,
		func() error { return ecs.Define[Key](w) }, func() error { return ecs.Define[Bag](w) }, func() error { return ecs.Define[Tag](w) },
		func() error { return ecs.Define[Odd](w) }, func() error { return ecs.Define[Large](w) },
		func() error { return ecs.DefineRelation[Inside](w, ecs.RemoveRelation) },
		func() error { return ecs.DefineRelation[Part](w, ecs.DestroyRelated) },
		func() error { return ecs.DefineRelation[Likes](w, ecs.KeepRelation) },
		func() error { return ecs.DefineIn(w, keptStore{}) }, func() error { return ecs.DefineEvent[Blow](w) },
		func() error { return defineTracked[Word](w, g.tracked) },
		func() error { return errors.Join(w.Provide(g.turn), ecs.SaveResource[Turn](w)) },
		func() error {
			return ecs.Migrate(w, func(old Halves) Word { return Word{uint32(old.High)<<16 | uint32(old.Low)} })
		},
		func() error {
			return ecs.Migrate(w, func(old Within) Inside { return Inside{len(old.Since), old.Room} })
		},
		func() error {
			return ecs.Migrate(w, func(old Count) (k Kept) {
				_, _ = fmt.Sscan(*old.Text, &k.N)
				return k
			})
		}),
		inOrder(draw,
			func() error { return g.all.Bind(w) }, func() error { return g.worded.Bind(w) }, func() error { return g.keys.Bind(w) },
			func() error { return g.born.Bind(w) }, func() error { return g.pair.Bind(w) }, func() error { return g.tag.Bind(w, ecs.Drop[Odd]{}) },
			func() error { return g.words.Bind(w) }, func() error { return g.tagged.Bind(w) }, func() error { return g.bags.Bind(w) },
			func() error { return g.housed.Bind(w, ecs.Without[Tag]{}) }))
	for range draw.IntN(9) {
		_, err := w.Spawn(Key{"gone"}, Word{})
		must(t, err)
	}
	_, err := w.Clear()
	must(t, err,
		w.Observe(ecs.Enters, func(e ecs.Entity) {
			if g.visible[e] || !ecs.Has[Word](w, e) {
				panic("an entity enters twice, or without its component")
			}
			g.visible[e] = true
		}, ecs.With[Word]{}),
		w.Observe(ecs.Leaves, func(e ecs.Entity) {
			if !g.visible[e] || !ecs.Has[Word](w, e) {
				panic("an entity leaves twice, or without its component")
			}
			delete(g.visible, e)
		}, ecs.With[Word]{}))
	watched := ecs.Filter(ecs.With[Word]{})
	if g.on == "odd" {
		watched = ecs.With[Odd]{}
	}
	must(t, w.Observe(ecs.Gains, func(e ecs.Entity) {
		key := g.keys.Get(e).S
		r := g.reaction(len(g.gained))
		if g.gained = append(g.gained, key); r.applies(key, g.now, g.entities) {
			g.record(r, w.Later(), e, key, &g.bags)
		}
	}, watched))
	g.addSystems(t)
	g.schedule(t)
}

func defineTracked[T any](w *ecs.World, tracked bool) error {
	if err := ecs.Define[T](w); err != nil || !tracked {
		return err
	}
	return ecs.Track[T](w)
}

// reaction is the rule of the observer when it is called for the nth time.
func (g *stage) reaction(n int) rule {
	r := g.observed
	r.Number = 200 + n
	return r
}

// save writes the world, or one that has loaded it if there is a seed.
func (g *stage) save(file *bytes.Buffer, seed uint64, options ...ecs.SaveOption) error {
	if err := g.Save(file, options...); err != nil || seed == 0 {
		return err
	}
	return g.transit(file, seed)
}

// transit loads a file into a world with other types, and saves that one.
func (g *stage) transit(file *bytes.Buffer, seed uint64) error {
	w := ecs.New()
	draw := rand.New(rand.NewPCG(seed, 1))
	var options []ecs.LoadOption
	err := inOrder(draw,
		func() error { return ecs.Define[Key](w) }, func() error { return ecs.Define[Bag](w) }, func() error { return ecs.Define[Tag](w) },
		func() error { return ecs.Define[Odd](w) },
		func() error { return ecs.DefineRelation[Within](w, ecs.DestroyRelated) },
		func() error { return ecs.DefineRelation[Part](w, ecs.KeepRelation) },
		func() error { return defineTracked[Halves](w, g.tracked) },
		func() error { return ecs.Define[Count](w) }, func() error { return ecs.DefineEvent[Blow](w) },
		func() error { return errors.Join(w.Provide(new(Turn)), ecs.SaveResource[Turn](w)) },
		func() error {
			if unknown(seed) {
				options = append(options, ecs.SkipUnknown())
				return nil
			}
			return errors.Join(ecs.DefineRelation[Likes](w, ecs.KeepRelation), ecs.Define[Large](w))
		},
		func() error {
			return ecs.Migrate(w, func(old Word) Halves { return Halves{uint16(old.N >> 16), uint16(old.N)} })
		},
		func() error {
			return ecs.Migrate(w, func(old Inside) Within { return Within{old.Room, fmt.Sprintf("%*s", old.Since, "")} })
		},
		func() error { return ecs.Migrate(w, func(old Kept) Middle { return Middle{fmt.Sprint(old.N)} }) },
		func() error { return ecs.Migrate(w, func(old Middle) Count { return Count{&old.Text} }) })
	if err = errors.Join(err, w.Load(file, options...)); err != nil {
		return err
	}
	file.Reset()
	return w.Save(file)
}

// unknown reports whether the world of a transit lacks types.
func unknown(seed uint64) bool { return seed%2 == 1 }

func (g *stage) schedule(t *rapid.T) {
	must(t, g.SetSchedule(ecs.Schedule{
		Way:     one(t, ecs.Ways, "way"),
		Workers: rapid.IntRange(1, 4).Draw(t, "workers"),
		Shuffle: uint64(rapid.IntRange(0, 3).Draw(t, "shuffle")),
	}))
}

func (g *stage) addSystems(t *rapid.T) {
	w := g.World
	// Two systems write to words. All changes of words within a phase commute.
	must(t, w.Add("grow", func(q *ecs.Query2[Word, ecs.Maybe[Bag]]) {
		q.Parallel(func(part *ecs.Query2[Word, ecs.Maybe[Bag]], _ *ecs.Commands) {
			for word, bag := range part.All() {
				if word.N++; bag.Get() != nil {
					word.N++
				}
			}
		})
	}))
	must(t, w.Add("poke", func(q *ecs.Query1[ecs.Read[Bag]], words *ecs.Map1[Word]) {
		g.enable(g.next)
		for bag := range q.All() {
			if word := words.Mut(bag.Get().List[1]); word != nil {
				word.N += 7
			}
		}
	}))
	must(t, w.Add("hooked", func(*ecs.Query1[ecs.Read[Bag]]) {}, ecs.OnAdded(func(e ecs.Entity) {
		if g.bagged[e] || !ecs.Has[Bag](w, e) {
			panic("a system gains an entity twice, or without its component")
		}
		g.bagged[e] = true
	}), ecs.OnRemoved(func(e ecs.Entity) {
		if !g.bagged[e] || !ecs.Has[Bag](w, e) {
			panic("a system loses an entity twice, or without its component")
		}
		delete(g.bagged, e)
	})))
	for i, r := range g.rules {
		g.addRule(t, fmt.Sprint(i), r)
		if g.barrier[i] {
			w.Barrier()
		}
	}
	g.enable(g.off)
	must(t, w.Handle("blow", func(q *ecs.Query1[ecs.Read[Blow]], words *ecs.Map1[Word], do *ecs.Commands) {
		for blow := range q.All() {
			b := blow.Get()
			if word := words.Mut(b.At); word != nil {
				word.N += 100
			}
			if b.Left > 0 {
				_ = ecs.Emit(do, Blow{b.At, b.Left - 1})
			}
		}
	}))
}

// enable turns the systems of all rules but one on.
func (g *stage) enable(off int) {
	g.off = off
	for i := range g.rules {
		g.System(fmt.Sprint(i)).Enable(i != off)
	}
}

func (g *stage) addRule(t *rapid.T, name string, r rule) {
	options := []ecs.Option{ecs.In(r.Group)}
	if r.When {
		options = append(options, ecs.When(func(q *ecs.Query1[ecs.Read[Key]], turn Turn) bool {
			return turn.N == g.now && g.isTime(q.Len())
		}))
	}
	switch r.Way {
	case "commands":
		must(t, g.Add(name, func(q *ecs.Query1[ecs.Read[Key]], bags *ecs.Map1[ecs.Read[Bag]], do *ecs.Commands) {
			g.visit(r, q, func(e ecs.Entity, key string) { g.record(r, do, e, key, bags) })
		}, options...))
	case "parallel":
		type both = ecs.Query2[ecs.Read[Key], ecs.Maybe[Word]]
		must(t, g.Add(name, func(q *both, bags *ecs.Map1[ecs.Read[Bag]]) {
			q.Parallel(func(part *both, do *ecs.Commands) {
				for key, word := range part.All() {
					if word := word.Get(); word != nil {
						word.N += 3
					}
					if k := key.Get().S; r.applies(k, g.now, g.entities) {
						g.record(r, do, part.Entity(key), k, bags)
					}
				}
			})
			var order []string
			for key := range q.All() {
				order = append(order, key.Get().S)
			}
			g.note(r, order)
		}, options...))
	case "reload":
		must(t, g.Add(name, func(w *ecs.World) error {
			var file bytes.Buffer
			err := g.save(&file, g.between(r))
			_, clearing := w.Clear()
			return errors.Join(err, clearing, w.Load(&file))
		}, options...))
	default:
		must(t, g.Add(name, func(w *ecs.World, q *ecs.Query1[ecs.Read[Key]]) {
			for _, e := range g.visitAll(r, q) {
				g.direct(r, e)
			}
		}, options...))
	}
}

// isTime is the run condition, in a world with so many entities.
func (g *stage) isTime(entities int) bool { return (entities+g.now)%3 > 0 }

// between is the seed of the transit of a rule, 0 for none.
func (g *stage) between(r rule) uint64 { return uint64(r.Share+uint32(g.now)) % 3 }

// visit calls f for the entities of a rule, in one of the forms of a loop, and notes the order.
func (g *stage) visit(r rule, q *ecs.Query1[ecs.Read[Key]], f func(ecs.Entity, string)) {
	var order []string
	see := func(e ecs.Entity, key string) {
		order = append(order, key)
		if r.applies(key, g.now, g.entities) {
			f(e, key)
		}
	}
	switch r.Loop {
	case "All":
		for key := range q.All() {
			see(q.Entity(key), key.Get().S)
		}
	case "Each":
		for e, key := range q.Each() {
			see(e, key.Get().S)
		}
	case "Sorted":
		for e, key := range q.Sorted(func(x, y *ecs.Read[Key]) int { return strings.Compare(y.Get().S, x.Get().S) }) {
			see(e, key.Get().S)
		}
		if !slices.IsSortedFunc(order, func(x, y string) int { return strings.Compare(y, x) }) {
			panic(fmt.Sprint("entities are not sorted: ", order))
		}
	default:
		for keys := range q.Chunks() {
			for i := range keys {
				see(q.Entity(&keys[i]), keys[i].Get().S)
			}
		}
	}
	g.note(r, order)
}

func (g *stage) note(r rule, order []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.order[r.Number] = order
}

// visitAll lists the entities of a rule, and tries to change structure in the loop.
func (g *stage) visitAll(r rule, q *ecs.Query1[ecs.Read[Key]]) (list []ecs.Entity) {
	g.visit(r, q, func(e ecs.Entity, _ string) {
		if g.Destroy(e) == nil {
			panic("structure changes in a loop")
		}
		list = append(list, e)
	})
	return list
}

// record carries out a rule later.
func (g *stage) record(r rule, do *ecs.Commands, e ecs.Entity, key string, bags *ecs.Map1[ecs.Read[Bag]]) {
	value := r.value(key, g.now)
	var err error
	switch r.Op {
	case "spawn":
		var child ecs.Entity
		if value%2 == 0 {
			child, err = g.born.NewLater(do, Key{r.child(key, g.now)}, Word{uint32(value)}, Bag{})
		} else {
			child = do.Spawn(Key{r.child(key, g.now)}, Word{uint32(value)})
		}
		err = errors.Join(err, ecs.Set(do, child, bagOf("child", child, e)), do.Attach(child, e))
	case "house":
		err = relate("like", do, e, do.Spawn(Inside{7, e}, Key{r.child(key, g.now)}))
	case "clone":
		var clone ecs.Entity
		clone, err = do.Clone(e)
		err = errors.Join(err, ecs.Set(do, clone, Key{r.child(key, g.now)}))
	case "destroy":
		err = do.Destroy(e)
	case "destroy tree":
		err = do.DestroyTree(e)
	case "set word":
		err = ecs.Set(do, e, Word{uint32(value)})
	case "remove word":
		err = ecs.TryRemove[Word](do, e)
	case "set bag":
		err = ecs.Set(do, e, bagOf(fmt.Sprint(key, g.now), e, g.Parent(e)))
	case "remove bag":
		err = ecs.TryRemove[Bag](do, e)
	case "add pair":
		err = g.pair.AddLater(do, e, Odd{A: byte(value)}, Large{[9]uint64{3: uint64(value)}})
	case "remove pair":
		err = g.pair.RemoveLater(do, e)
	case "exchange":
		err = g.tag.AddLater(do, e, Tag{})
	case "set kept":
		err = ecs.Set(do, e, Kept{value})
	case "remove kept":
		err = ecs.TryRemove[Kept](do, e)
	case "name":
		err = do.Name(e, "name of "+key)
	case "detach":
		err = do.Detach(e)
	case "adopt":
		if bag := bags.Get(e); bag != nil && g.Alive(bag.Get().List[1]) {
			err = do.Attach(e, bag.Get().List[1])
		}
	case "blow":
		err = ecs.Emit(do, Blow{e, 1})
	default:
		if r.Op == "leave" {
			err = ecs.TryRemove[Inside](do, e)
		} else if bag := bags.Get(e); bag != nil && g.Alive(bag.Get().List[1]) {
			err = relate(r.Op, do, e, bag.Get().List[1])
		}
	}
	if err != nil {
		panic(err)
	}
}

// direct carries out a rule at once.
func (g *stage) direct(r rule, e ecs.Entity) {
	w, k := g.World, g.keys.Get(e)
	if k == nil { // it died of the change of another one
		return
	}
	key, value := k.S, r.value(k.S, g.now)
	var err error
	misfit := false
	switch r.Op {
	case "spawn":
		var child ecs.Entity
		child, err = g.born.New(Key{r.child(key, g.now)}, Word{uint32(value)}, Bag{})
		*ecs.Mut[Bag](w, child) = bagOf("child", child, e)
		err = errors.Join(err, w.Attach(child, e))
	case "house":
		var child ecs.Entity
		if child, err = w.Spawn(Inside{7, e}, Key{r.child(key, g.now)}); err == nil {
			err = relate("like", w, e, child)
		}
	case "clone":
		var clone ecs.Entity
		clone, err = w.Clone(e)
		*g.keys.Mut(clone) = Key{r.child(key, g.now)}
	case "destroy":
		err = w.Destroy(e)
	case "destroy tree":
		_, err = w.DestroyTree(e)
	case "set word":
		err = ecs.Set(w, e, Word{uint32(value)})
	case "remove word":
		err = ecs.TryRemove[Word](w, e)
	case "set bag":
		err = ecs.Set(w, e, bagOf(fmt.Sprint(key, g.now), e, w.Parent(e)))
	case "remove bag":
		err = ecs.TryRemove[Bag](w, e)
	case "add pair":
		misfit = ecs.Has[Odd](w, e) || ecs.Has[Large](w, e)
		err = g.pair.Add(e, Odd{A: byte(value)}, Large{[9]uint64{3: uint64(value)}})
	case "remove pair":
		misfit = !g.pair.Has(e)
		err = g.pair.Remove(e)
	case "exchange":
		misfit = ecs.Has[Tag](w, e) || !ecs.Has[Odd](w, e)
		err = g.tag.Add(e, Tag{})
	case "set kept":
		err = ecs.Set(w, e, Kept{value})
	case "remove kept":
		err = ecs.TryRemove[Kept](w, e)
	case "name":
		err = w.Name(e, "name of "+key)
	case "detach":
		err = w.Detach(e)
	case "adopt":
		if bag, ok := ecs.Get[Bag](w, e); ok && w.Alive(bag.List[1]) {
			err = w.Attach(e, bag.List[1])
		}
	case "blow":
	default:
		if r.Op == "leave" {
			err = ecs.TryRemove[Inside](w, e)
		} else if bag, ok := ecs.Get[Bag](w, e); ok && w.Alive(bag.List[1]) {
			err = relate(r.Op, w, e, bag.List[1])
		}
	}
	if (err != nil) != misfit {
		panic(fmt.Sprint(r, key, err))
	}
}

func relate(op string, to ecs.Target, e, other ecs.Entity) error {
	switch op {
	case "enter":
		return ecs.Set(to, e, Inside{7, other})
	case "join":
		return ecs.Set(to, e, Part{other, "note"})
	}
	return ecs.Set(to, e, Likes{other})
}
