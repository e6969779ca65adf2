package ecs

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// table returns the table of a set of components, in ascending order.
func (w *World) table(set []Component) *table {
	key := keyOf(set)
	t := w.bySet[key]
	if t == nil {
		t = w.newTable(set)
		w.bySet[key] = t
	}
	return t
}

func keyOf(set []Component) string {
	key := make([]byte, 0, 2*len(set))
	for _, c := range set {
		key = binary.LittleEndian.AppendUint16(key, uint16(c))
	}
	return string(key)
}

// A Change adds components to entities and removes others, in one step. An entity
// makes it if it has all that is removed and none of what is added. [World.Bind]
// makes the changes of typed maps. [World.Change] makes one of components that
// are known at run time only.
type Change struct {
	w         *World
	add, drop []*kind
	edges     []*edge // by table; nil where not known
	home      *table  // of entities with what is added alone; nil until needed
}

// An edge is what a change does to the entities of a table.
type edge struct {
	to    *table // nil if they do not make the change
	keeps []kept
	gains []int // columns of what is added, in the order of the change

	stored         []*kind // what is removed from stores
	enters, leaves []*observer
}

// A kept column is copied from the one table to the other.
type kept struct {
	from, to int
	size     uintptr
	way      way
	kind     *kind
}

// Change prepares a change.
func (w *World) Change(add, drop []Component) (*Change, error) {
	ch := &Change{w: w}
	var err error
	if ch.add, err = w.listed(add); err == nil {
		ch.drop, err = w.listed(drop)
	}
	for _, k := range ch.add {
		if err == nil && slices.Contains(ch.drop, k) {
			err = fmt.Errorf("%s is added and removed", k.name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("prepare change: %w", err)
	}
	return ch.shared(), nil
}

// listed returns the kinds of a list without repetition.
func (w *World) listed(cs []Component) (list []*kind, err error) {
	for _, c := range cs {
		if int(c) >= len(w.kinds) {
			return nil, fmt.Errorf("component %d is not defined: there are %d", c, len(w.kinds))
		}
		if slices.Contains(list, w.kinds[c]) {
			return nil, fmt.Errorf("%s is named twice", w.kinds[c].name)
		}
		list = append(list, w.kinds[c])
	}
	return list, nil
}

// shared returns the change of the world that does the same, so that its edges are
// there once.
func (ch *Change) shared() *Change {
	key := keyOf(numbersOf(ch.add)) + "|" + keyOf(numbersOf(ch.drop))
	if known := ch.w.changes[key]; known != nil {
		return known
	}
	ch.w.changes[key] = ch
	return ch
}

func numbersOf(kinds []*kind) (list []Component) {
	for _, k := range kinds {
		list = append(list, k.number)
	}
	return list
}

// edge returns what the change does to the entities of a table.
func (ch *Change) edge(t *table) *edge {
	if int(t.number) < len(ch.edges) {
		if e := ch.edges[t.number]; e != nil {
			return e
		}
	}
	return ch.follow(t)
}

// follow finds an edge that is not known yet.
func (ch *Change) follow(t *table) *edge {
	e := &edge{}
	ch.edges = growTo(ch.edges, int(t.number)+1)
	ch.edges[t.number] = e
	set := slices.Clone(t.set)
	for _, k := range ch.drop {
		at := slices.Index(set, k.number)
		if at < 0 {
			return e
		}
		set = slices.Delete(set, at, at+1)
		if k.store != nil {
			e.stored = append(e.stored, k)
		}
	}
	for _, k := range ch.add {
		if slices.Contains(set, k.number) {
			return e
		}
		set = append(set, k.number)
	}
	slices.Sort(set)
	e.to = ch.w.table(set)
	for _, k := range ch.add {
		e.gains = append(e.gains, e.to.column(k.number))
	}
	for to, c := range e.to.set {
		from := t.column(c)
		if k := e.to.columns[to]; from >= 0 && k.store == nil && k.size > 0 {
			e.keeps = append(e.keeps, kept{from, to, k.size, k.way, k})
			if t.stamps[from] != 0 {
				e.keeps = append(e.keeps, kept{t.stamps[from], e.to.stamps[to], stampKind.size, stampKind.way, stampKind})
			}
		}
	}
	ch.w.watched(t, e)
	return e
}

// misfit says why the entities of a table do not make the change.
func (ch *Change) misfit(t *table) error {
	for _, k := range ch.drop {
		if t.column(k.number) < 0 {
			return fmt.Errorf("it has no %s", k.name)
		}
	}
	for _, k := range ch.add {
		if t.column(k.number) >= 0 {
			return fmt.Errorf("it has a %s already: write to it instead", k.name)
		}
	}
	return nil
}

// String describes the change: add Velocity, remove Frozen.
func (ch *Change) String() string {
	var parts []string
	for verb, list := range map[string][]*kind{"add ": ch.add, "remove ": ch.drop} {
		if len(list) > 0 {
			var names []string
			for _, k := range list {
				names = append(names, k.name)
			}
			parts = append(parts, verb+strings.Join(names, ", "))
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// begin returns where an entity is and what the change does to it, or why it does
// not make it.
func (ch *Change) begin(e Entity) (*place, *edge, error) {
	w := ch.w
	p := w.find(e)
	if p == nil || w.locked != 0 {
		return nil, nil, w.cannot(ch, e)
	}
	t := w.chunks[p.chunk].table
	edge := ch.edge(t)
	if edge.to == nil {
		return nil, nil, w.cannot(ch, e)
	}
	if edge.leaves != nil {
		w.tell(edge.leaves, e)
	}
	return p, edge, nil
}

// Make changes an entity. What it gains is zero.
func (ch *Change) Make(e Entity) error {
	p, edge, err := ch.begin(e)
	if err != nil {
		return err
	}
	c, row := ch.w.move(p, uint32(e), edge)
	for i, k := range ch.add {
		if k.store != nil {
			k.store.put(uint32(e), unsafe.Pointer(unsafe.SliceData(make([]uint64, (k.size+7)/8+1))))
			continue
		}
		k.zero(c.value(edge.gains[i], row))
	}
	if edge.enters != nil {
		ch.w.tell(edge.enters, e)
	}
	return nil
}

// zero clears a value.
func (k *kind) zero(value unsafe.Pointer) {
	if k.pointers {
		k.clear(value, 1)
		return
	}
	clear(unsafe.Slice((*byte)(value), k.size))
}

// move takes an entity along an edge. What it gains is undefined.
func (w *World) move(p *place, id ID, e *edge) (to *chunk, row uint32) {
	from, old := w.chunks[p.chunk], uint32(p.row)
	to, row = w.push(e.to)
	for i := range e.keeps {
		k := &e.keeps[i]
		dst := unsafe.Add(to.bases[k.to], uintptr(row)*k.size)
		src := unsafe.Add(from.bases[k.from], uintptr(old)*k.size)
		switch k.way { // kind.move, without the call
		case asWord:
			*(*uint32)(dst) = *(*uint32)(src)
		case asPair:
			*(*[2]uint32)(dst) = *(*[2]uint32)(src)
		default:
			k.kind.move(dst, src)
		}
	}
	if to.swept != nil {
		to.keepStamps(from, e)
	}
	to.owners[row] = id
	p.chunk, p.row = to.number, uint16(row)
	w.drop(from, old)
	for _, k := range e.stored {
		k.store.delete(id)
	}
	return to, row
}
