package archetype

import (
	"encoding/gob"
	"fmt"
	"io"
	"unsafe"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// What is saved: the IDs, and table by table the columns, chunk by chunk. Chunks
// without pointers are written as the bytes that they are.
type (
	savedWorld struct {
		Next, Free uint32
		Live       int
		Pages      []savedPage
		Tables     []savedTable
	}
	savedPage struct {
		Start        Entity
		Table, First uint32
		Used         uint16
		Places       []uint32 // table, row and generation of each; none while they are in order
	}
	savedTable struct {
		Set    []kernel.Component
		Rows   uint32
		Owners []uint32
	}
)

// Save is impls.Saver.
func (w *World) Save(out io.Writer) error {
	s := savedWorld{Next: w.next, Free: w.free, Live: w.live}
	for _, p := range w.pages {
		saved := savedPage{Start: p.start, Table: p.table, First: p.first, Used: p.used}
		for _, one := range p.all() {
			saved.Places = append(saved.Places, one.table, one.row, one.generation)
		}
		s.Pages = append(s.Pages, saved)
	}
	for _, t := range w.tables {
		saved := savedTable{Set: t.set, Rows: t.rows}
		for row := range t.rows {
			saved.Owners = append(saved.Owners, t.owner(row))
		}
		s.Tables = append(s.Tables, saved)
	}
	encoder := gob.NewEncoder(out)
	if err := encoder.Encode(s); err != nil {
		return fmt.Errorf("saving the entities of a world: %w", err)
	}
	return w.eachChunk(func(c *column, values unsafe.Pointer, n int) error {
		if c.pointers {
			return c.encode(encoder, values, n)
		}
		return encoder.Encode(unsafe.Slice((*byte)(values), n*int(c.size)))
	})
}

// Load is impls.Saver.
func (w *World) Load(in io.Reader) error {
	if w.live > 0 {
		return fmt.Errorf("loading a world: there are %d entities already; load into an empty one", w.live)
	}
	decoder := gob.NewDecoder(in)
	var s savedWorld
	if err := decoder.Decode(&s); err != nil {
		return fmt.Errorf("loading the entities of a world: %w", err)
	}
	w.next, w.free, w.live = s.Next, s.Free, s.Live
	w.pages = w.pages[:0]
	for _, saved := range s.Pages {
		p := page{start: saved.Start, table: saved.Table, first: saved.First, used: saved.Used}
		if n := len(saved.Places) / 3; n > 0 {
			p.places, p.written = new([pageSize]place), uint16(n)
			for i := range p.all() {
				p.places[i] = place{saved.Places[3*i], saved.Places[3*i+1], saved.Places[3*i+2]}
			}
		}
		w.pages = append(w.pages, p)
	}
	for i, saved := range s.Tables {
		t := w.table(saved.Set)
		if int(t.number) != i {
			return fmt.Errorf("loading a world: its sets of components come in another order; load into a world that has never had an entity")
		}
		t.grow(int(saved.Rows))
		for row, id := range saved.Owners {
			t.own(uint32(row), id)
		}
		t.rows = saved.Rows
	}
	return w.eachChunk(func(c *column, values unsafe.Pointer, n int) error {
		if c.pointers {
			return c.decode(decoder, values, n)
		}
		return impls.DecodeBytes(decoder, unsafe.Slice((*byte)(values), n*int(c.size)))
	})
}

// eachChunk goes through the rows in use, column by column.
func (w *World) eachChunk(do func(c *column, values unsafe.Pointer, n int) error) error {
	for _, t := range w.tables {
		for r := range t.chunks(0, t.rows) {
			for i := range t.columns {
				c := &t.columns[i]
				if c.size == 0 {
					continue
				}
				if err := do(c, c.chunks[r.chunk], int(r.to)); err != nil {
					return fmt.Errorf("a column of %d rows: %w", t.rows, err)
				}
			}
		}
	}
	return nil
}
