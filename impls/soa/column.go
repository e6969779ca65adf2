package soa

import (
	"encoding/gob"
	"slices"

	"github.com/ecsbench/ecsbench/impls/seed"
	"github.com/ecsbench/ecsbench/kernel"
)

// A column is one slice of a table. It has room for one more value: loops move pointers behind
// the last one.
type column[T any] struct {
	kernel.Traits[T]
	values  []T
	touched []bool // by row: written to by handle; may be shorter than values
}

// An anyColumn is a column of any type: it is grown, filled and hashed as a whole.
type anyColumn interface {
	reserve(n int)
	append(n int, first uint32)
	truncate()
	forget()
	hash(sums []uint64, c kernel.Component)
	// lookup, touch and changed implement the methods of the world for columns of this type.
	lookup(tables []table, es handles, c kernel.Component) (sum uint64)
	touch(tables []table, es handles, c kernel.Component)
	changed() (visited int, sum uint64)
	save(to *gob.Encoder, pointers bool) error
	load(from *gob.Decoder, rows int, pointers bool) error
}

func (c *column[T]) reserve(n int) { c.values = slices.Grow(c.values, max(0, n-len(c.values))+1) }

// room returns the values with room for two more. Growing by half is less copying
// than append's quarter, and less slack than doubling.
func (c *column[T]) room() []T {
	if len(c.values)+1 < cap(c.values) {
		return c.values
	}
	return slices.Grow(c.values, 8+len(c.values)/2)
}

// append adds n initial values, numbered from first on.
func (c *column[T]) append(n int, first uint32) {
	start := len(c.values)
	c.values = slices.Grow(c.values, n+1)[:start+n]
	c.Fill(c.values[start:], first)
}

// truncate keeps the memory for the next entities.
func (c *column[T]) truncate() {
	c.values = c.values[:0]
	clear(c.touched)
}

// forget clears values, whose pointers would keep their targets alive.
func (c *column[T]) forget() { clear(c.values) }

func (c *column[T]) hash(sums []uint64, id kernel.Component) {
	for i := range c.values {
		sums[i] += kernel.ComponentHash(id, c.Hash(&c.values[i]))
	}
}

// of returns by table the column of a component, nil where there is none.
func (*column[T]) of(tables []table, component kernel.Component) []*column[T] {
	list := make([]*column[T], len(tables))
	for i := range tables {
		list[i], _ = tables[i].column(component).(*column[T])
	}
	return list
}

func (c *column[T]) lookup(tables []table, es handles, component kernel.Component) (sum uint64) {
	values := make([][]T, len(tables))
	for i, of := range c.of(tables, component) {
		if of != nil {
			values[i] = of.values
		}
	}
	for _, e := range es {
		if v := values[e.table]; e.row-1 < uint32(len(v)) {
			sum += kernel.Glance(&v[e.row-1])
		}
	}
	return sum
}

func (c *column[T]) touch(tables []table, es handles, component kernel.Component) {
	columns := c.of(tables, component)
	for _, e := range es {
		if of := columns[e.table]; of != nil && e.row-1 < uint32(len(of.values)) {
			kernel.Touch(&of.values[e.row-1])
			of.touched = seed.GrowTo(of.touched, len(of.values))
			of.touched[e.row-1] = true
		}
	}
}

func (c *column[T]) changed() (visited int, sum uint64) {
	for row, touched := range c.touched {
		if touched {
			c.touched[row] = false
			visited++
			sum += kernel.Glance(&c.values[row])
		}
	}
	return visited, sum
}

// A table holds all entities with one set of components, a slice for each
// component of the set.
type table struct {
	set      []kernel.Component // ascending
	rows     int
	columns  []anyColumn // in the order of set
	pointers []bool      // whether the values of a column have pointers
	known    [kernel.FirstFiller]anyColumn
	pushes   kernel.ID // the kernel with this set, for typed appends of single entities; Idle if there is none
}

// column returns the column of a component, nil if the table has none.
func (t *table) column(c kernel.Component) anyColumn {
	if at, ok := slices.BinarySearch(t.set, c); ok {
		return t.columns[at]
	}
	return nil
}

// rows are some rows of a table.
type rows struct {
	table    *table
	from, to int
}

func newTable(set []kernel.Component, types []kernel.Type) table {
	t := table{set: set, pushes: kernel.Needing(set)}
	for _, c := range set {
		column := newColumnFor[types[c].Shape]()
		t.columns = append(t.columns, column)
		t.pointers = append(t.pointers, types[c].Of().Pointers)
		if c < kernel.FirstFiller {
			t.known[c] = column
		}
	}
	return t
}

func (t *table) reserve(n int) {
	for _, c := range t.columns {
		c.reserve(n)
	}
}

func (t *table) append(n int, first uint32) {
	for _, c := range t.columns {
		c.append(n, first)
	}
	t.rows += n
}

// appendEach adds n rows one after the other.
func (t *table) appendEach(n int, first uint32) {
	if t.pushes != kernel.Idle {
		push(t.pushes, n, first, t)
		t.rows += n
		return
	}
	for i := range n {
		t.append(1, first+uint32(i))
	}
}

func (t *table) truncate() {
	for i, c := range t.columns {
		if t.pointers[i] {
			c.forget()
		}
		c.truncate()
	}
	t.rows = 0
}

// hash returns the sum of the component hashes of each row.
func (t *table) hash() []uint64 {
	sums := make([]uint64, t.rows)
	for i, c := range t.columns {
		c.hash(sums, t.set[i])
	}
	return sums
}
