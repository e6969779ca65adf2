package export

import "encoding/binary"

// A thrift is a message in the compact protocol of Apache Thrift, which Parquet writes
// its headers in (github.com/apache/thrift, doc/specs/thrift-compact-protocol.md).
type thrift struct {
	text []byte
	last int // field of the struct that is being written
}

// The types of fields.
const (
	thriftTrue   = 1
	thriftI32    = 5
	thriftI64    = 6
	thriftBinary = 8
	thriftList   = 9
	thriftStruct = 12
)

func (t *thrift) field(id int, kind byte) {
	t.text = append(t.text, byte(id-t.last)<<4|kind) // no gap is wider than 15
	t.last = id
}

func (t *thrift) i32(id, v int) {
	t.field(id, thriftI32)
	t.text = binary.AppendVarint(t.text, int64(v))
}

func (t *thrift) i64(id int, v int64) {
	t.field(id, thriftI64)
	t.text = binary.AppendVarint(t.text, v)
}

func (t *thrift) string(id int, s string) {
	t.field(id, thriftBinary)
	t.binary(s)
}

func (t *thrift) binary(s string) {
	t.text = append(binary.AppendUvarint(t.text, uint64(len(s))), s...)
}

// structure writes a struct as a field.
func (t *thrift) structure(id int, fields func()) {
	t.field(id, thriftStruct)
	t.element(fields)
}

// element writes a struct in a list, or as the whole message.
func (t *thrift) element(fields func()) {
	outer := t.last
	t.last = 0
	fields()
	t.text = append(t.text, 0)
	t.last = outer
}

// list begins a list of n elements, which follow.
func (t *thrift) list(id, n int, kind byte) {
	t.field(id, thriftList)
	if n < 15 {
		t.text = append(t.text, byte(n)<<4|kind)
		return
	}
	t.text = binary.AppendUvarint(append(t.text, 0xf0|kind), uint64(n))
}
