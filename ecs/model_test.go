package ecs_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/ecs"
)

// Components of all kinds: of a word, with pointers, without size, of odd size, large.
type (
	Word  struct{ N uint32 }
	Label struct {
		Text string
		Next *Word
	}
	Tag   struct{}
	Odd   struct{ A, B, C byte }
	Large struct{ N [9]uint64 }
)

// A modelled world is a world and its expected state.
type modelled struct {
	*ecs.World
	want    map[ecs.Entity]map[string]any
	dead    []ecs.Entity
	parents map[ecs.Entity]ecs.Entity

	words  ecs.Map1[Word]
	labels ecs.Map1[Label]
	pair   ecs.Map2[Odd, Large]
	tag    ecs.Map1[Tag] // which drops Odd
	all    ecs.Query1[Word]
	plain  ecs.Query2[Odd, ecs.Maybe[Label]]
}

func newModelled(t interface{ Fatal(...any) }) *modelled {
	m := &modelled{World: ecs.New(), want: map[ecs.Entity]map[string]any{}, parents: map[ecs.Entity]ecs.Entity{}}
	for _, err := range []error{
		ecs.Define[Word](m.World), ecs.Define[Label](m.World), ecs.Define[Tag](m.World), ecs.Define[Odd](m.World), ecs.Define[Large](m.World),
		m.bind(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// bind makes the queries and maps those of the world.
func (m *modelled) bind() error {
	w := m.World
	return errors.Join(m.words.Bind(w), m.labels.Bind(w), m.pair.Bind(w), m.tag.Bind(w, ecs.Drop[Odd]{}),
		m.all.Bind(w), m.plain.Bind(w, ecs.Without[Tag]{}))
}

func (m *modelled) entities() []ecs.Entity {
	return slices.Sorted(maps.Keys(m.want))
}

// has reports whether the model has an entity with all of some components and none of
// others.
func (m *modelled) has(e ecs.Entity, all, none []string) bool {
	set, alive := m.want[e]
	has := func(name string) bool { _, has := set[name]; return has }
	return alive && !slices.ContainsFunc(all, func(n string) bool { return !has(n) }) && !slices.ContainsFunc(none, has)
}

func (m *modelled) bury(e ecs.Entity) {
	delete(m.want, e)
	m.dead = append(m.dead, e)
	delete(m.parents, e)
	for child, parent := range m.parents {
		if parent == e {
			delete(m.parents, child)
		}
	}
}

// expect fails unless an operation succeeds exactly if it fits.
func expect(t *rapid.T, what string, err error, fits bool) {
	if (err == nil) != fits {
		t.Fatalf("%s: %v, want success: %v", what, err, fits)
	}
}

// any1 draws an entity, alive or dead.
func (m *modelled) any1(t *rapid.T) ecs.Entity {
	list := append(m.entities(), m.dead...)
	if len(list) == 0 {
		return ecs.NoEntity
	}
	return list[rapid.IntRange(0, len(list)-1).Draw(t, "entity")]
}

// set puts components into the model.
func (m *modelled) set(e ecs.Entity, components ...any) {
	if m.want[e] == nil {
		m.want[e] = map[string]any{}
	}
	for _, c := range components {
		m.want[e][fmt.Sprintf("%T", c)] = c
	}
}

const (
	word, label, tag, odd, large = "ecs_test.Word", "ecs_test.Label", "ecs_test.Tag", "ecs_test.Odd", "ecs_test.Large"
)

func (m *modelled) actions() map[string]func(*rapid.T) {
	n := uint32(0)
	values := func() (Word, Label, Odd, Large) {
		n++
		return Word{n}, Label{fmt.Sprint("label ", n), &Word{n}}, Odd{byte(n), 1, 2}, Large{[9]uint64{uint64(n), 8: 9}}
	}
	return map[string]func(*rapid.T){
		"new": func(t *rapid.T) {
			w, l, o, g := values()
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				e, err := m.words.New(w)
				expect(t, "new", err, true)
				m.set(e, w)
			case 1:
				e, err := m.pair.New(o, g)
				expect(t, "new", err, true)
				m.set(e, o, g)
			case 2:
				e, err := m.Spawn(w, l, Tag{})
				expect(t, "spawn", err, true)
				m.set(e, w, l, Tag{})
			default:
				e, err := m.Spawn()
				expect(t, "spawn", err, true)
				m.set(e)
			}
		},
		"new batch": func(t *rapid.T) {
			_, _, o, g := values()
			many := rapid.IntRange(0, 600).Draw(t, "n")
			expect(t, "new batch", m.pair.NewBatch(many, func(es []ecs.Entity, os []Odd, gs []Large) {
				for i, e := range es {
					os[i], gs[i] = o, g
					m.set(e, o, g)
					many--
				}
			}), true)
			if many != 0 {
				t.Fatalf("%d entities less than asked for", many)
			}
		},
		"destroy": func(t *rapid.T) {
			e := m.any1(t)
			expect(t, "destroy", m.Destroy(e), m.has(e, nil, nil))
			if m.want[e] != nil {
				m.bury(e)
			}
		},
		"add": func(t *rapid.T) {
			e := m.any1(t)
			w, l, o, g := values()
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				fits := m.has(e, nil, []string{word})
				expect(t, "add word", m.words.Add(e, w), fits)
				if fits {
					m.set(e, w)
				}
			case 1:
				fits := m.has(e, nil, []string{label})
				expect(t, "add label", m.labels.Add(e, l), fits)
				if fits {
					m.set(e, l)
				}
			case 2:
				fits := m.has(e, nil, []string{odd, large})
				expect(t, "add pair", m.pair.Add(e, o, g), fits)
				if fits {
					m.set(e, o, g)
				}
			default:
				fits := m.has(e, []string{odd}, []string{tag})
				expect(t, "exchange", m.tag.Add(e, Tag{}), fits)
				if fits {
					delete(m.want[e], odd)
					m.set(e, Tag{})
				}
			}
		},
		"remove": func(t *rapid.T) {
			e := m.any1(t)
			names, do := []string{word}, m.words.Remove
			if rapid.Bool().Draw(t, "pair") {
				names, do = []string{odd, large}, m.pair.Remove
			}
			fits := m.has(e, names, nil)
			expect(t, "remove", do(e), fits)
			if fits {
				for _, name := range names {
					delete(m.want[e], name)
				}
			}
		},
		"change by query": func(t *rapid.T) {
			w, _, _, _ := values()
			if rapid.Bool().Draw(t, "add") {
				_, err := m.words.AddBatch(&m.plain, func(_ []ecs.Entity, ws []Word) {
					for i := range ws {
						ws[i] = w
					}
				})
				expect(t, "add by query", err, true)
				for e := range m.want {
					if m.has(e, []string{odd}, []string{tag, word}) {
						m.set(e, w)
					}
				}
				return
			}
			_, err := m.words.RemoveBatch(&m.all)
			expect(t, "remove by query", err, true)
			for e := range m.want {
				delete(m.want[e], word)
			}
		},
		"change of a list": func(t *rapid.T) {
			list := m.entities()
			w, _, _, _ := values()
			_, err := m.words.AddList(list, func(first int, ws []Word) {
				for i := range ws {
					ws[i] = Word{w.N + uint32(first+i)}
				}
			})
			expect(t, "add to a list", err, true)
			for i, e := range list {
				if m.has(e, nil, []string{word}) {
					m.set(e, Word{w.N + uint32(i)})
				}
			}
		},
		"clone": func(t *rapid.T) {
			e := m.any1(t)
			copied, err := m.Clone(e)
			expect(t, "clone", err, m.want[e] != nil)
			if err == nil {
				m.want[copied] = maps.Clone(m.want[e])
			}
		},
		"later": func(t *rapid.T) {
			e := m.any1(t)
			if m.want[e] == nil {
				return
			}
			_, l, _, _ := values()
			do := m.Later()
			child := do.Spawn(Tag{})
			_ = ecs.Set(do, child, l)
			_ = ecs.Set(do, e, l)
			_ = ecs.TryRemove[Tag](do, e)
			_, err := m.Flush()
			expect(t, "flush", err, true)
			m.set(e, l)
			delete(m.want[e], tag)
			for _, made := range m.Entities() {
				if m.want[made] == nil {
					m.set(made, Tag{}, l)
				}
			}
		},
		"attach": func(t *rapid.T) {
			child, parent := m.any1(t), m.any1(t)
			if err := m.Attach(child, parent); err == nil {
				m.parents[child] = parent
			} else if m.want[child] != nil && m.want[parent] != nil {
				for above := parent; above != child; above = m.parents[above] {
					if above == ecs.NoEntity {
						t.Fatalf("attach: %v", err)
					}
				}
			}
		},
		"destroy tree": func(t *rapid.T) {
			root := m.any1(t)
			doomed := []ecs.Entity{root}
			for i := 0; i < len(doomed); i++ {
				for child, parent := range m.parents {
					if parent == doomed[i] {
						doomed = append(doomed, child)
					}
				}
			}
			n, err := m.DestroyTree(root)
			expect(t, "destroy tree", err, m.want[root] != nil)
			if err == nil {
				if n != len(doomed) {
					t.Fatalf("destroy tree: %d entities, want %d", n, len(doomed))
				}
				for _, e := range doomed {
					m.bury(e)
				}
			}
		},
		"destroy by query": func(t *rapid.T) {
			_, err := m.DestroyBatch(&m.plain)
			expect(t, "destroy by query", err, true)
			for _, e := range m.entities() {
				if m.has(e, []string{odd}, []string{tag}) {
					m.bury(e)
				}
			}
		},
		"clear": func(t *rapid.T) {
			_, err := m.Clear()
			expect(t, "clear", err, true)
			for _, e := range m.entities() {
				m.bury(e)
			}
		},
		"save and load": func(t *rapid.T) {
			var file bytes.Buffer
			expect(t, "save", m.Save(&file), true)
			loaded := newModelled(t)
			expect(t, "load", loaded.Load(&file), true)
			for e, set := range m.want {
				loaded.want[loaded.Loaded(e)] = set
			}
			for child, parent := range m.parents {
				loaded.parents[loaded.Loaded(child)] = loaded.Loaded(parent)
			}
			loaded.dead = append(m.dead, m.entities()...) // handles of the saved world
			*m = *loaded
			// Bound queries and maps are those of the other world.
			expect(t, "bind", m.bind(), true)
		},
		"": func(t *rapid.T) { m.check(t) },
	}
}

// check compares the world with the model.
func (m *modelled) check(t interface{ Fatalf(string, ...any) }) {
	if got, want := m.Len(), len(m.want); got != want || len(m.Entities()) != want {
		t.Fatalf("%d entities, %d listed, want %d", got, len(m.Entities()), want)
	}
	for e, want := range m.want {
		got := map[string]any{}
		if v, ok := ecs.Get[Word](m.World, e); ok {
			got[word] = v
		}
		if v, ok := ecs.Get[Label](m.World, e); ok {
			got[label] = v
			if v.Next == nil || fmt.Sprint("label ", v.Next.N) != v.Text {
				t.Fatalf("%v: what its label points to is gone: %v", e, v)
			}
		}
		if ecs.Has[Tag](m.World, e) {
			got[tag] = Tag{}
		}
		if o, g := m.pair.Get(e); o != nil || g != nil {
			if o != nil {
				got[odd] = *o
			}
			if g != nil {
				got[large] = *g
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%v has %v, want %v", e, got, want)
		}
		for name, v := range want {
			if name == label {
				if got[label].(Label).Text != v.(Label).Text {
					t.Fatalf("%v has %v, want %v", e, got, want)
				}
			} else if got[name] != v {
				t.Fatalf("%v has %v, want %v", e, got, want)
			}
		}
		if got := m.Parent(e); got != m.parents[e] {
			t.Fatalf("the parent of %v is %v, want %v", e, got, m.parents[e])
		}
	}
	for _, e := range m.dead {
		if m.Alive(e) || m.words.Get(e) != nil || m.Parent(e) != ecs.NoEntity {
			t.Fatalf("%v lives on", e)
		}
	}
	visited, labelled, words := 0, 0, 0
	for o, l := range m.plain.All() {
		e := m.plain.Entity(o)
		if m.want[e][odd] != *o {
			t.Fatalf("the query visits %v with %v, want %v", e, *o, m.want[e][odd])
		}
		if l.Get() != nil {
			labelled++
		}
		visited++
	}
	for chunk := range m.all.Chunks() {
		words += len(chunk)
	}
	for e := range m.want {
		if m.has(e, []string{odd}, []string{tag}) {
			visited--
			if m.has(e, []string{label}, nil) {
				labelled--
			}
		}
		if m.has(e, []string{word}, nil) {
			words--
		}
	}
	if visited != 0 || labelled != 0 || words != 0 {
		t.Fatalf("queries visit %d, %d with a label and %d by chunks more than they must", visited, labelled, words)
	}
}

// TestModel compares random operations with a map of maps.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { t.Repeat(newModelled(t).actions()) })
}

// FuzzModel lets the fuzzer choose the operations.
func FuzzModel(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { t.Repeat(newModelled(t).actions()) }))
}
