package soa

import (
	"encoding/gob"
	"fmt"
	"io"
	"slices"
	"unsafe"
)

// Save is impls.Saver: it writes the rows and columns of each table. Columns without pointers
// are raw bytes.
func (w *world) Save(out io.Writer) error {
	to := gob.NewEncoder(out)
	for i := range w.tables {
		t := &w.tables[i]
		if err := to.Encode(t.rows); err != nil {
			return fmt.Errorf("saving a table of %d rows: %w", t.rows, err)
		}
		for c, column := range t.columns {
			if err := column.save(to, t.pointers[c]); err != nil {
				return fmt.Errorf("saving a column of %d rows: %w", t.rows, err)
			}
		}
	}
	return nil
}

// Load is impls.Saver.
func (w *world) Load(in io.Reader) error {
	if w.live > 0 {
		return fmt.Errorf("loading a world: there are %d entities already; load into an empty one", w.live)
	}
	from := gob.NewDecoder(in)
	for i := range w.tables {
		t := &w.tables[i]
		if err := from.Decode(&t.rows); err != nil {
			return fmt.Errorf("loading a table: %w", err)
		}
		for c, column := range t.columns {
			if err := column.load(from, t.rows, t.pointers[c]); err != nil {
				return fmt.Errorf("loading a column of %d rows: %w", t.rows, err)
			}
		}
		w.live += t.rows
	}
	return nil
}

func (c *column[T]) save(to *gob.Encoder, pointers bool) error {
	switch bytes := c.bytes(); {
	case pointers:
		return to.Encode(c.values)
	case len(bytes) > 0:
		return to.Encode(bytes)
	}
	return nil
}

func (c *column[T]) load(from *gob.Decoder, rows int, pointers bool) error {
	if !pointers {
		c.values = slices.Grow(c.values[:0], rows+1)[:rows]
		if bytes := c.bytes(); len(bytes) > 0 {
			return decode(from, bytes)
		}
		return nil
	}
	if err := from.Decode(&c.values); err != nil {
		return err
	}
	if len(c.values) != rows {
		return fmt.Errorf("%d values instead of %d", len(c.values), rows)
	}
	c.values = slices.Grow(c.values, 1)
	return nil
}

// decode reads raw bytes into the memory of a column.
func decode(from *gob.Decoder, column []byte) error {
	read := column
	if err := from.Decode(&read); err != nil {
		return err
	}
	if len(read) != len(column) {
		return fmt.Errorf("%d bytes of a column instead of %d", len(read), len(column))
	}
	copy(column, read) // no copy if the decoder used this memory
	return nil
}

// bytes returns the memory of the values.
func (c *column[T]) bytes() []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(c.values))), len(c.values)*int(unsafe.Sizeof(zero)))
}
