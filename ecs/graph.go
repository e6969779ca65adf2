package ecs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

// maxTables limits the tables of a world. Spots have bits for twice as many chunks. A
// full chunk has some 100 kB, so memory ends before the other half.
var maxTables = 1 << (31 - rowBits)

var errTables = fmt.Errorf("the world has entities with %d different sets of components, and no more are possible: use fields instead of component types", maxTables)

// table returns the table of a set of components, in ascending order.
func (w *World) table(set []Component) (*table, error) {
	key := keyOf(set)
	t := w.bySet[key]
	if t == nil {
		if len(w.tables) >= maxTables {
			return nil, errTables
		}
		t = w.newTable(set)
		w.bySet[key] = t
	}
	return t, nil
}

func keyOf(set []Component) string {
	key := make([]byte, 0, 2*len(set))
	for _, c := range set {
		key = binary.LittleEndian.AppendUint16(key, uint16(c))
	}
	return string(key)
}

// A Change adds components to entities and removes others, in one step. An entity fits
// if it has all removed components and none of the added ones. Bind makes the
// changes of typed maps, [World.Change] those of components defined at run time.
type Change struct {
	w         *World
	add, drop []*kind
	edges     []*edge          // by table; nil if not yet found
	others    map[*table]*edge // of tables beyond the first ones
	home      *table           // of entities with only the added components; nil until needed
	columns   []int            // of home, by added component
	relates   bool             // it creates entities with relations

	// The last used edge. The processor predicts that the next entity is in the same
	// table, and reads that from here without waiting for the place of the entity.
	last  *table
	along *edge
}

var errNoChange = errors.New("make a change: it belongs to no World: prepare it with World.Change")

// An edge is the effect of a change on the entities of a table.
type edge struct {
	to    *table // nil if they do not fit
	moves bool   // to another table, without observers before
	route route  // of the kept components
	gains []int  // columns of the added components, in the order of the change

	stored         []*kind // removed from stores
	enters, leaves []*observer
}

// Change prepares a change.
func (w *World) Change(add, drop []Component) (*Change, error) {
	if err := w.ready("prepare change"); err != nil {
		return nil, err
	}
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
	for _, k := range ch.add {
		if err == nil && k.relation != nil {
			err = fmt.Errorf("%s is a relation, which needs a target: use Set or Spawn", k.name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("prepare change: %w", err)
	}
	return ch.shared(), nil
}

// listed returns the kinds of a list without duplicates.
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

// shared returns the world's equal change, so that edges exist once.
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

// edge returns the effect of the change on a table.
func (ch *Change) edge(t *table) *edge {
	if t != ch.last {
		ch.turn(t)
	}
	return ch.along
}

// firstTables are tables whose edges are found without a map. With more, most changes have edges of
// few of them.
const firstTables = 1024

// turn makes the edge of a table the last used one.
func (ch *Change) turn(t *table) {
	ch.last = t
	if t.number < firstTables {
		ch.edges = growTo(ch.edges, int(t.number)+1)
		if ch.edges[t.number] == nil {
			ch.edges[t.number] = ch.follow(t)
		}
		ch.along = ch.edges[t.number]
		return
	}
	if ch.along = ch.others[t]; ch.along == nil {
		if ch.others == nil {
			ch.others = make(map[*table]*edge)
		}
		ch.along = ch.follow(t)
		ch.others[t] = ch.along
	}
}

// forget drops all edges.
func (ch *Change) forget() {
	clear(ch.edges)
	ch.others, ch.last, ch.along = nil, nil, nil
}

// noEdge is that of tables whose entities do not fit.
var noEdge = &edge{}

// follow finds a new edge.
func (ch *Change) follow(t *table) *edge {
	e := &edge{}
	set := slices.Clone(t.set)
	for _, k := range ch.drop {
		at := slices.Index(set, k.number)
		if at < 0 {
			return noEdge
		}
		set = slices.Delete(set, at, at+1)
		if k.store != nil {
			e.stored = append(e.stored, k)
		}
	}
	for _, k := range ch.add {
		if slices.Contains(set, k.number) {
			return noEdge
		}
		set = append(set, k.number)
	}
	slices.Sort(set)
	to, err := ch.w.table(set)
	if err != nil {
		return noEdge
	}
	e.to = to
	for _, k := range ch.add {
		e.gains = append(e.gains, e.to.column(k.number))
	}
	for from, k := range t.columns {
		if at := to.twin(t, from); at >= 0 {
			e.route.add(k, from, at)
		}
	}
	e.route.rest = e.route.rest || len(to.within.tracked) > 0
	ch.w.watched(t, e)
	e.moves = e.to != t && e.leaves == nil
	return e
}

// homeTable returns the table of entities with the added components and no others.
func (ch *Change) homeTable() (*table, error) {
	if ch.home == nil {
		set := numbersOf(ch.add)
		slices.Sort(set)
		home, err := ch.w.table(set)
		if err != nil {
			return nil, err
		}
		for _, k := range ch.add {
			ch.columns = append(ch.columns, home.column(k.number))
		}
		ch.home = home
	}
	return ch.home, nil
}

// misfit returns the reason why the entities of a table do not fit.
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
	return errTables
}

// String describes the change: add Velocity, remove Frozen.
func (ch *Change) String() string {
	if ch == nil {
		return "no change"
	}
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

// take moves an entity along its edge and returns its new row. Gained components are
// undefined. There is no edge if the entity does not fit.
func (ch *Change) take(e Entity) (to *chunk, row uint32, along *edge) {
	w := ch.w
	p := w.find(e)
	if p == nil || w.locked != 0 {
		return nil, 0, nil
	}
	from, old := w.chunks[p.chunk()], p.row()
	if from.table != ch.last {
		ch.turn(from.table)
	}
	t, along := ch.last, ch.along // known before the place is, if the processor predicts the table
	if !along.moves {
		if along.to == nil {
			return nil, 0, nil
		}
		w.notify(along.leaves, e)
		if along.to == t {
			return from, old, along
		}
	}
	w.locked = changing
	if to = along.to.tail; along.to.full() {
		to = w.grow(along.to, 1)
	}
	row = to.rows
	to.rows++
	*to.owner(row) = uint32(e)
	p.move(to.spot(row))
	along.route.eightBytes.copyRow(to, row, from, old)
	if along.route.rest {
		along.route.copyRest(to, row, from, old)
	}
	w.close(from, old)
	if len(along.stored) > 0 {
		w.locked = changing
		along.discard(*to.owner(row))
		w.locked = 0
	}
	return to, row, along
}

// takeMany changes the first entities of a list, as take does. It returns how many: their new rows
// are side by side, and nothing of the program is called for more than one.
func (ch *Change) takeMany(list []Entity) (to *chunk, row uint32, along *edge, n int) {
	to, row, along = ch.take(list[0])
	if along == nil || !along.moves || along.enters != nil || len(along.stored) > 0 {
		return to, row, along, 1
	}
	w, t := ch.w, ch.last
	for n = 1; n < len(list) && to.rows < to.room; n++ {
		e := list[n]
		p := w.find(e)
		if p == nil {
			break
		}
		from, old := w.chunks[p.chunk()], p.row()
		if from.table != t {
			break
		}
		w.locked = changing
		at := to.rows
		to.rows++
		*to.owner(at) = uint32(e)
		p.move(to.spot(at))
		along.route.eightBytes.copyRow(to, at, from, old)
		if along.route.rest {
			along.route.copyRest(to, at, from, old)
		}
		w.close(from, old)
	}
	return to, row, along, n
}

// discard removes the components of an entity from stores.
//
//go:noinline
func (e *edge) discard(of ID) {
	for _, k := range e.stored {
		k.store.delete(of)
	}
}

// Make changes an entity. Gained components are zero.
func (ch *Change) Make(e Entity) error {
	if ch == nil || ch.w == nil {
		return errNoChange
	}
	if !ch.made(e) {
		return ch.w.cannot(ch, e)
	}
	return nil
}

// made makes the change, if the entity fits.
func (ch *Change) made(e Entity) bool {
	c, row, edge := ch.take(e)
	if edge == nil {
		return false
	}
	for i, k := range ch.add {
		if k.store != nil {
			k.putZero(e.ID())
			continue
		}
		k.zero(c.value(edge.gains[i], row), 1)
	}
	if edge.enters != nil {
		ch.w.notify(edge.enters, e)
	}
	return true
}

// zero clears n values.
func (k *kind) zero(values unsafe.Pointer, n int) {
	switch bytes := k.size * uintptr(n); {
	case k.pointers:
		k.clear(values, n)
	case bytes <= 64 && bytes%8 == 0: // faster than a call
		for done := uintptr(0); done < bytes; done += 8 {
			*(*uint64)(unsafe.Add(values, done)) = 0
		}
	default:
		clear(unsafe.Slice((*byte)(values), bytes))
	}
}
