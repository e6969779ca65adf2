package ecs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// A savedWorld is the content of a file, in version 1 of the format. A file of binary data has
// magic, the version, the savedWorld as the codec encodes it, and a checksum; another one is the
// savedWorld in JSON. Fields are never changed: another version gets a type of its own.
type savedWorld struct {
	Format    string          `json:"format"`
	Version   int             `json:"version"`
	Stamp     uint32          `json:"stamp"`
	Shapes    []shape         `json:"shapes"`
	Types     []savedType     `json:"types"`
	Lives     []uint16        `json:"lives"` // by ID
	Free      []ID            `json:"free"`  // in the order in which they are reused
	Tables    []savedTable    `json:"tables"`
	Parents   []savedParent   `json:"parents"` // the last child of an entity first
	Names     []savedName     `json:"names"`
	Events    []ID            `json:"events"` // that no handler has seen
	Resources []savedResource `json:"resources"`
}

type savedType struct {
	Name  string `json:"name"`
	Shape int    `json:"shape"`
}

type savedTable struct {
	Types   []int             `json:"types"`
	Owners  []ID              `json:"entities"`
	Columns []json.RawMessage `json:"columns"` // by type, JSON or binary data
	Stamps  [][]uint32        `json:"stamps"`  // by type, of tracked ones
}

type savedParent struct {
	Child  ID `json:"child"`
	Parent ID `json:"parent"`
}

type savedName struct {
	ID   ID     `json:"entity"`
	Name string `json:"name"`
}

type savedResource struct {
	Type  int             `json:"type"`
	Value json.RawMessage `json:"value"`
}

const (
	savedFormat  = "ecs world"
	savedVersion = 1
	magic        = "ecsworld"
)

// A SaveOption changes how [World.Save] writes.
type SaveOption func(*saving)

// JSON makes [World.Save] write JSON. [World.Load] reads both formats.
func JSON() SaveOption { return func(s *saving) { s.json = true } }

// A savedAs is a name in the file. A type may be a component and a resource.
type savedAs struct {
	name     string
	resource bool
}

// A saving collects a savedWorld.
type saving struct {
	w      *World
	json   bool
	schema schema
	types  map[savedAs]int
	owns   map[savedAs]reflect.Type
	file   savedWorld
}

// Save writes all entities with their components, parents and names, unhandled events, and the
// resources of [SaveResource]. The file names each type with its fields and their types.
//
// Fields of all kinds are saved, also unexported ones, pointers and maps with what they lead to
// (each pointer with a copy), and types with MarshalBinary or MarshalText by these methods. A
// field with the tag `ecs:"-"` is not saved. Interfaces, functions and channels are an error that
// names the field. Handles of entities are those of the same entity after [World.Load]; handles
// of other worlds become [NoEntity].
func (w *World) Save(to io.Writer, options ...SaveOption) error {
	if err := w.ready("save the world"); err != nil {
		return err
	}
	if to == nil {
		return errors.New("save the world: want a writer, not nil")
	}
	s := saving{w: w, schema: schema{known: map[reflect.Type]*encoded{}}, types: map[savedAs]int{}, owns: map[savedAs]reflect.Type{}}
	for _, o := range options {
		if o == nil {
			return errors.New("save the world: an option is nil: leave it out")
		}
		o(&s)
	}
	err := w.keep(func() error {
		data, err := s.all()
		if err != nil {
			return err
		}
		noteSave(data, w.tag)
		_, err = to.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("save the world: %w", err)
	}
	return nil
}

func (s *saving) all() ([]byte, error) {
	w := s.w
	s.file = savedWorld{Format: savedFormat, Version: savedVersion, Stamp: w.stamp}
	for id := w.free; id != nobody; id = w.places[id].next() {
		s.file.Free = append(s.file.Free, id)
	}
	for id := range w.places {
		p := &w.places[id]
		s.file.Lives = append(s.file.Lives, p.life)
		if !p.alive() && p.spot() == reservedSpot { // changes that are recorded are not saved
			s.file.Free = append(s.file.Free, ID(id))
		}
	}
	for _, t := range w.tables {
		if t.rows() > 0 {
			if err := s.table(t); err != nil {
				return nil, err
			}
		}
	}
	family := w.family.links
	for id := range family {
		for c := w.lastChild(ID(id)); c != 0; c = family[c-1].previous {
			s.file.Parents = append(s.file.Parents, savedParent{c - 1, ID(id)})
		}
	}
	for e, name := range w.names.of {
		s.file.Names = append(s.file.Names, savedName{e.ID(), name})
	}
	slices.SortFunc(s.file.Names, func(a, b savedName) int { return int(int64(a.ID) - int64(b.ID)) })
	for _, e := range w.fresh {
		if w.Alive(e) {
			s.file.Events = append(s.file.Events, e.ID())
		}
	}
	for _, t := range w.saves {
		if err := s.resource(t); err != nil {
			return nil, err
		}
	}
	s.file.Shapes = s.schema.shapes
	if s.json {
		return json.Marshal(&s.file)
	}
	return encodeFile(&s.file), nil
}

// encodeFile returns the binary data of a file.
func encodeFile(f *savedWorld) []byte {
	format := schema{known: map[reflect.Type]*encoded{}}
	e, err := format.add(reflect.TypeFor[savedWorld]())
	out := binarySink{data: append([]byte(magic), savedVersion)}
	if err == nil {
		err = e.encode(&out, unsafe.Pointer(f), 0)
	}
	if err != nil {
		panic(err) // the type is ours
	}
	return appendSum(out.data)
}

func appendSum(data []byte) []byte {
	sum := crc32.ChecksumIEEE(data)
	return append(data, byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24))
}

// sink returns a sink for values, and a function for its result.
func (s *saving) sink() (sink, func() []byte) {
	if s.json {
		to := &jsonSink{tag: s.w.tag}
		return to, func() []byte { return []byte(to.String()) }
	}
	to := &binarySink{tag: s.w.tag}
	return to, func() []byte { return to.data }
}

// typeOf returns the number of a type in the file.
func (s *saving) typeOf(t reflect.Type, resource bool) (int, encode, error) {
	e, err := s.schema.add(t)
	if err != nil {
		return 0, nil, fmt.Errorf("%v: %w", t, err)
	}
	as := savedAs{t.String(), resource}
	number, known := s.types[as]
	switch {
	case known && s.owns[as] != t:
		return 0, nil, fmt.Errorf("two types are called %v: rename one of them", t)
	case !known:
		number = len(s.file.Types)
		s.types[as], s.owns[as] = number, t
		s.file.Types = append(s.file.Types, savedType{t.String(), e.shape})
	}
	return number, e.encode, nil
}

func (s *saving) table(t *table) error {
	var saved savedTable
	for _, c := range t.chunks {
		saved.Owners = append(saved.Owners, c.ids()...)
	}
	for i, c := range t.set {
		k := s.w.kinds[c]
		number, encode, err := s.typeOf(k.goType, false)
		if err != nil {
			return err
		}
		to, result := s.sink()
		to.begin(ofArray, 0)
		for _, c := range t.chunks {
			for row, id := range c.ids() {
				var value unsafe.Pointer
				if k.store != nil {
					value = k.store.at(id)
				} else {
					value = c.value(i, uint32(row))
				}
				to.item("")
				if err := encode(to, value, 0); err != nil {
					return fmt.Errorf("%v of %s: %w", k.goType, s.w.Called(s.w.handle(id)), err)
				}
			}
		}
		to.end(ofArray)
		var stamps []uint32
		for _, c := range t.chunks {
			if k.tracked && c.rows > 0 {
				stamps = append(stamps, unsafe.Slice(k.trails[c.number].stamp(0), c.rows)...)
			}
		}
		saved.Types, saved.Columns, saved.Stamps = append(saved.Types, number), append(saved.Columns, result()), append(saved.Stamps, stamps)
	}
	s.file.Tables = append(s.file.Tables, saved)
	return nil
}

func (s *saving) resource(t reflect.Type) error {
	number, encode, err := s.typeOf(t, true)
	if err != nil {
		return fmt.Errorf("resource %w", err)
	}
	to, result := s.sink()
	if err := encode(to, s.w.resources[t].UnsafePointer(), 0); err != nil {
		return fmt.Errorf("resource %v: %w", t, err)
	}
	s.file.Resources = append(s.file.Resources, savedResource{number, result()})
	return nil
}

// lastChild returns the ID of the last child of an entity plus 1.
func (w *World) lastChild(id ID) uint32 {
	c := w.family.links[id].first
	for c != 0 && w.family.links[c-1].next != 0 {
		c = w.family.links[c-1].next
	}
	return c
}

// SaveResource makes [World.Save] and [World.Load] include a resource, which is provided before.
func SaveResource[T any](w *World) error {
	t := reflect.TypeFor[T]()
	if err := w.ready("save resource " + t.String()); err != nil {
		return err
	}
	switch _, provided := w.resources[t]; {
	case !provided:
		return fmt.Errorf("save resource %v: there is none: Provide it before", t)
	case t == reflect.TypeFor[Seconds]():
		return errors.New("save resource ecs.Seconds: each Tick sets it")
	case slices.Contains(w.saves, t):
		return fmt.Errorf("save resource %v: it is saved already", t)
	}
	w.saves = append(w.saves, t)
	return nil
}

// lastSaves are checksums of the files that this process saved last, and the worlds: see Loaded.
var lastSaves struct {
	mu   sync.Mutex
	next int
	list [16]struct{ sum, tag uint32 }
}

func noteSave(data []byte, tag uint32) {
	lastSaves.mu.Lock()
	defer lastSaves.mu.Unlock()
	l := &lastSaves.list[lastSaves.next%len(lastSaves.list)]
	l.sum, l.tag = crc32.ChecksumIEEE(data), tag
	lastSaves.next++
}

// savedBy returns the tag of the world that saved a file in this process, 0 if there is none.
func savedBy(data []byte) (tag uint32) {
	lastSaves.mu.Lock()
	defer lastSaves.mu.Unlock()
	sum := crc32.ChecksumIEEE(data)
	for i := range lastSaves.list { // the last one counts
		if l := lastSaves.list[(lastSaves.next+i)%len(lastSaves.list)]; l.tag != 0 && l.sum == sum {
			tag = l.tag
		}
	}
	return tag
}

// Loaded returns the handle of the loaded entity that had another handle in the world that
// saved it; NoEntity if there is none. The handle must be of this process.
func (w *World) Loaded(saved Entity) Entity {
	w.exists("Loaded")
	l, id := &w.loaded, uint32(saved)
	if l.tag == 0 || saved.world() != l.tag || int(id) >= len(l.lives) || l.lives[id] != saved.life() || saved.life()&1 == 0 {
		return NoEntity
	}
	e := w.handleOf(saved.life(), id)
	if l.handles != nil {
		e = l.handles[id]
	}
	if !w.Alive(e) {
		return NoEntity
	}
	return e
}

// A loadedFrom has the handles of the world whose file was loaded last.
type loadedFrom struct {
	tag     uint32
	lives   []uint16 // by ID
	handles []Entity // by ID; nil if they differ by the tag alone
}

// readFile returns the content of a file.
func readFile(data []byte) (*savedWorld, error) {
	f := &savedWorld{}
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		if err := json.Unmarshal(data, f); err != nil {
			return nil, fmt.Errorf("the JSON is damaged or cut off: %w", err)
		}
		if f.Format != savedFormat {
			return nil, fmt.Errorf("the JSON is no saved world: its format is %.40q, want %q", f.Format, savedFormat)
		}
		return f, checkVersion(f.Version)
	}
	if len(data) < len(magic) && bytes.HasPrefix([]byte(magic), data) {
		return nil, errShort
	}
	if !bytes.HasPrefix(data, []byte(magic)) {
		return nil, errors.New("the data is no world that World.Save wrote, or one of a development version before the first release, which cannot be read")
	}
	if len(data) < len(magic)+5 {
		return nil, errShort
	}
	if err := checkVersion(int(data[len(magic)])); err != nil {
		return nil, err
	}
	body := data[:len(data)-4]
	if !bytes.Equal(appendSum(slices.Clone(body)), data) {
		return nil, errors.New("the data is damaged or cut off: its checksum is wrong")
	}
	format := schema{known: map[reflect.Type]*encoded{}}
	e, err := format.add(reflect.TypeFor[savedWorld]())
	if err != nil {
		return nil, err
	}
	plan := decoding{format.shapes, map[shapeOf]*decoded{}}
	d, err := plan.add(e.shape, reflect.TypeFor[savedWorld]())
	if err != nil {
		return nil, err
	}
	source := binarySource{body[len(magic)+1:]}
	if err := d.decode(&reading{source: &source}, unsafe.Pointer(f), 0); err != nil {
		return nil, err
	}
	if len(source.data) > 0 {
		return nil, errDamaged
	}
	return f, nil
}

func checkVersion(v int) error {
	if v != savedVersion {
		return fmt.Errorf("the format has version %d, and this package reads version %d: use a later release", v, savedVersion)
	}
	return nil
}
