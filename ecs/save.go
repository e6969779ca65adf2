package ecs

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"unsafe"
)

// The saved data: the lives of the IDs, and by table the owners and columns, by chunk.
// Columns without pointers are raw bytes.
type (
	savedWorld struct {
		Tag    uint32
		Stamp  uint32
		Lives  []uint16 // by ID
		Free   []ID     // in the order in which they are reused
		Types  []savedType
		Tables []savedTable
		Family []savedLinks
		Names  map[ID]string
	}
	savedType struct {
		Name string
		Size uintptr
	}
	savedTable struct {
		Set    []int // indices of Types
		Owners []ID
	}
	savedLinks struct{ Child, Parent ID }
)

// Save writes all entities with their handles, components, parents and names.
// Components with pointers are encoded by encoding/gob, so it must support their types.
func (w *World) Save(to io.Writer) error {
	if w.locked != 0 {
		return w.refuse("save the world")
	}
	s := savedWorld{Tag: w.tag, Stamp: w.stamp, Names: make(map[ID]string)}
	for id := range w.places {
		s.Lives = append(s.Lives, w.places[id].life)
	}
	for id := w.free; id != nobody; id = ID(w.places[id].spot()) {
		s.Free = append(s.Free, id)
	}
	for _, k := range w.kinds {
		s.Types = append(s.Types, savedType{k.goType.String(), k.size})
	}
	for _, t := range w.tables {
		saved := savedTable{}
		for _, c := range t.set {
			saved.Set = append(saved.Set, int(c))
		}
		for _, c := range t.chunks {
			saved.Owners = append(saved.Owners, c.ids()...)
		}
		s.Tables = append(s.Tables, saved)
	}
	for id := range w.family { // last child first, to keep the order
		for c := w.lastChild(ID(id)); c != 0; c = w.family[c-1].previous {
			s.Family = append(s.Family, savedLinks{c - 1, ID(id)})
		}
	}
	for e, name := range w.names.of {
		s.Names[e.ID()] = name
	}
	encoder := gob.NewEncoder(to)
	if err := encoder.Encode(s); err != nil {
		return fmt.Errorf("save the entities of a world: %w", err)
	}
	return w.eachColumn(func(k *kind, values unsafe.Pointer, n int) error {
		if k.pointers {
			return encoder.EncodeValue(reflect.SliceAt(k.goType, values, n))
		}
		return encoder.Encode(unsafe.Slice((*byte)(values), uintptr(n)*k.size))
	})
}

// lastChild returns the ID of the last child of an entity plus 1.
func (w *World) lastChild(id ID) uint32 {
	c := w.family[id].firstChild
	for c != 0 && w.family[c-1].next != 0 {
		c = w.family[c-1].next
	}
	return c
}

// eachColumn visits the columns chunk by chunk, and components in stores one by one.
func (w *World) eachColumn(do func(k *kind, values unsafe.Pointer, n int) error) error {
	for _, t := range w.tables {
		for _, c := range t.chunks {
			for i, k := range t.columns {
				switch {
				case k.size == 0 || c.rows == 0:
				case k.store == nil:
					if err := do(k, c.bases[i], int(c.rows)); err != nil {
						return fmt.Errorf("column of %s: %w", k.name, err)
					}
				default:
					for _, id := range c.ids() {
						if err := do(k, k.store.at(id), 1); err != nil {
							return fmt.Errorf("store of %s: %w", k.name, err)
						}
					}
				}
			}
		}
	}
	return nil
}

// Load reads the output of Save into an empty world with the same component types.
// Handles stay valid. After an error the world is empty.
func (w *World) Load(from io.Reader) error {
	switch {
	case w.locked != 0:
		return w.refuse("load a world")
	case w.live > 0:
		return fmt.Errorf("load a world: this one has %d entities: load into an empty one", w.live)
	}
	decoder := gob.NewDecoder(from)
	var s savedWorld
	err := decoder.Decode(&s)
	if err == nil {
		err = w.restore(&s)
	}
	if err == nil {
		err = w.eachColumn(func(k *kind, values unsafe.Pointer, n int) error { return k.decode(decoder, values, n) })
	}
	if err != nil {
		w.reset()
		return fmt.Errorf("load a world: %w", err)
	}
	for _, t := range w.tables {
		for _, c := range t.chunks {
			c.follow(t.within.tracked, 0, c.rows)
		}
		for _, k := range t.within.tracked {
			k.latest = w.stamp
		}
	}
	return nil
}

// reset destroys all entities, even in an inconsistent state.
func (w *World) reset() {
	for _, t := range w.tables {
		t.empty()
	}
	w.places, w.free, w.live, w.family, w.parents, w.names = nil, nobody, 0, nil, nil, nameTable{}
}

var errDamaged = errors.New("the data is damaged: an entity occurs twice or does not exist")

// restore creates the entities and reads their components.
func (w *World) restore(s *savedWorld) error {
	var numbers []Component // by number in the data
	for _, saved := range s.Types {
		at := slices.IndexFunc(w.kinds, func(k *kind) bool { return k.goType.String() == saved.Name })
		if at < 0 {
			numbers = append(numbers, 0)
			if s.uses(len(numbers) - 1) {
				return fmt.Errorf("there is no component type %s: define it before", saved.Name)
			}
			continue
		}
		if w.kinds[at].size != saved.Size {
			return fmt.Errorf("%s has %d bytes, and had %d when it was saved", saved.Name, w.kinds[at].size, saved.Size)
		}
		numbers = append(numbers, Component(at))
	}
	w.reset()
	w.tag, w.stamp = s.Tag, s.Stamp
	w.places = make([]place, len(s.Lives))
	for id, life := range s.Lives {
		w.places[id].life = life
		w.places[id].move(unknown)
	}
	listed := make([]bool, len(w.places))
	for _, id := range slices.Backward(s.Free) {
		if int(id) >= len(w.places) || w.places[id].alive() || listed[id] {
			return errDamaged
		}
		listed[id] = true
		w.places[id].move(spot(w.free))
		w.free = id
	}
	for _, saved := range s.Tables {
		if err := w.restoreTable(saved, numbers); err != nil {
			return err
		}
	}
	for _, life := range s.Lives {
		w.live += int(life & 1)
	}
	for id := range w.places {
		if p := &w.places[id]; p.alive() && p.spot() == unknown {
			return errDamaged
		}
	}
	for _, l := range s.Family {
		if !w.lives(l.Child) || !w.lives(l.Parent) {
			return errDamaged
		}
		if err := w.Attach(w.handle(l.Child), w.handle(l.Parent)); err != nil {
			return err
		}
	}
	for id, name := range s.Names {
		if !w.lives(id) {
			return errDamaged
		}
		if err := w.Name(w.handle(id), name); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) lives(id ID) bool { return int(id) < len(w.places) && w.places[id].alive() }

func (s *savedWorld) uses(number int) bool {
	return slices.ContainsFunc(s.Tables, func(t savedTable) bool { return len(t.Owners) > 0 && slices.Contains(t.Set, number) })
}

func (w *World) restoreTable(saved savedTable, numbers []Component) error {
	if len(saved.Owners) == 0 {
		return nil
	}
	var set []Component
	for _, number := range saved.Set {
		if number < 0 || number >= len(numbers) {
			return errDamaged
		}
		set = append(set, numbers[number])
	}
	slices.Sort(set)
	t, err := w.table(slices.Compact(set))
	if err != nil {
		return err
	}
	for _, id := range saved.Owners {
		if !w.lives(id) || w.places[id].spot() != unknown {
			return errDamaged
		}
		c, row := w.push(t)
		*c.owner(row) = id
		w.places[id].move(c.spot(row))
		for i, k := range t.columns[:len(t.set)] {
			if k.store != nil {
				k.putZero(id)
			} else if k.size > 0 {
				k.zero(c.value(i, row))
			}
		}
	}
	return nil
}

// decode reads n values.
func (k *kind) decode(from *gob.Decoder, values unsafe.Pointer, n int) error {
	if k.pointers {
		read := reflect.New(reflect.SliceOf(k.goType))
		if err := from.DecodeValue(read); err != nil {
			return err
		}
		if read.Elem().Len() != n {
			return fmt.Errorf("%d values instead of %d", read.Elem().Len(), n)
		}
		reflect.Copy(reflect.SliceAt(k.goType, values, n), read.Elem())
		return nil
	}
	column := unsafe.Slice((*byte)(values), uintptr(n)*k.size)
	read := column[:0:len(column)]
	if err := from.Decode(&read); err != nil {
		return err
	}
	if len(read) != len(column) {
		return fmt.Errorf("%d bytes instead of %d", len(read), len(column))
	}
	copy(column, read) // no copy if the decoder used this memory
	return nil
}
