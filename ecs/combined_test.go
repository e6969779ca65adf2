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

// TestCombined compares a world with a model after random ticks, loops, batches and single changes,
// under every schedule, with tracked types, parallel loops, groups, run conditions, systems with a
// *World, observers that record changes, events, Commands, relations, and saved worlds that are loaded
// into other ones, with migrations, between ticks and within systems.
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
	g.turn.N = g.now
	g.order, g.entities = map[int][]string{}, g.Len()
	if rapid.IntRange(0, 3).Draw(t, "garbage") == 0 {
		runtime.GC()
		g.Shrink()
	}
	switch rapid.IntRange(0, 8).Draw(t, "step") {
	case 0:
		r := drawRule(t, 100, "later")
		do := g.Later()
		own := rapid.Bool().Draw(t, "own Commands")
		if own {
			do = ecs.NewCommands(g.World)
		}
		g.visit(r, &g.all, func(e ecs.Entity, key string) { g.record(r, do, e, key, &g.bags) })
		recorded := g.want.acts(r, g.visited(t, r), g.now, g.entities)
		if own {
			flushAll(t, do)
			g.carryOut(recorded)
		} else if g.pending = append(g.pending, recorded...); rapid.Bool().Draw(t, "flush") {
			flushAll(t, do)
			g.carryOutPending()
		}
	case 1:
		r := drawRule(t, 101, "direct")
		list := g.visitAll(r, &g.all)
		for _, e := range list {
			g.direct(r, e)
		}
		g.actAtOnce(t, r)
	case 2:
		g.saveAndLoad(t)
	case 3:
		g.batch(t)
	case 4:
		g.schedule(t)
	case 5:
		if slices.ContainsFunc(g.rules, func(r rule) bool { return r.Group != "" }) {
			g.tick(t, "draw")
		} else if g.Run("draw", 1) == nil {
			t.Fatal("a group without systems runs")
		}
	default:
		g.tick(t, "")
	}
	if g.modelled != len(g.gained) {
		t.Fatalf("%d gains are observed, want %d", len(g.gained), g.modelled)
	}
}

func flushAll(t *rapid.T, do *ecs.Commands) {
	_, err := do.Flush()
	must(t, err)
}

// batch changes many entities by one call.
func (g *stage) batch(t *rapid.T) {
	n := uint32(g.now)
	if rapid.IntRange(0, 6).Draw(t, "create") == 0 {
		var keys ecs.Map2[Key, Word]
		i := 0
		must(t, keys.Bind(g.World), keys.NewBatch(rapid.IntRange(0, 300).Draw(t, "n"), func(_ []ecs.Entity, keys []Key, words []Word) {
			for row := range keys {
				key, n := fmt.Sprintf("batch %d/%d", g.now, i), n
				keys[row], words[row] = Key{key}, Word{n}
				g.want[key] = &being{word: &n}
				i++
			}
		}))
		return
	}
	// The entities of a query, or of a list in which some occur twice.
	chosen := one(t, []chosen{
		{&g.all, func(*being) bool { return true }},
		{&g.worded, func(b *being) bool { return b.word != nil }},
		{&g.tagged, func(b *being) bool { return b.tag }},
		{&g.housed, func(b *being) bool { return b.inside != "" && !b.tag }},
		{},
	}, "chosen")
	var list []ecs.Entity
	var keys []string
	for e, key := range g.all.Each() {
		if k := key.Get().S; chosen.is != nil && chosen.is(g.want[k]) || chosen.is == nil && e.ID()%3 == 0 {
			list, keys = append(list, e), append(keys, k)
		}
	}
	list = append(list, list[len(list)/2:]...)
	by := func(query func(ecs.Selection) (int, error), byList func([]ecs.Entity) (int, error)) (int, error) {
		if chosen.is != nil {
			return query(chosen.of)
		}
		return byList(list)
	}
	setWords := func(words []Word) {
		for i := range words {
			words[i] = Word{n}
		}
	}
	setPairs := func(odds []Odd, larges []Large) {
		for i := range odds {
			odds[i], larges[i] = Odd{A: byte(n)}, Large{[9]uint64{3: uint64(n)}}
		}
	}
	var changed int
	var err error
	var change func(b *being) bool
	switch one(t, []string{"add", "remove", "add pair", "remove pair", "exchange", "destroy"}, "batch") {
	case "add":
		changed, err = by(func(of ecs.Selection) (int, error) {
			return g.words.AddBatch(of, func(_ []ecs.Entity, words []Word) { setWords(words) })
		}, func(list []ecs.Entity) (int, error) {
			return g.words.AddList(list, func(_ int, words []Word) { setWords(words) })
		})
		change = func(b *being) bool {
			if b.word != nil {
				return false
			}
			n := n
			b.word = &n
			return true
		}
	case "remove":
		changed, err = by(g.words.RemoveBatch, g.words.RemoveList)
		change = func(b *being) bool {
			had := b.word != nil
			b.word, b.written = nil, false
			return had
		}
	case "add pair":
		changed, err = by(func(of ecs.Selection) (int, error) {
			return g.pair.AddBatch(of, func(_ []ecs.Entity, odds []Odd, larges []Large) { setPairs(odds, larges) })
		}, func(list []ecs.Entity) (int, error) {
			return g.pair.AddList(list, func(_ int, odds []Odd, larges []Large) { setPairs(odds, larges) })
		})
		change = func(b *being) bool { return b.addPair(int(n)) }
	case "remove pair":
		changed, err = by(g.pair.RemoveBatch, g.pair.RemoveList)
		change = (*being).removePair
	case "exchange":
		changed, err = by(func(of ecs.Selection) (int, error) { return g.tag.AddBatch(of, nil) },
			func(list []ecs.Entity) (int, error) { return g.tag.AddList(list, nil) })
		change = (*being).exchange
	default:
		changed, err = by(g.DestroyBatch, g.DestroyList)
		alive := len(g.want)
		for _, key := range keys {
			g.want.destroy(key)
		}
		if alive -= len(g.want); changed > alive {
			t.Fatalf("%d entities are destroyed, want at most %d", changed, alive)
		}
		must(t, err)
		return
	}
	must(t, err)
	var gain []string
	for _, key := range keys {
		had := g.watched(key)
		if change(g.want[key]) {
			changed--
		}
		if !had && g.watched(key) {
			gain = append(gain, key)
		}
	}
	if changed != 0 {
		t.Fatalf("%d changes too many", changed)
	}
	seen := g.gained[g.modelled:]
	if slices.Sort(gain); !slices.Equal(gain, slices.Sorted(slices.Values(seen))) {
		t.Fatalf("%v gain %s by a batch, want %v", seen, g.on, gain)
	}
	for _, key := range seen {
		g.react(key)
	}
}

// chosen are the entities of a query in the world and in the model.
type chosen struct {
	of ecs.Selection
	is func(*being) bool
}

func (g *stage) saveAndLoad(t *rapid.T) {
	var file bytes.Buffer
	var options []ecs.SaveOption
	if rapid.Bool().Draw(t, "JSON") {
		options = append(options, ecs.JSON())
	}
	seed := rapid.Uint64Range(0, 2).Draw(t, "world between")
	must(t, g.save(&file, seed, options...))
	g.want.transit(seed)
	if rapid.Bool().Draw(t, "same world") {
		_, err := g.Clear()
		must(t, err)
		g.renew()
	} else {
		g.Close()
		g.build(t)
		g.pending = nil // recorded changes are not saved
		for i := range rapid.IntRange(0, 12).Draw(t, "recorded before") {
			key := fmt.Sprintf("later %d/%d", g.now, i)
			g.Later().Spawn(Key{key})
			g.pending = append(g.pending, act{rule: rule{Op: "create"}, key: key})
		}
	}
	must(t, g.Load(&file))
	if g.turn.N != g.now {
		t.Fatalf("the resource is %d, want %d", g.turn.N, g.now)
	}
	g.unmark()
}

// renew is what new handles of all entities mean: recorded changes are those of dead ones.
func (g *stage) renew(recorded ...act) {
	for _, list := range [][]act{g.pending, recorded} {
		for i := range list {
			list[i].late = true
		}
	}
}

// tick runs the systems of a group in the world, and predicts it.
func (g *stage) tick(t *rapid.T, group string) {
	off := g.off
	g.next = rapid.IntRange(-3, len(g.rules)-1).Draw(t, "system that is off in the next tick")
	must(t, g.Run(group, 1))
	g.carryOutPending()
	for _, b := range g.want {
		if b.word != nil && group == "" {
			if *b.word++; b.bag != nil {
				*b.word++
			}
			b.written = true
		}
	}
	for _, b := range g.want {
		if b.bag != nil && group == "" {
			g.want[b.bag.other].hit(7)
		}
	}
	var recorded []act
	for i, r := range g.rules {
		switch {
		case i == off || r.Group != group || r.When && !g.isTime(len(g.want)):
			// it does nothing
		case r.Way == "exclusive":
			g.actAtOnce(t, r)
		case r.Way == "reload":
			g.want.transit(g.between(r))
			g.renew(recorded...)
		default:
			recorded = append(recorded, g.want.acts(r, g.visited(t, r), g.now, g.entities)...)
			for _, b := range g.want {
				if b.word != nil && r.Way == "parallel" {
					*b.word += 3
					b.written = true
				}
			}
		}
		if g.barrier[i] || i == len(g.rules)-1 {
			g.carryOut(recorded)
			recorded = nil
		}
	}
	for _, key := range g.blows { // each is repeated once
		g.want[key].hit(200)
	}
	g.blows = nil
}

// watched reports whether an entity of the model has the component whose gain is observed.
func (g *stage) watched(key string) bool {
	b := g.want[key]
	return b != nil && (g.on == "word" && b.word != nil || g.on == "odd" && b.odd != 0)
}

// react adds what the observer records for an entity.
func (g *stage) react(key string) {
	r := g.reaction(g.modelled)
	g.modelled++
	g.pending = append(g.pending, g.want.acts(r, []string{key}, g.now, g.entities)...)
}

// carryOut makes changes of the model.
func (g *stage) carryOut(list []act) {
	for _, a := range list {
		had := g.watched(a.key)
		g.want.carryOut(a)
		if a.Op == "blow" {
			key := a.key
			if a.late {
				key = "none"
			}
			g.blows = append(g.blows, key)
		}
		if !had && g.watched(a.key) {
			g.react(a.key)
		}
	}
}

// carryOutPending makes the changes of World.Later.
func (g *stage) carryOutPending() {
	for len(g.pending) > 0 {
		a := g.pending[0]
		g.pending = g.pending[1:]
		g.carryOut([]act{a})
	}
}

func (b *being) hit(n uint32) {
	if b != nil && b.word != nil {
		*b.word += n
		b.written = true
	}
}

// actAtOnce carries out a rule in the model, one entity after the other.
func (g *stage) actAtOnce(t *rapid.T, r rule) {
	for _, key := range g.visited(t, r) {
		if g.want[key] != nil && r.Op != "blow" {
			g.carryOut(g.want.acts(r, []string{key}, g.now, g.entities))
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
			if b.inside = keyOf(r.Room); r.Since != 7 {
				t.Fatalf("%s is inside %s since %d", key.Get().S, b.inside, r.Since)
			}
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
	if n := w.Len(); n != len(g.want)+len(g.blows) || n != len(w.Entities()) || len(g.want) != g.all.Len() || len(g.visible) != g.worded.Len() {
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
