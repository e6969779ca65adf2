package ecs_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/big"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
)

// Everything has fields of all kinds that can be saved.
type Everything struct {
	Bool       bool
	Ints       [4]int
	I8         int8
	I16        int16
	I32        int32
	I64        int64
	U          uint
	U8         uint8
	U16        uint16
	U32        uint32
	U64        uint64
	Ptr        uintptr
	F32        float32
	F64        [3]float64
	C64        complex64
	C128       complex128
	Text       string
	Bytes      []byte
	Empty, Nil []int
	List       []Label
	Map        map[string]*Word
	ByEntity   map[ecs.Entity]ecs.Entity
	Target     ecs.Entity
	Tree       *Node
	Time       time.Time
	Big        big.Int
	hidden     []map[int8]string
	nothing    [3]struct{}
	Empties    []struct{}
	Func       func() `ecs:"-"`
	Any        any    `ecs:"-"`
	_          int
}

type Node struct {
	Left, Right *Node
	Name        string
}

func everything(target ecs.Entity) Everything {
	return Everything{
		Bool: true, Ints: [4]int{math.MinInt, -1, 0, math.MaxInt}, I8: -128, I16: -3e4, I32: -2e9, I64: math.MinInt64,
		U: math.MaxUint, U8: 255, U16: 65535, U32: math.MaxUint32, U64: math.MaxUint64, Ptr: 7,
		F32: math.MaxFloat32, F64: [3]float64{math.Inf(-1), math.SmallestNonzeroFloat64, math.Copysign(0, -1)}, C64: complex(1, -2), C128: complex(math.Inf(1), 1e-300),
		Text: "snow \u2603, \"no\" UTF-8: \xff\x00", Bytes: []byte{0, 255, 10}, Empty: []int{},
		List:     []Label{{"a", &Word{1}}, {"", nil}},
		Map:      map[string]*Word{"b": {2}, "": nil, "\xfe": {3}},
		ByEntity: map[ecs.Entity]ecs.Entity{target: target, ecs.NoEntity: target},
		Target:   target,
		Tree:     &Node{Left: &Node{Name: "left"}, Name: "root"},
		Time:     time.Date(2026, 11, 28, 1, 2, 3, 4, time.UTC),
		Big:      *new(big.Int).Lsh(big.NewInt(-5), 100),
		hidden:   []map[int8]string{nil, {-1: "minus one"}},
		nothing:  [3]struct{}{},
		Empties:  make([]struct{}, 5),
	}
}

var formats = map[string][]ecs.SaveOption{"binary": nil, "JSON": {ecs.JSON()}}

// saved returns a file of a world.
func saved(t testing.TB, w *ecs.World, options ...ecs.SaveOption) []byte {
	t.Helper()
	var file bytes.Buffer
	check(t, w.Save(&file, options...))
	return file.Bytes()
}

func load(w *ecs.World, file []byte, options ...ecs.LoadOption) error {
	return w.Load(bytes.NewReader(file), options...)
}

// All kinds of values come back, whatever the order of types and tables of the loading world, in
// new worlds and in used ones. Handles in components are those of the loaded entities.
func TestValuesOfAllKindsAreSaved(t *testing.T) {
	for name, options := range formats {
		a := ecs.New()
		check(t, ecs.Define[Position](a), ecs.Define[Everything](a), ecs.Define[Frozen](a), ecs.DefineIn(a, healthStore{}))
		target := spawned(t, a, Position{1, 2}, Health{5})
		dead := spawned(t, a, Position{})
		holder := spawned(t, a, everything(target), Frozen{})
		other := spawned(t, a, Everything{Target: dead}, Position{3, 4})
		check(t, a.Destroy(dead), a.Name(target, "target"), a.Attach(holder, target), a.Attach(other, target))
		file := saved(t, a, options...)
		if !bytes.Equal(file, saved(t, a, options...)) {
			t.Errorf("%s: two files of a world differ", name)
		}
		for _, used := range []bool{false, true} {
			b := ecs.New()
			check(t, ecs.DefineIn(b, healthStore{}), ecs.Define[Frozen](b), ecs.Define[Velocity](b), ecs.Define[Everything](b), ecs.Define[Position](b), ecs.Track[Position](b))
			var stale []ecs.Entity
			if used {
				var m ecs.Map2[Position, Everything]
				var q ecs.Query1[Everything]
				check(t, m.Bind(b), q.Bind(b), m.NewBatch(7, nil))
				stale = b.Entities()
				_, err := b.Clear()
				check(t, err)
			}
			check(t, load(b, file))
			for _, e := range append(stale, target, dead, holder, other) {
				if b.Alive(e) {
					t.Errorf("%s: the handle %v of another world or time is alive", name, e)
				}
			}
			to, hold := b.Loaded(target), b.Loaded(holder)
			if found, _ := b.Find("target"); found != to || b.Len() != 3 || b.Loaded(dead) != ecs.NoEntity {
				t.Errorf("%s: the named entity is %v, want %v of %d", name, found, to, b.Len())
			}
			if want := everything(to); !reflect.DeepEqual(*ecs.Mut[Everything](b, hold), want) {
				t.Errorf("%s: loaded\n%+v, want\n%+v", name, *ecs.Mut[Everything](b, hold), want)
			}
			if v, _ := ecs.Get[Everything](b, other); v.Target == ecs.NoEntity && !used || b.Alive(v.Target) {
				t.Errorf("%s: the handle of a dead entity is %v", name, v.Target)
			}
			p, _ := ecs.Get[Position](b, target) // by the handle in the saved world
			if h, _ := ecs.Get[Health](b, to); p != (Position{1, 2}) || h.Points != 5 || !ecs.Has[Frozen](b, hold) {
				t.Errorf("%s: loaded %v %v", name, p, h)
			}
			var children []ecs.Entity
			for c := range b.Children(to) {
				children = append(children, c)
			}
			if !reflect.DeepEqual(children, []ecs.Entity{b.Loaded(other), hold}) {
				t.Errorf("%s: the children are %v", name, children)
			}
			e := spawned(t, b, Position{})
			for _, old := range stale {
				if e == old {
					t.Errorf("%s: the handle %v is given twice", name, e)
				}
			}
			check(t, b.Destroy(to))
		}
	}
}

// A type that has changed is an error that names the field. Migrations convert it, in steps.
func TestChangedTypes(t *testing.T) {
	type Old struct{ Hp, Mana int32 }
	file := func() []byte {
		type Stat struct{ Hp, Mana int32 }
		w := ecs.New()
		check(t, ecs.Define[Stat](w))
		spawned(t, w, Stat{100, 7})
		return saved(t, w)
	}()
	refused := func(load error, parts ...string) {
		t.Helper()
		wants(t, load, append(parts, "ecs_test.Stat", "ecs.Migrate")...)
	}
	func() {
		type Stat struct{ Mana, Hp int32 } // another order
		w := ecs.New()
		check(t, ecs.Define[Stat](w), load(w, file))
		if s, _ := ecs.Get[Stat](w, w.Entities()[0]); s != (Stat{Mana: 7, Hp: 100}) {
			t.Errorf("loaded %+v", s)
		}
	}()
	func() {
		type Stat struct{ Hp int32 }
		w := ecs.New()
		check(t, ecs.Define[Stat](w))
		refused(load(w, file), "field Mana", "missing now")
	}()
	func() {
		type Stat struct{ Hp, Mana, Luck int32 }
		w := ecs.New()
		check(t, ecs.Define[Stat](w))
		refused(load(w, file), "field Luck", "is new")
	}()
	type inner struct{ Mana int64 }
	func() {
		type Stat struct {
			Hp   float32
			Mana int32
		}
		w := ecs.New()
		check(t, ecs.Define[Stat](w))
		refused(load(w, file), "field Hp", "int32", "float32")
		type Wrong struct{ Hp int64 }
		check(t, ecs.Migrate(w, func(Wrong) Stat { panic("never") }))
		refused(load(w, file), "field Hp")
		check(t, ecs.Migrate(w, func(o Old) Stat { return Stat{float32(o.Hp) / 2, o.Mana} }), load(w, file))
		if s, _ := ecs.Get[Stat](w, w.Entities()[0]); s != (Stat{50, 7}) {
			t.Errorf("migrated to %+v", s)
		}
	}()
	type Stat struct{ Mind inner }
	type Between struct{ A int64 }
	w := ecs.New()
	check(t, ecs.Define[Stat](w), ecs.Define[Position](w))
	check(t, ecs.Migrate(w, func(b Between) Stat { return Stat{inner{b.A}} }))
	check(t, ecs.Migrate(w, func(o Old) Between { return Between{int64(o.Mana)} }))
	wants(t, ecs.Migrate(w, func(s Stat) Old { return Old{} }), "migrate", "circle")
	wants(t, ecs.Migrate(w, func(o Old) Stat { return Stat{} }), "already")
	wants(t, ecs.Migrate(w, func(o Old) Old { return o }), "equal")
	wants(t, ecs.Migrate[int, Old](w, nil), "nil")
	func() {
		type Stat struct{ Hp, Mana int32 }
		w := ecs.New()
		check(t, ecs.Define[Old](w)) // another name, by a migration of the saved one
		check(t, ecs.Migrate(w, func(s Stat) Old { return Old(s) }), load(w, file))
	}()
	renamed := func() []byte {
		w := ecs.New()
		check(t, ecs.Define[Old](w))
		spawned(t, w, Old{1, 2})
		return saved(t, w, ecs.JSON())
	}()
	check(t, load(w, renamed)) // by the name of Old
	if s, _ := ecs.Get[Stat](w, w.Entities()[0]); s.Mind.Mana != 2 {
		t.Errorf("migrated to %+v", s)
	}
	fails := ecs.New()
	check(t, ecs.Define[Stat](fails), ecs.Migrate(fails, func(Old) Stat { panic("in the migration") }))
	wants(t, load(fails, renamed), "panics: in the migration")
	if fails.Len() != 0 {
		t.Error("a failed load leaves entities")
	}
}

// Unknown types are an error, or left out. Resources are saved if wanted.
func TestUnknownTypesAndResources(t *testing.T) {
	type Inventory struct {
		Owner ecs.Entity
		Items map[string]int
	}
	for _, options := range formats {
		a := newWorld(t)
		e := spawned(t, a, Position{1, 1}, Velocity{2, 2})
		spawned(t, a, Velocity{3, 3})
		spawned(t, a, Position{4, 4})
		bag := &Inventory{e, map[string]int{"coins": 3}}
		wants(t, ecs.SaveResource[Inventory](a), "Provide")
		check(t, a.Provide(bag), ecs.SaveResource[Inventory](a))
		wants(t, ecs.SaveResource[Inventory](a), "already")
		wants(t, ecs.SaveResource[ecs.Seconds](a), "Tick")
		file := saved(t, a, options...)

		b := ecs.New()
		check(t, ecs.Define[Position](b))
		wants(t, load(b, file), "no component type ecs_test.Velocity", "SkipUnknown")
		check(t, ecs.Define[Velocity](b))
		wants(t, load(b, file), "no saved resource ecs_test.Inventory", "SaveResource", "SkipUnknown")
		if b.Len() != 0 {
			t.Error("a failed load leaves entities")
		}
		c := ecs.New()
		check(t, ecs.Define[Position](c), load(c, file, ecs.SkipUnknown()))
		if p, _ := ecs.Get[Position](c, e); c.Len() != 3 || p != (Position{1, 1}) {
			t.Errorf("%d entities, %v", c.Len(), p)
		}
		into := &Inventory{}
		check(t, b.Provide(into), ecs.SaveResource[Inventory](b), load(b, file))
		if into.Owner != b.Loaded(e) || into.Items["coins"] != 3 {
			t.Errorf("the resource is %+v, the entity %v", into, b.Loaded(e))
		}
	}
}

// What cannot be saved is an error that names the field, and what to do.
func TestWhatCannotBeSaved(t *testing.T) {
	type withFunc struct{ F func() }
	type withAny struct{ In struct{ V any } }
	type withChan struct{ C []chan int }
	type ring struct{ Next *ring }
	r := &ring{}
	r.Next = r
	for _, c := range []struct {
		v     any
		parts []string
	}{
		{withFunc{}, []string{"field F", "func()", "ecs:"}},
		{withAny{}, []string{"field V", "interface", "ecs:"}},
		{withChan{}, []string{"field C", "chan int"}},
		{*r, []string{"field Next", "cycle"}},
	} {
		w := ecs.New()
		check(t, w.DefineType(reflect.TypeOf(c.v)))
		check(t, w.Save(io.Discard)) // unused types do not matter
		spawned(t, w, c.v)
		wants(t, w.Save(io.Discard), append(c.parts, "save the world")...)
	}
	type Position struct{ Z int } // the second one of this name
	w := newWorld(t)
	check(t, ecs.Define[Position](w))
	spawned(t, w, Position{}, Velocity{})
	check(t, w.Save(io.Discard))
	create(w, xy(1, 1))
	wants(t, w.Save(io.Discard), "two types are called ecs_test.Position")
	wants(t, w.Save(nil), "nil")
	wants(t, w.Load(nil), "load a world", "nil")
	wants(t, ecs.New().Load(nil), "nil")
	wants(t, ecs.New().Load(failing{}), "load a world: cannot read")
	wants(t, newWorld(t).Save(failing{}), "save the world: cannot write")
}

// A Meddler changes its world while it is saved and loaded.
type Meddler struct{ N byte }

var meddle func()

func (m *Meddler) MarshalBinary() ([]byte, error) { meddle(); return []byte{m.N}, nil }
func (m *Meddler) UnmarshalBinary(data []byte) error {
	meddle()
	m.N = data[0]
	return nil
}

// Methods of components, migrations and readers cannot change the world while it is saved or loaded.
func TestTheWorldCannotChangeWhileItIsCopied(t *testing.T) {
	a, b := newWorld(t), newWorld(t)
	calls := 0
	meddleWith := func(w *ecs.World) func() {
		return func() {
			calls++
			_, err := w.Spawn(Position{})
			_, clearing := w.Clear()
			_, flushing := w.Flush()
			for _, err := range []error{err, clearing, flushing, w.Tick(1), ecs.Define[string](w), ecs.Emit(w.Later(), Hit{})} {
				wants(t, err, "while the world is saved or loaded: change it before or after")
			}
			if e := w.Later().Spawn(Position{}); e != ecs.NoEntity {
				t.Error("a handle is reserved")
			}
			wants(t, w.Err(), "saved or loaded")
		}
	}
	check(t, ecs.Define[Meddler](a), ecs.Define[Meddler](b))
	for i := range 5 {
		spawned(t, a, Meddler{byte(i)})
	}
	meddle = meddleWith(a)
	file := saved(t, a)
	meddle = meddleWith(b)
	check(t, load(b, file), a.Err(), b.Err())
	if calls != 10 || b.Len() != 5 {
		t.Errorf("%d calls, %d entities, want 10 and 5", calls, b.Len())
	}
	c := newWorld(t)
	check(t, ecs.Define[[3]Meddler](c), ecs.Migrate(c, func(m Meddler) [3]Meddler { meddleWith(c)(); return [3]Meddler{m} }))
	meddle = meddleWith(c)
	check(t, load(c, file))
	spawned(t, c, Position{})
	if calls != 20 || c.Len() != 6 {
		t.Errorf("%d calls, %d entities, want 20 and 6", calls, c.Len())
	}
}

// The handle of an entity that is created after the save means no entity of the loading world.
func TestHandlesOfLaterEntitiesAreSavedAsNone(t *testing.T) {
	for name, options := range formats {
		w := newWorld(t)
		check(t, ecs.Define[Link](w))
		w.Later().Spawn(Health{})
		later := w.Later().Spawn(Health{})
		spawned(t, w, Link{To: later, List: []ecs.Entity{later}})
		loaded := newWorld(t)
		check(t, ecs.Define[Link](loaded), load(loaded, saved(t, w, options...)))
		for range 5 {
			spawned(t, loaded, Position{})
		}
		for _, e := range loaded.Entities() {
			if l, has := ecs.Get[Link](loaded, e); has && (l.To != ecs.NoEntity || l.List[0] != ecs.NoEntity) {
				t.Errorf("%s: the link leads to %v and %v", name, l.To, l.List[0])
			}
		}
	}
}

// A list with too few items is an error.
func TestItemsThatAreMissing(t *testing.T) {
	type Spin struct{ Value complex64 }
	w := ecs.New()
	check(t, ecs.Define[Spin](w))
	spawned(t, w, Spin{complex(3, 7)})
	text := string(saved(t, w, ecs.JSON()))
	short := regexp.MustCompile(`\[\s*3,\s*7\s*\]`).ReplaceAllString(text, "[3]")
	if short == text {
		t.Fatal(text)
	}
	loaded := ecs.New()
	check(t, ecs.Define[Spin](loaded))
	wants(t, load(loaded, []byte(short)), "item 1 is missing")
}

// A handle in a file leads to the entity that it was of, or to none, also after others are created.
func TestHandlesInFiles(t *testing.T) {
	w := newWorld(t)
	check(t, ecs.Define[Link](w))
	own := spawned(t, w)
	check(t, ecs.Set(w, own, Link{To: own}))
	text := string(saved(t, w, ecs.JSON()))
	for used := range 3 {
		for id := range 4 {
			for life := 1; life < 5; life++ {
				loaded := newWorld(t)
				check(t, ecs.Define[Link](loaded))
				for range used {
					spawned(t, loaded, Position{})
				}
				_, err := loaded.Clear()
				handle := fmt.Sprintf(`"e%d.%d"`, id, life)
				check(t, err, load(loaded, []byte(strings.ReplaceAll(text, `"e0.1"`, handle))))
				owner := loaded.Entities()[0]
				for range 5 {
					spawned(t, loaded, Position{})
				}
				l, _ := ecs.Get[Link](loaded, owner)
				if is := id == 0 && life == 1; is != (l.To == owner) || is != loaded.Alive(l.To) {
					t.Errorf("the handle %s leads to %v, the entity is %v", handle, l.To, owner)
				}
			}
		}
	}
}

// Types of values of any depth.
type (
	Lists []Lists
	Chain struct{ Next *Chain }
	Nest  map[byte]Nest
)

// What is saved can be loaded, up to the greatest depth.
func TestDeepValues(t *testing.T) {
	for _, depth := range []int{0, 990, 999, 1000, 1001, 1002} {
		lists, chain, nest := Lists(nil), Chain{}, Nest(nil)
		for range depth {
			inner := chain
			lists, chain, nest = Lists{lists}, Chain{&inner}, Nest{1: nest}
		}
		for _, v := range []any{lists, chain, nest} {
			for name, options := range formats {
				w, loaded := ecs.New(), ecs.New()
				check(t, w.DefineType(reflect.TypeOf(v)), loaded.DefineType(reflect.TypeOf(v)))
				spawned(t, w, v)
				var file bytes.Buffer
				if err := w.Save(&file, options...); err != nil {
					if wants(t, err, "within each other"); depth < 999 {
						t.Errorf("%s: %T of depth %d cannot be saved", name, v, depth)
					}
					continue
				}
				if check(t, load(loaded, file.Bytes())); !bytes.Equal(saved(t, loaded, options...), file.Bytes()) {
					t.Errorf("%s: another %T of depth %d is loaded", name, v, depth)
				}
			}
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errors.New("cannot read") }
func (failing) Write([]byte) (int, error) { return 0, errors.New("cannot write") }

// Events that were not handled before the save are handled once after the load, and end.
func TestEventsAreSaved(t *testing.T) {
	a := newWorld(t)
	check(t, ecs.Emit(a.Later(), Hit{Damage: 3}))
	flushed(t, a)
	b := newWorld(t)
	handled := 0
	check(t, b.Handle("h", func(q *ecs.Query1[Hit]) {
		for h := range q.All() {
			handled += h.Damage
		}
	}), load(b, saved(t, a)))
	for range 3 {
		check(t, b.Tick(1))
	}
	if handled != 3 || b.Len() != 0 {
		t.Errorf("handled %d, want 3, and %d entities are left", handled, b.Len())
	}
}

// Marks go on after a load, in worlds that track other types, too.
func TestTrackedTypesAreSaved(t *testing.T) {
	for _, tracks := range []bool{false, true} {
		for _, options := range formats {
			a, b := newWorld(t), newWorld(t)
			if tracks {
				check(t, ecs.Track[Position](a))
			}
			check(t, ecs.Track[Position](b), ecs.Track[Velocity](b))
			old := spawned(t, a, Position{1, 1}, Velocity{})
			ecs.Mut[Position](a, old).X = 2
			mark := a.Mark()
			late := spawned(t, a, Position{1, 1})
			ecs.Mut[Position](a, late).X = 3
			check(t, load(b, saved(t, a, options...)))
			var q ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Velocity]]]
			check(t, q.Bind(b))
			var changed []ecs.Entity
			for p := range q.Changed(mark) {
				changed = append(changed, q.Entity(p))
			}
			if want := []ecs.Entity{b.Loaded(late)}; tracks && !reflect.DeepEqual(changed, want) || !tracks && len(changed) > 0 {
				t.Errorf("changed since the mark: %v, want %v", changed, want)
			}
		}
	}
}

// Observers see the loaded entities, complete.
func TestObserversSeeLoadedEntities(t *testing.T) {
	a, b := newWorld(t), newWorld(t)
	for i := range 5000 {
		spawned(t, a, xy(i, 0))
	}
	n := 0
	check(t, b.Observe(ecs.Enters, func(e ecs.Entity) {
		p, ok := ecs.Get[Position](b, e)
		if !ok || b.Len() != 5000 || int(p.X) != n {
			t.Fatalf("the observer sees %v of %d", p, b.Len())
		}
		n++
	}, ecs.With[Position]{}), load(b, saved(t, a)))
	if n != 5000 {
		t.Errorf("%d entities are seen", n)
	}
}

// stuffed is a world with something of all that is saved.
func stuffed(t testing.TB) *ecs.World {
	w := empty(t)
	first := spawned(t, w, Position{1, 2}, Label{"a label", &Word{3}}, Tag{})
	second := spawned(t, w, everything(first))
	check(t, w.Destroy(spawned(t, w)), w.Attach(second, first), w.Name(second, "second"), ecs.Emit(w.Later(), Hit{first, 2}))
	flushed(t, w)
	return w
}

func empty(t testing.TB) *ecs.World {
	w := newWorld(t)
	check(t, ecs.Define[Label](w), ecs.Define[Tag](w), ecs.Define[Everything](w), ecs.Track[Position](w), w.Provide(&score{}), ecs.SaveResource[score](w))
	return w
}

// resealed gives a binary file the right checksum.
func resealed(file []byte) []byte {
	body := file[:max(0, len(file)-4)]
	return binary.LittleEndian.AppendUint32(append([]byte(nil), body...), crc32.ChecksumIEEE(body))
}

// Truncated and damaged files are errors, and the world stays as it was.
func TestDamagedFiles(t *testing.T) {
	for name, options := range formats {
		file := saved(t, stuffed(t), options...)
		w := empty(t)
		for n := range file {
			if err := load(w, file[:n]); err == nil || w.Len() != 0 {
				t.Fatalf("%s: %d bytes of %d are loaded", name, n, len(file))
			}
			for _, damage := range [][]byte{{file[n] ^ 0x55}, {0xff, 0xff, 0xff, 0x07}} { // a length of millions
				damaged := append([]byte(nil), file...)
				copy(damaged[n:], damage)
				if err := load(w, damaged); name == "binary" && err == nil && !bytes.Equal(damaged, file) {
					t.Fatalf("a changed byte %d is not found", n)
				}
				if name == "binary" {
					before := allocated()
					err := load(w, resealed(damaged))
					if bytes := allocated() - before; bytes > 50<<20 || err != nil && strings.Contains(err.Error(), "panic") {
						t.Fatalf("a load with a changed byte %d takes %d bytes: %v", n, bytes, err)
					}
				}
				if _, err := w.Clear(); err != nil {
					t.Fatal(err)
				}
			}
		}
		check(t, load(w, file))
	}
	w := empty(t)
	for _, c := range []struct{ text, want string }{
		{"", "cut off"}, {"ecs", "cut off"}, {"ecsworld\x01", "cut off"}, {"ecsworld\x02\x00\x00\x00\x00", "version 2"}, {"{", "JSON"},
		{`{}`, "format"}, {`{"format":"ecs world","version":9}`, "version 9"},
		{"\x25\xff\x81\x03\x01\x01 gob of a development version", "before the first release"},
	} {
		wants(t, load(w, []byte(c.text)), "load a world", c.want)
	}
}

// allocated returns the bytes that the program has allocated so far.
func allocated() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}

// Files that contradict themselves are errors.
func TestContradictoryFiles(t *testing.T) {
	const types = `"shapes":[{"kind":"struct"}],"types":[{"name":"ecs_test.Frozen"}]`
	for name, body := range map[string]string{
		"a free ID twice":           `"lives":[2,2],"free":[0,1,0]`,
		"a free ID beyond all":      `"lives":[2],"free":[7]`,
		"a living ID that is free":  `"lives":[1],"free":[0],"tables":[{"entities":[0]}]`,
		"an owner twice":            `"lives":[1],"tables":[{"entities":[0,0]}]`,
		"an owner in two tables":    `"lives":[1],"tables":[{"entities":[0]},{"entities":[0]}]`,
		"an owner that is dead":     `"lives":[2],"tables":[{"entities":[0]}]`,
		"an owner beyond all":       `"lives":[1],"tables":[{"entities":[0,5]}]`,
		"an ID in no table":         `"lives":[1]`,
		"a type beyond all":         `"lives":[1],"tables":[{"types":[3],"columns":[[]],"stamps":[null],"entities":[0]}]`,
		"a negative type":           `"lives":[1],"tables":[{"types":[-1],"columns":[[]],"stamps":[null],"entities":[0]}]`,
		"a shape beyond all":        `"lives":[1],"types":[{"name":"ecs_test.Frozen","shape":4}],"tables":[{"types":[0],"columns":[[{}]],"stamps":[null],"entities":[0]}]`,
		"a type twice":              types + `,"lives":[1],"tables":[{"types":[0,0],"columns":[[{}],[{}]],"stamps":[null,null],"entities":[0]}]`,
		"a value too few":           types + `,"lives":[1],"tables":[{"types":[0],"columns":[[]],"stamps":[null],"entities":[0]}]`,
		"a column too few":          types + `,"lives":[1],"tables":[{"types":[0],"columns":[],"stamps":[null],"entities":[0]}]`,
		"a stamp too many":          types + `,"lives":[1],"tables":[{"types":[0],"columns":[[{}]],"stamps":[[1,2]],"entities":[0]}]`,
		"an event that is dead":     `"events":[0]`,
		"a name of a dead entity":   `"names":[{"entity":0,"name":"x"}]`,
		"a name twice":              `"lives":[1,1],"tables":[{"entities":[0,1]}],"names":[{"entity":0,"name":"x"},{"entity":1,"name":"x"}]`,
		"a parent that is dead":     `"lives":[1],"tables":[{"entities":[0]}],"parents":[{"child":0,"parent":1}]`,
		"an entity with itself":     `"lives":[1],"tables":[{"entities":[0]}],"parents":[{"child":0,"parent":0}]`,
		"a circle":                  `"lives":[1,1],"tables":[{"entities":[0,1]}],"parents":[{"child":0,"parent":1},{"child":1,"parent":0}]`,
		"two parents":               `"lives":[1,1,1],"tables":[{"entities":[0,1,2]}],"parents":[{"child":0,"parent":1},{"child":0,"parent":2}]`,
		"a resource of no type":     `"resources":[{"type":0,"value":1}]`,
		"a component as a resource": types + `,"lives":[1],"tables":[{"types":[0],"columns":[[{}]],"stamps":[null],"entities":[0]}],"resources":[{"type":0,"value":{}}]`,
	} {
		w := newWorld(t)
		err := load(w, []byte(`{"format":"ecs world","version":1,`+body+`}`))
		wants(t, err, "load a world")
		if err != nil && strings.Contains(err.Error(), "panics") {
			t.Errorf("%s: %v", name, err)
		}
		if w.Len() != 0 {
			t.Errorf("%s: %d entities", name, w.Len())
		}
		spawned(t, w, Position{})
	}
}

// No file makes Load panic, hang, use much memory, or leave a world that cannot be saved again.
func FuzzLoad(f *testing.F) {
	f.Add(saved(f, stuffed(f)))
	f.Add(saved(f, stuffed(f), ecs.JSON()))
	f.Add([]byte("ecsworld"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if bytes.HasPrefix(file, []byte("ecsworld")) {
			file = resealed(file)
		}
		w := empty(t)
		if load(w, file) != nil {
			if w.Len() != 0 {
				t.Fatal("a failed load leaves entities")
			}
			return
		}
		again := empty(t)
		check(t, load(again, saved(t, w)), again.Tick(1), w.Tick(1))
		if again.Len() != w.Len() {
			t.Errorf("%d entities, want %d", again.Len(), w.Len())
		}
	})
}

var update = flag.Bool("update-saves", false, "write the files of the present format that do not exist")

// Files of all formats are loaded for ever. Existing ones are never changed.
func TestFilesOfEarlierVersions(t *testing.T) {
	const version = 1
	for _, c := range []struct {
		file    string
		options []ecs.SaveOption
	}{{fmt.Sprintf("testdata/world-v%d.bin", version), nil}, {fmt.Sprintf("testdata/world-v%d.json", version), []ecs.SaveOption{ecs.JSON()}}} {
		if _, err := os.Stat(c.file); *update && os.IsNotExist(err) {
			check(t, os.WriteFile(c.file, saved(t, stuffed(t), c.options...), 0o644))
		}
	}
	files, err := os.ReadDir("testdata")
	check(t, err)
	loaded := 0
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), "world-v") {
			continue
		}
		data, err := os.ReadFile("testdata/" + f.Name())
		check(t, err)
		w := empty(t)
		check(t, load(w, data))
		second, ok := w.Find("second")
		first := w.Parent(second)
		p, _ := ecs.Get[Position](w, first)
		l, _ := ecs.Get[Label](w, first)
		if e := ecs.Mut[Everything](w, second); !ok || e == nil || !reflect.DeepEqual(*e, everything(first)) || p != (Position{1, 2}) || l.Text != "a label" || l.Next.N != 3 {
			t.Errorf("%s: loaded %+v, %v and %v", f.Name(), e, p, l)
		}
		if check(t, w.Tick(1)); w.Len() != 2 {
			t.Errorf("%s: %d entities are left after a tick, want 2", f.Name(), w.Len())
		}
		loaded++
	}
	if loaded != 2*version {
		t.Errorf("%d files are loaded, want %d", loaded, 2*version)
	}
}

// A load, or a save, in a system rejects what the functions that it calls record.
func TestCommandsDuringALoad(t *testing.T) {
	from := newWorld(t)
	e := spawned(t, from, Health{7})
	var file bytes.Buffer
	check(t, from.Save(&file))
	w := newWorld(t)
	var do *ecs.Commands
	record := func() {
		wants(t, do.Destroy(e), "destroy", "saved or loaded")
		wants(t, ecs.Set(do, e, Health{}), "set Health", "saved or loaded")
		if made := do.Spawn(Health{1}); made != ecs.NoEntity {
			t.Errorf("%v is created", made)
		}
	}
	check(t, w.Add("load", func(w *ecs.World, commands *ecs.Commands) {
		do = commands
		check(t, w.Load(readerOf(func(p []byte) (int, error) {
			record()
			return file.Read(p)
		})), w.Save(writerOf(func(p []byte) (int, error) {
			record()
			return len(p), nil
		})))
	}))
	wants(t, w.Tick(1), "spawn", "saved or loaded")
	if h, _ := ecs.Get[Health](w, w.Loaded(e)); w.Len() != 1 || h.Points != 7 {
		t.Errorf("%d entities, one has %v", w.Len(), h)
	}
}

type readerOf func([]byte) (int, error)

func (f readerOf) Read(p []byte) (int, error) { return f(p) }

type writerOf func([]byte) (int, error)

func (f writerOf) Write(p []byte) (int, error) { return f(p) }
