package export

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"time"

	"golang.org/x/sync/errgroup"
)

// GroupRows is how many rows are in memory at once, and at most in a row group.
// Sorted by series, they take a twentieth of the room. Who has little memory sets it to
// fewer before anything is written.
var GroupRows = 1 << 19

// Parquet writes the rows of files as one Parquet file. Within a row group the
// values of a series stand together.
//
// What is the same for a whole series is encoded by dictionary and run length. What
// differs from value to value is compressed by gzip. The format is described at
// github.com/apache/parquet-format.
func Parquet(w io.Writer, paths []string, warn func(error)) error {
	return writeParquet(w, paths, warn, func(*Series) bool { return true })
}

func writeParquet(w io.Writer, paths []string, warn func(error), want func(*Series) bool) error {
	out := &parquetWriter{w: w}
	out.write([]byte(parquetMagic))
	var writers errgroup.Group // one row group is encoded while the next is read
	g := newGroup()
	err := Each(paths, warn, func(s *Series, v *Value) error {
		if !want(s) {
			return nil
		}
		if g.add(s, v); g.rows < GroupRows {
			return nil
		}
		if err := writers.Wait(); err != nil {
			return err
		}
		full := g
		g = newGroup()
		writers.Go(func() error { return out.group(full) })
		return nil
	})
	if last := writers.Wait(); err == nil {
		err = last
	}
	if err == nil && g.rows > 0 {
		err = out.group(g)
	}
	if err == nil {
		err = out.close()
	}
	if err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// A group is the rows of a row group, by series.
type group struct {
	rows   int
	series map[*Series][]Value
	order  []*Series
}

func newGroup() *group { return &group{series: make(map[*Series][]Value)} }

// add takes a value, or nil for a row without one.
func (g *group) add(s *Series, v *Value) {
	values, ok := g.series[s]
	if !ok {
		g.order = append(g.order, s)
	}
	if v != nil {
		values = append(values, *v)
	}
	g.series[s] = values
	g.rows++
}

const parquetMagic = "PAR1"

// Numbers of the format.
const (
	typeBoolean, typeInt64, typeDouble, typeByteArray = 0, 2, 5, 6
	encodingPlain, encodingRLE, encodingDictionary    = 0, 3, 8
	codecNone, codecGzip                              = 0, 2
	pageData, pageDictionary                          = 0, 2
)

// parquetType is the physical type of a kind of column.
var parquetType = map[kind]int{text: typeByteArray, whole: typeInt64, number: typeDouble, moment: typeInt64, truth: typeBoolean}

// required reports whether every row has a value in the column.
func (c Column) required() bool { return c.kind == text || c.kind == truth }

// A parquetWriter writes a file, and keeps what its footer will hold.
type parquetWriter struct {
	w      io.Writer
	err    error
	at     int64 // bytes written
	groups []parquetGroup
}

type parquetGroup struct {
	rows   int
	chunks []chunk
}

// A chunk is a column of a row group, in the file.
type chunk struct {
	dictionary, data         int64 // offsets of pages; 0 for no dictionary
	codec                    int
	encodings                []int
	uncompressed, compressed int64
}

func (p *parquetWriter) write(text []byte) {
	if p.err == nil {
		var n int
		n, p.err = p.w.Write(text)
		p.at += int64(n)
	}
}

// group writes the rows of a group, column by column.
func (p *parquetWriter) group(g *group) error {
	written := parquetGroup{rows: g.rows}
	for _, c := range Columns {
		levels, values := runs{width: 1}, cells{}
		indexes, dictionary, known := runs{}, cells{}, map[string]int{}
		for _, s := range g.order {
			list := g.series[s]
			n := max(1, len(list))
			if c.of == nil {
				levels.add(min(1, len(list)), n)
				for _, v := range list {
					values.add(v.field(c.Name))
				}
				continue
			}
			v := c.of(s)
			if v == nil && !c.required() {
				levels.add(0, n)
				continue
			}
			levels.add(1, n)
			if c.kind == truth {
				for range n {
					values.add(v)
				}
				continue
			}
			before := len(dictionary.text)
			dictionary.add(v)
			one := string(dictionary.text[before:])
			at, ok := known[one]
			if ok {
				dictionary.text = dictionary.text[:before]
				dictionary.n--
			} else {
				at = len(known)
				known[one] = at
			}
			indexes.add(at, n)
		}
		written.chunks = append(written.chunks, p.chunk(c, g.rows, levels, values, indexes, dictionary))
	}
	p.groups = append(p.groups, written)
	return p.err
}

// chunk writes the pages of a column: its values, or their dictionary and indexes.
func (p *parquetWriter) chunk(c Column, rows int, levels runs, values cells, indexes runs, dictionary cells) (k chunk) {
	k.encodings = []int{encodingRLE, encodingPlain}
	var page []byte
	if !c.required() {
		encoded := levels.encode()
		page = append(binary.LittleEndian.AppendUint32(page, uint32(len(encoded))), encoded...)
	}
	encoding := encodingPlain
	switch {
	case c.of == nil:
		k.codec = codecGzip
		page = append(page, values.text...)
	case c.kind == truth:
		page = append(page, values.text...)
	case dictionary.n == 0: // nothing is known
	default:
		encoding, k.encodings = encodingDictionary, append(k.encodings, encodingDictionary)
		k.dictionary = p.at
		p.page(&k, pageDictionary, dictionary.n, encodingPlain, dictionary.text)
		indexes.width = bits.Len(uint(max(1, dictionary.n-1)))
		page = append(append(page, byte(indexes.width)), indexes.encode()...)
	}
	k.data = p.at
	p.page(&k, pageData, rows, encoding, page)
	return k
}

// page writes a page and its header.
func (p *parquetWriter) page(k *chunk, kind, n, encoding int, content []byte) {
	packed := content
	if k.codec == codecGzip {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(content) // a buffer takes everything
		_ = z.Close()
		packed = b.Bytes()
	}
	var t thrift
	t.element(func() {
		t.i32(1, kind)
		t.i32(2, len(content))
		t.i32(3, len(packed))
		if kind == pageDictionary {
			t.structure(7, func() { t.i32(1, n); t.i32(2, encoding) })
			return
		}
		t.structure(5, func() { t.i32(1, n); t.i32(2, encoding); t.i32(3, encodingRLE); t.i32(4, encodingRLE) })
	})
	k.uncompressed += int64(len(t.text) + len(content))
	k.compressed += int64(len(t.text) + len(packed))
	p.write(t.text)
	p.write(packed)
}

// close writes the footer.
func (p *parquetWriter) close() error {
	var t thrift
	t.element(func() {
		t.i32(1, 1) // version
		t.list(2, 1+len(Columns), thriftStruct)
		t.element(func() { t.string(4, "samples"); t.i32(5, len(Columns)) })
		for _, c := range Columns {
			t.element(func() { c.schema(&t) })
		}
		rows := int64(0)
		for _, g := range p.groups {
			rows += int64(g.rows)
		}
		t.i64(3, rows)
		t.list(4, len(p.groups), thriftStruct)
		for _, g := range p.groups {
			t.element(func() { g.footer(&t) })
		}
		t.string(6, "ecsbench")
	})
	p.write(binary.LittleEndian.AppendUint32(t.text, uint32(len(t.text))))
	p.write([]byte(parquetMagic))
	return p.err
}

// schema writes the element of a column in the schema.
func (c Column) schema(t *thrift) {
	repetition := map[bool]int{true: 0, false: 1}[c.required()]
	t.i32(1, parquetType[c.kind])
	t.i32(3, repetition)
	t.string(4, c.Name)
	const utf8, timestampMillis = 0, 9
	switch c.kind {
	case text:
		t.i32(6, utf8)
		t.structure(10, func() { t.structure(1, func() {}) })
	case moment:
		t.i32(6, timestampMillis)
		t.structure(10, func() {
			t.structure(8, func() {
				t.field(1, thriftTrue) // in UTC
				t.structure(2, func() { t.structure(1, func() {}) })
			})
		})
	}
}

// footer writes what the footer holds of a row group.
func (g parquetGroup) footer(t *thrift) {
	total := int64(0)
	t.list(1, len(g.chunks), thriftStruct)
	for i, k := range g.chunks {
		total += k.uncompressed
		t.element(func() {
			t.i64(2, max(k.dictionary, 0))
			t.structure(3, func() {
				t.i32(1, parquetType[Columns[i].kind])
				t.list(2, len(k.encodings), thriftI32)
				for _, e := range k.encodings {
					t.text = binary.AppendVarint(t.text, int64(e))
				}
				t.list(3, 1, thriftBinary)
				t.binary(Columns[i].Name)
				t.i32(4, k.codec)
				t.i64(5, int64(g.rows))
				t.i64(6, k.uncompressed)
				t.i64(7, k.compressed)
				t.i64(9, k.data)
				if k.dictionary > 0 {
					t.i64(11, k.dictionary)
				}
			})
		})
	}
	t.i64(2, total)
	t.i64(3, int64(g.rows))
}

// Cells are values one after the other, in the plain encoding.
type cells struct {
	text []byte
	n    int
}

func (c *cells) add(v any) {
	switch v := v.(type) {
	case string:
		c.text = append(binary.LittleEndian.AppendUint32(c.text, uint32(len(v))), v...)
	case int64:
		c.text = binary.LittleEndian.AppendUint64(c.text, uint64(v))
	case float64:
		c.text = binary.LittleEndian.AppendUint64(c.text, math.Float64bits(v))
	case time.Time:
		c.text = binary.LittleEndian.AppendUint64(c.text, uint64(v.UnixMilli()))
	case bool:
		if c.n%8 == 0 {
			c.text = append(c.text, 0)
		}
		if v {
			c.text[c.n/8] |= 1 << (c.n % 8)
		}
	case nil: // a text that is not known
		c.text = binary.LittleEndian.AppendUint32(c.text, 0)
	}
	c.n++
}

// Runs are numbers of so many bits, encoded by run length.
type runs struct {
	width          int
	values, counts []int
}

func (r *runs) add(value, count int) {
	if last := len(r.values) - 1; last >= 0 && r.values[last] == value {
		r.counts[last] += count
		return
	}
	r.values, r.counts = append(r.values, value), append(r.counts, count)
}

func (r *runs) encode() (text []byte) {
	for i, value := range r.values {
		text = binary.AppendUvarint(text, uint64(r.counts[i])<<1)
		for shift := 0; shift < r.width; shift += 8 {
			text = append(text, byte(value>>shift))
		}
	}
	return text
}
