package ecs_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

var combinedRuns = flag.Int("combined", 1, "how many times as long the combined model test runs")

// TestCombined compares a world with a model after random ticks, loops and single changes, in every
// way of scheduling, with tracked types, parallel loops, systems with a *World, observers, events,
// Commands, relations, and saved worlds that are loaded into other ones.
func TestCombined(t *testing.T) {
	for range *combinedRuns {
		rapid.Check(t, combined)
	}
}

// FuzzCombined lets the fuzzer choose the rules.
func FuzzCombined(f *testing.F) { f.Fuzz(rapid.MakeFuzz(combined)) }

func combined(t *rapid.T) {
	g := newStage(t)
	defer func() { g.Close() }()
	for range rapid.IntRange(1, 8).Draw(t, "steps") {
		g.step(t)
		g.check(t)
	}
}

// step does something to the world and the model.
func (g *stage) step(t *rapid.T) {
	g.now++
	g.order, g.entities = map[int][]string{}, g.Len()
	if rapid.IntRange(0, 3).Draw(t, "garbage") == 0 {
		runtime.GC()
		g.Shrink()
	}
	blows := map[string]int{}
	switch rapid.IntRange(0, 7).Draw(t, "step") {
	case 0:
		r := drawRule(t, 100, "later")
		var bags ecs.Map1[ecs.Read[Bag]]
		must(t, bags.Bind(g.World))
		do := g.Later()
		own := rapid.Bool().Draw(t, "own Commands")
		if own {
			do = ecs.NewCommands(g.World)
		}
		g.visit(r, &g.all, func(e ecs.Entity, key string) { g.record(r, do, e, key, &bags) })
		for _, a := range g.want.acts(r, g.visited(t, r), g.now, g.entities) {
			g.want.carryOut(a, g.now, blows)
		}
		if own || rapid.Bool().Draw(t, "flush") {
			_, err := do.Flush()
			must(t, err)
		}
		g.tick(t, blows)
	case 1:
		r := drawRule(t, 101, "direct")
		list := g.visitAll(r, &g.all)
		g.actAtOnce(t, r)
		for _, e := range list {
			g.direct(r, e)
		}
	case 2:
		g.saveAndLoad(t)
	case 3:
		g.batch(t)
	default:
		g.tick(t, blows)
	}
}

// batch changes many entities by one call.
func (g *stage) batch(t *rapid.T) {
	n := uint32(g.now)
	var some []ecs.Entity
	listed := map[string]bool{}
	for e, key := range g.all.Each() {
		if e.ID()%3 == 0 {
			some = append(some, e)
			listed[key.Get().S] = true
		}
	}
	words := func(change func(b *being), of func(key string) bool) {
		for key, b := range g.want {
			if of(key) {
				change(b)
			}
		}
	}
	each := func(string) bool { return true }
	isListed := func(key string) bool { return listed[key] }
	gain := func(b *being) {
		if b.word == nil {
			b.word = new(uint32)
			*b.word = n
		}
	}
	lose := func(b *being) { b.word, b.written = nil, false }
	var err error
	switch one(t, []string{"create", "add", "add to a list", "remove", "remove from a list", "destroy", "destroy a list"}, "batch") {
	case "create":
		var keys ecs.Map2[Key, Word]
		i := 0
		must(t, keys.Bind(g.World), keys.NewBatch(rapid.IntRange(0, 300).Draw(t, "n"), func(_ []ecs.Entity, keys []Key, words []Word) {
			for row := range keys {
				key := fmt.Sprintf("batch %d/%d", g.now, i)
				keys[row], words[row] = Key{key}, Word{n}
				g.want[key] = &being{}
				gain(g.want[key])
				i++
			}
		}))
	case "add":
		words(gain, each)
		_, err = g.words.AddBatch(&g.all, func(_ []ecs.Entity, words []Word) {
			for i := range words {
				words[i] = Word{n}
			}
		})
	case "add to a list":
		words(gain, isListed)
		_, err = g.words.AddList(some, func(_ int, words []Word) {
			for i := range words {
				words[i] = Word{n}
			}
		})
	case "remove":
		words(lose, each)
		_, err = g.words.RemoveBatch(&g.worded)
	case "remove from a list":
		words(lose, isListed)
		_, err = g.words.RemoveList(some)
	case "destroy":
		for key, b := range maps.Clone(g.want) {
			if b.tag {
				g.want.destroy(key)
			}
		}
		_, err = g.DestroyBatch(&g.tagged)
	default:
		for key := range listed {
			g.want.destroy(key)
		}
		_, err = g.DestroyList(some)
	}
	must(t, err)
}

func (g *stage) saveAndLoad(t *rapid.T) {
	var file bytes.Buffer
	var options []ecs.SaveOption
	if rapid.Bool().Draw(t, "JSON") {
		options = append(options, ecs.JSON())
	}
	must(t, g.Save(&file, options...))
	g.Close()
	g.build(t)
	must(t, g.Load(&file))
	g.unmark()
}

// tick makes a tick in the world, and predicts it.
func (g *stage) tick(t *rapid.T, blows map[string]int) {
	off := rapid.IntRange(-3, len(g.rules)-1).Draw(t, "system that is off")
	for i := range g.rules {
		g.System(fmt.Sprint(i)).Enable(i != off)
	}
	must(t, g.World.Tick(1))
	for _, b := range g.want {
		if b.word != nil {
			if *b.word++; b.bag != nil {
				*b.word++
			}
			b.written = true
		}
	}
	for _, b := range g.want {
		if b.bag != nil && g.want[b.bag.other] != nil {
			g.want[b.bag.other].hit(7)
		}
	}
	var recorded []act
	for i, r := range g.rules {
		if i == off {
			// it does nothing
		} else if r.Way == "exclusive" {
			g.actAtOnce(t, r)
		} else {
			recorded = append(recorded, g.want.acts(r, g.visited(t, r), g.now, g.entities)...)
		}
		if g.barrier[i] || i == len(g.rules)-1 {
			for _, a := range recorded {
				g.want.carryOut(a, g.now, blows)
			}
			recorded = nil
		}
	}
	for key, n := range blows {
		for range 2 * n {
			if b := g.want[key]; b != nil {
				b.hit(100)
			}
		}
	}
}

func (b *being) hit(n uint32) {
	if b.word != nil {
		*b.word += n
		b.written = true
	}
}

// actAtOnce carries out a rule in the model, one entity after the other.
func (g *stage) actAtOnce(t *rapid.T, r rule) {
	for _, key := range g.visited(t, r) {
		if g.want[key] != nil && r.Op != "blow" {
			for _, a := range g.want.acts(r, []string{key}, g.now, g.entities) {
				g.want.carryOut(a, g.now, nil)
			}
		}
	}
}

// visited returns the keys that the loop of a rule visited: those of all entities.
func (g *stage) visited(t *rapid.T, r rule) []string {
	order := g.order[r.Number]
	if want := slices.Sorted(maps.Keys(g.want)); !slices.Equal(slices.Sorted(slices.Values(order)), want) {
		t.Fatalf("rule %+v visits %v, want %v", r, order, want)
	}
	return order
}

// unmark begins to look for writes.
func (g *stage) unmark() {
	for _, b := range g.want {
		b.written = false
	}
	g.mark = g.Mark()
}

// check compares the world with the model.
func (g *stage) check(t *rapid.T) {
	got, w := beings{}, g.World
	keyOf := func(e ecs.Entity) string {
		if k := g.keys.Get(e); k != nil {
			return k.S
		}
		return ""
	}
	for e, key := range g.all.Each() {
		b := &being{parent: keyOf(w.Parent(e))}
		if word, ok := ecs.Get[Word](w, e); ok {
			b.word = &word.N
		}
		if (b.word != nil) != g.visible[e] {
			t.Fatalf("observers see a word of %s: %v", key.Get().S, g.visible[e])
		}
		if bag, ok := ecs.Get[Bag](w, e); ok != g.bagged[e] {
			t.Fatalf("hooks see a bag of %s: %v", key.Get().S, g.bagged[e])
		} else if ok {
			b.bag = &modelBag{keyOf(bag.List[0]), keyOf(bag.List[1]), bag.Note}
			if len(bag.List) != 2 || bag.ByName["self"] != bag.List[0] || *bag.Ptr != bag.List[0] {
				t.Fatalf("%s has %v", key.Get().S, bag)
			}
		}
		b.tag = ecs.Has[Tag](w, e)
		odd, large := g.pair.Get(e)
		if odd != nil {
			b.odd = int(odd.A)
		}
		if large != nil {
			b.large = int(large.N[3])
		}
		if kept, ok := ecs.Get[Kept](w, e); ok {
			b.kept = kept.N
		}
		if r, ok := ecs.Get[Inside](w, e); ok {
			b.inside = keyOf(r.Room)
		}
		if r, ok := ecs.Get[Part](w, e); ok {
			b.part = keyOf(r.Of)
		}
		if r, ok := ecs.Get[Likes](w, e); ok {
			b.likes = keyOf(r.Whom)
		}
		if named := g.want[key.Get().S]; named != nil && named.name != "" {
			if found, _ := w.Find(named.name); found == e {
				b.name = named.name
			}
		}
		got[key.Get().S] = b
	}
	if g.tracked {
		for _, key := range g.worded.Changed(g.mark) {
			got[key.Get().S].written = true
		}
	} else {
		for _, b := range g.want {
			b.written = false
		}
	}
	if got, want := got.String(), g.want.String(); got != want {
		t.Fatalf("after step %d the world has\n%s\nwant\n%s", g.now, got, want)
	}
	if n := w.Len(); n != len(g.want) || n != len(w.Entities()) || n != g.all.Len() || len(g.visible) != g.worded.Len() {
		t.Fatalf("%d entities, %d listed, %d visited, %d with a word; want %d", n, len(w.Entities()), g.all.Len(), g.worded.Len(), len(g.want))
	}
	related := 0
	for e, key := range g.all.Each() {
		for other := range ecs.Related[Inside](w, e) {
			if got[keyOf(other)].inside != key.Get().S {
				t.Fatalf("%s is not inside %s", keyOf(other), key.Get().S)
			}
			related++
		}
		for other := range ecs.Related[Likes](w, e) {
			if got[keyOf(other)].likes != key.Get().S {
				t.Fatalf("%s does not like %s", keyOf(other), key.Get().S)
			}
			related++
		}
	}
	for _, b := range got {
		if b.inside != "" {
			related--
		}
		if b.likes != "" {
			related--
		}
	}
	if related != 0 {
		t.Fatalf("%d related entities too many", related)
	}
	g.unmark()
}
