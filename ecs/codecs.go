package ecs

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A binarySink writes numbers little-endian in their size, and lengths as uvarints.
type binarySink struct {
	data []byte
	tag  uint32 // of the saving world
}

func sizeOfKind(k reflect.Kind) int {
	switch k {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 1
	case reflect.Int16, reflect.Uint16:
		return 2
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 4
	}
	return 8
}

func (s *binarySink) bits(k reflect.Kind, v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	s.data = append(s.data, b[:sizeOfKind(k)]...)
}

func (s *binarySink) text(v string) {
	s.data = append(binary.AppendUvarint(s.data, uint64(len(v))), v...)
}

func (s *binarySink) entity(e Entity) {
	if e.world() != s.tag || e.life() == 0 {
		s.data = append(s.data, 0)
		return
	}
	s.data = binary.AppendUvarint(binary.AppendUvarint(s.data, uint64(e.life())), uint64(e.ID()))
}

func (s *binarySink) none() { s.data = append(s.data, 0) }

func (s *binarySink) begin(what brackets, n int) {
	if what == ofList {
		s.data = binary.AppendUvarint(s.data, uint64(n)+1)
	}
}

func (s *binarySink) item(string)  {}
func (s *binarySink) end(brackets) {}

func (s *binarySink) readable() bool { return false }

func (s *binarySink) keys() *binarySink { return &binarySink{tag: s.tag} }

type binarySource struct{ data []byte }

func (s *binarySource) bits(k reflect.Kind) (uint64, error) {
	n := sizeOfKind(k)
	if len(s.data) < n {
		return 0, errShort
	}
	var b [8]byte
	copy(b[:], s.data[:n])
	s.data = s.data[n:]
	return binary.LittleEndian.Uint64(b[:]), nil
}

func (s *binarySource) uvarint() (uint64, error) {
	v, n := binary.Uvarint(s.data)
	if n <= 0 {
		return 0, errShort
	}
	s.data = s.data[n:]
	return v, nil
}

func (s *binarySource) text() (string, error) {
	n, err := s.uvarint()
	if err != nil || n > uint64(len(s.data)) {
		return "", errShort
	}
	v := string(s.data[:n])
	s.data = s.data[n:]
	return v, nil
}

func (s *binarySource) entity() (ID, uint16, error) {
	life, err := s.uvarint()
	if err != nil || life == 0 {
		return 0, 0, err
	}
	id, err := s.uvarint()
	if life > math.MaxUint16 || id >= uint64(nobody) {
		return 0, 0, errDamaged
	}
	return ID(id), uint16(life), err
}

func (s *binarySource) none() (bool, error) {
	if len(s.data) == 0 {
		return false, errShort
	}
	if s.data[0] != 0 {
		return false, nil
	}
	s.data = s.data[1:]
	return true, nil
}

func (s *binarySource) begin(what brackets) (int, error) {
	if what != ofList {
		return 0, nil
	}
	n, err := s.uvarint()
	if n > math.MaxInt32 || n == 0 {
		return 0, errShort
	}
	return int(n - 1), err
}

func (s *binarySource) item(string, int) error { return nil }
func (s *binarySource) leave()                 {}

// fits limits also lists of items without data.
func (s *binarySource) fits(n int, least uintptr) bool {
	if least == 0 {
		return n <= 1<<16
	}
	return uintptr(n) <= uintptr(len(s.data))/least
}

func (s *binarySource) readable() bool { return false }

// A jsonSink writes structs as objects, lists and arrays as arrays, handles as "e12.3", and what
// JSON has no word for (infinity, bytes that are no UTF-8) in an object.
type jsonSink struct {
	strings.Builder
	tag   uint32
	first bool
}

func (s *jsonSink) write(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the values are numbers, bools, strings, and maps of strings
	}
	s.Write(text)
}

func (s *jsonSink) bits(k reflect.Kind, v uint64) {
	switch k {
	case reflect.Bool:
		s.WriteString(strconv.FormatBool(v != 0))
	case reflect.Int8:
		s.write(int8(v))
	case reflect.Int16:
		s.write(int16(v))
	case reflect.Int32:
		s.write(int32(v))
	case reflect.Int64:
		s.write(int64(v))
	case reflect.Float32:
		s.float(float64(math.Float32frombits(uint32(v))), 32)
	case reflect.Float64:
		s.float(math.Float64frombits(v), 64)
	default:
		s.write(v)
	}
}

func (s *jsonSink) float(v float64, size int) {
	text := strconv.FormatFloat(v, 'g', -1, size)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		text = strconv.Quote(text)
	}
	s.WriteString(text)
}

func (s *jsonSink) text(v string) {
	if utf8.ValidString(v) {
		s.write(v)
		return
	}
	s.write(map[string]string{"base64": base64.StdEncoding.EncodeToString([]byte(v))})
}

func (s *jsonSink) entity(e Entity) {
	if e.world() != s.tag || e.life() == 0 {
		s.WriteString("null")
		return
	}
	fmt.Fprintf(s, `"e%d.%d"`, e.ID(), e.life())
}

func (s *jsonSink) none() { s.WriteString("null") }

func (s *jsonSink) begin(what brackets, _ int) {
	s.WriteByte("{[["[what])
	s.first = true
}

func (s *jsonSink) item(name string) {
	if !s.first {
		s.WriteByte(',')
	}
	s.first = false
	if name != "" {
		s.write(name)
		s.WriteByte(':')
	}
}

func (s *jsonSink) end(what brackets) {
	s.WriteByte("}]]"[what])
	s.first = false
}

func (s *jsonSink) readable() bool { return true }

func (s *jsonSink) keys() *binarySink { return &binarySink{tag: s.tag} }

// A jsonSource walks a tree of JSON values. Fields may be in any order.
type jsonSource struct{ path []any }

func newJSONSource(text []byte) (*jsonSource, error) {
	var root any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&root); err != nil {
		return nil, err
	}
	return &jsonSource{[]any{root}}, nil
}

func (s *jsonSource) top() any { return s.path[len(s.path)-1] }

func (s *jsonSource) bits(k reflect.Kind) (uint64, error) {
	text := ""
	switch v := s.top().(type) {
	case bool:
		if k == reflect.Bool {
			if v {
				return 1, nil
			}
			return 0, nil
		}
	case json.Number:
		text = v.String()
	case string:
		if k == reflect.Float32 || k == reflect.Float64 {
			text = v
		}
	}
	size := 8 * sizeOfKind(k)
	var bits uint64
	var err error
	switch k {
	case reflect.Bool:
		err = strconv.ErrSyntax
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var v int64
		v, err = strconv.ParseInt(text, 10, size)
		bits = uint64(v)
	case reflect.Float32, reflect.Float64:
		var v float64
		v, err = strconv.ParseFloat(text, size)
		if bits = math.Float64bits(v); size == 32 {
			bits = uint64(math.Float32bits(float32(v)))
		}
	default:
		bits, err = strconv.ParseUint(text, 10, size)
	}
	if err != nil {
		return 0, s.want(k.String())
	}
	return bits, nil
}

// want returns the error that a value is of another kind.
func (s *jsonSource) want(what string) error {
	return fmt.Errorf("%.40v: want %s", s.top(), what)
}

func (s *jsonSource) text() (string, error) {
	switch v := s.top().(type) {
	case string:
		return v, nil
	case map[string]any:
		if text, ok := v["base64"].(string); ok {
			data, err := base64.StdEncoding.DecodeString(text)
			return string(data), err
		}
	}
	return "", s.want("a string")
}

func (s *jsonSource) entity() (id ID, life uint16, err error) {
	if s.top() == nil {
		return 0, 0, nil
	}
	text, _ := s.top().(string)
	first, second, _ := strings.Cut(strings.TrimPrefix(text, "e"), ".")
	i, err := strconv.ParseUint(first, 10, 32)
	l, err2 := strconv.ParseUint(second, 10, 16)
	if err != nil || err2 != nil || l == 0 || ID(i) == nobody {
		return 0, 0, s.want(`the handle of an entity, as "e12.3"`)
	}
	return ID(i), uint16(l), nil
}

func (s *jsonSource) none() (bool, error) { return s.top() == nil, nil }

func (s *jsonSource) begin(what brackets) (int, error) {
	switch v := s.top().(type) {
	case map[string]any:
		if what == ofStruct {
			return 0, nil
		}
	case []any:
		if what != ofStruct {
			return len(v), nil
		}
	}
	return 0, s.want([]string{"an object", "an array", "an array"}[what])
}

func (s *jsonSource) item(name string, number int) error {
	switch v := s.top().(type) {
	case map[string]any:
		if value, ok := v[name]; ok {
			s.path = append(s.path, value)
			return nil
		}
		return fmt.Errorf("field %s is missing", name)
	case []any:
		if number < len(v) {
			s.path = append(s.path, v[number])
			return nil
		}
	}
	return fmt.Errorf("item %d is missing", number)
}

func (s *jsonSource) leave() { s.path = s.path[:len(s.path)-1] }

func (s *jsonSource) fits(int, uintptr) bool { return true } // the values are in memory

func (s *jsonSource) readable() bool { return true }
