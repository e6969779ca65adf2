package ecs

import (
	"encoding/binary"
	"errors"
	"slices"
	"unsafe"
)

// Tables keep components of several types so that entities with equal sets of
// these types lie together: an archetype storage. Chunks of a query that names
// types of one Tables alone are whole tables, whatever has come and gone before;
// what it costs is that a change of the set moves all of the entity's components
// that are kept here.
//
//	tables := ecs.NewTables()
//	err := ecs.Define(sim, ecs.InTables[Position](tables))
//	err = ecs.Define(sim, ecs.InTables[Velocity](tables))
//
// Types that come and go often are better kept elsewhere: they then part nothing.
// A query that names types of both kinds goes through its members one by one.
type Tables struct {
	columns []tableColumn
	mask    Signature // of the types that are kept here, once the world is sealed
	sigs    *signatures
	tables  []table
	byMask  map[string]tableNumber
	of      []tableNumber // by signature, as far as known: tables of it, plus 1
	in      []tableNumber // by ID
	rows    []uint32      // by ID
	moves   []tableMove   // scratch
}

type tableNumber int32

// noTable is where entities are that have no component of these types.
const noTable tableNumber = -1

// A table is the entities with one set of components, a row for each.
type table struct {
	owners  []ID
	columns []tableColumn
	sig     sigID // one of those whose entities are here
}

// A tableMove fills a row with the last one.
type tableMove struct{ row, last uint32 }

// A tableColumn is the components of one type in all tables.
type tableColumn interface {
	component() Component
	// extend makes n rows more, whose values are to be set.
	extend(t tableNumber, n int)
	// carry copies rows of one table to another, where they begin at start.
	carry(from tableNumber, ids []ID, to tableNumber, start int)
	// fill makes the moves in that order and drops the last row after each.
	fill(t tableNumber, moves []tableMove)
}

// NewTables returns tables of no component types.
func NewTables() *Tables { return &Tables{byMask: make(map[string]tableNumber)} }

// InTables returns a storage for components of type T in these tables.
func InTables[T any](in *Tables) *Tabled[T] { return InTablesWith(in, Traits[T]{}) }

// InTablesWith is [InTables] with traits, for worlds that fill and hash.
func InTablesWith[T any](in *Tables, traits Traits[T]) *Tabled[T] {
	return &Tabled[T]{Traits: traits, all: in}
}

// joins is a storage that keeps its components in tables.
type joins interface {
	Tables() *Tables
	join(c Component)
	// rows returns the components in a table.
	rows(t tableNumber) (base unsafe.Pointer, n int)
}

// open begins the life of the tables in a world.
func (t *Tables) open(sigs *signatures) {
	t.sigs, t.mask = sigs, make(Signature, sigs.width)
	for _, column := range t.columns {
		c := column.component()
		t.mask[c>>6] |= 1 << (c & 63)
	}
}

// table returns where the entities of a signature are.
func (t *Tables) table(sig sigID) tableNumber {
	if sig == noSignature {
		return noTable
	}
	if int(sig) < len(t.of) && t.of[sig] != 0 {
		return t.of[sig] - 1
	}
	n := t.find(sig)
	t.of = GrowTo(t.of, int(sig)+1)
	t.of[sig] = n + 1
	return n
}

// find finds or makes the table of a signature.
func (t *Tables) find(sig sigID) tableNumber {
	key, empty := make([]byte, 0, 8*len(t.mask)), true
	for i, w := range t.sigs.Bits(sig) {
		key = binary.LittleEndian.AppendUint64(key, w&t.mask[i])
		empty = empty && w&t.mask[i] == 0
	}
	if empty {
		return noTable
	}
	if n, known := t.byMask[string(key)]; known {
		return n
	}
	made := table{sig: sig}
	for _, column := range t.columns {
		if t.sigs.Bits(sig).Has(column.component()) {
			made.columns = append(made.columns, column)
		}
	}
	n := tableNumber(len(t.tables))
	t.tables = append(t.tables, made)
	t.byMask[string(key)] = n
	return n
}

// changed moves entities that went from one signature to another; noSignature
// is that of entities which are not alive. Components that they did not have
// before are to be set after this, and those that they lose are gone.
func (t *Tables) changed(ids []ID, from, to sigID) {
	a, b := t.table(from), t.table(to)
	if a == b {
		return
	}
	start := 0
	if b != noTable {
		into := &t.tables[b]
		start = len(into.owners)
		into.owners = append(growFor(into.owners, len(ids)), ids...)
		for _, column := range into.columns {
			column.extend(b, len(ids))
			if a != noTable && slices.Contains(t.tables[a].columns, column) {
				column.carry(a, ids, b, start)
			}
		}
	}
	if a != noTable {
		t.leave(a, ids)
	}
	n := int(slices.Max(ids)) + 1
	t.in, t.rows = GrowTo(t.in, n), GrowTo(t.rows, n)
	for i, id := range ids {
		t.in[id], t.rows[id] = b, uint32(start+i)
	}
}

// leave takes entities out of a table.
func (t *Tables) leave(n tableNumber, ids []ID) {
	from, moves := &t.tables[n], t.moves[:0]
	for _, id := range ids {
		row, last := t.rows[id], uint32(len(from.owners)-1)
		moved := from.owners[last]
		from.owners[row] = moved
		t.rows[moved] = row
		from.owners = from.owners[:last]
		moves = append(moves, tableMove{row, last})
	}
	for _, column := range from.columns {
		column.fill(n, moves)
	}
	if t.moves = moves; cap(moves) > maxScratch {
		t.moves = nil
	}
}

// A Tabled storage keeps the components of one type in [Tables].
type Tabled[T any] struct {
	Traits[T]
	all    *Tables
	number Component
	values [][]T // by table, as long as its owners; empty where there are none
}

// Tables returns the tables that keep the components.
func (s *Tabled[T]) Tables() *Tables { return s.all }

func (s *Tabled[T]) component() Component { return s.number }
func (s *Tabled[T]) join(c Component)     { s.number = c; s.all.columns = append(s.all.columns, s) }

func (s *Tabled[T]) rows(t tableNumber) (base unsafe.Pointer, n int) {
	if int(t) >= len(s.values) {
		return nil, 0
	}
	return unsafe.Pointer(unsafe.SliceData(s.values[t])), len(s.values[t])
}

func (s *Tabled[T]) extend(t tableNumber, n int) {
	s.values = GrowTo(s.values, int(t)+1)
	s.values[t] = growFor(s.values[t], n)[:len(s.values[t])+n]
}

func (s *Tabled[T]) carry(from tableNumber, ids []ID, to tableNumber, start int) {
	src, dst := s.values[from], s.values[to][start:]
	for i, id := range ids {
		dst[i] = src[s.all.rows[id]]
	}
}

func (s *Tabled[T]) fill(t tableNumber, moves []tableMove) {
	values := s.values[t]
	for _, m := range moves {
		values[m.row] = values[m.last]
	}
	rest := len(values) - len(moves)
	clear(values[rest:]) // a pointer left behind would keep its target alive
	s.values[t] = values[:rest]
}

// At returns the component of an entity that has one.
func (s *Tabled[T]) At(id ID) *T {
	return &s.values[s.all.in[id]][s.all.rows[id]]
}

// Insert is [Storage.Insert]. The world has told the tables before.
func (s *Tabled[T]) Insert(ids []ID, first uint32) {
	for i := 0; i < len(ids); {
		t, row, n := s.all.in[ids[i]], s.all.rows[ids[i]], 1
		for i+n < len(ids) && s.all.in[ids[i+n]] == t && s.all.rows[ids[i+n]] == row+uint32(n) {
			n++
		}
		s.Fill(s.values[t][row:][:n], first+uint32(i))
		i += n
	}
}

// Put is [StorageOf.Put].
func (s *Tabled[T]) Put(id ID, value T) { *s.At(id) = value }

// Delete is [Storage.Delete]: the tables have been told.
func (s *Tabled[T]) Delete([]ID) {}

// Reserve does nothing: it is not known yet in which tables the components will be.
func (s *Tabled[T]) Reserve(int) {}

// Len returns the number of components.
func (s *Tabled[T]) Len() (n int) {
	for _, values := range s.values {
		n += len(values)
	}
	return n
}

// Hash is [Storage.Hash].
func (s *Tabled[T]) Hash(sums []uint64, salt uint64) {
	for t, values := range s.values {
		for i := range values {
			sums[s.all.tables[t].owners[i]] += Mix(s.Traits.Hash(&values[i]) ^ salt)
		}
	}
}

// Owner is [StorageOf.Owner].
func (s *Tabled[T]) Owner(v *T) (ID, bool) {
	for t, values := range s.values {
		if row, ok := IndexOf(values, v); ok {
			return s.all.tables[t].owners[row], true
		}
	}
	return 0, false
}

var errForeign = errors.New("its tables are those of another world: make new ones by NewTables")

// joinTables makes a storage that keeps its components in tables known to them.
func (w *World) joinTables(s joins, c Component) error {
	t := s.Tables()
	if t.sigs != nil {
		return errForeign
	}
	if !slices.Contains(w.tables, t) {
		if len(t.columns) > 0 {
			return errForeign
		}
		w.tables = append(w.tables, t)
	}
	s.join(c)
	return nil
}

// tablesOf returns the tables in which all of these component types are kept,
// and nil if there are none.
func (w *World) tablesOf(cs []Component) (all *Tables) {
	for _, c := range cs {
		s, ok := w.storages[c].(joins)
		if !ok || all != nil && all != s.Tables() {
			return nil
		}
		all = s.Tables()
	}
	return all
}

// changeTables tells the tables of a change, before the storages are told.
func (w *World) changeTables(ids []ID, from, to sigID) {
	for _, t := range w.tables {
		t.changed(ids, from, to)
	}
}
