package ecs

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// Saved values are self-describing: a file has the shapes of its types, and values are decoded
// in the order of the saved shape. Encoders and decoders are compiled once for each type, and
// work on any sink and source: binary data or JSON.

// A shape is the saved description of a type. Shapes name each other by index.
type shape struct {
	Kind   string       `json:"kind"` // int32, struct, list, ...
	Len    int          `json:"len"`  // of an array
	Key    int          `json:"key"`  // of a map
	Elem   int          `json:"elem"`
	Fields []shapeField `json:"fields"`
}

type shapeField struct {
	Name  string `json:"name"`
	Shape int    `json:"shape"`
}

// A sink takes values.
type sink interface {
	bits(k reflect.Kind, v uint64) // of numbers and bools
	text(s string)
	entity(e Entity)
	none() // a nil pointer, slice or map
	begin(what brackets, n int)
	item(name string) // comes before each item; structs have names
	end(what brackets)
	readable() bool    // whether people read the result
	keys() *binarySink // for the order of keys
}

// A source gives values.
type source interface {
	bits(k reflect.Kind) (uint64, error)
	text() (string, error)
	entity() (ID, uint16, error)        // NoEntity has the life 0
	none() (bool, error)                // skips a nil pointer, slice or map
	begin(what brackets) (int, error)   // the number of items of lists
	item(name string, number int) error // goes to an item
	leave()                             // leaves the item
	fits(n int, least uintptr) bool     // whether there is data for n items
	readable() bool
}

type brackets uint8

const (
	ofStruct brackets = iota
	ofArray
	ofList // with its number of items
)

// deepest limits pointers, slices and maps within each other. A cycle of pointers is deeper.
const deepest = 1000

var errDeep = fmt.Errorf("more than %d pointers, slices or maps are within each other, perhaps a cycle: use handles of entities instead of pointers", deepest)

type (
	encode func(to sink, value unsafe.Pointer, depth int) error
	decode func(from *reading, value unsafe.Pointer, depth int) error
)

// A reading is a source and the handles of the loading world.
type reading struct {
	source
	handle func(id ID, life uint16) Entity
}

// A schema has the shapes of types, and their encoders.
type schema struct {
	shapes []shape
	known  map[reflect.Type]*encoded
}

type encoded struct {
	shape  int
	encode encode
}

// add returns the shape of a type.
func (s *schema) add(t reflect.Type) (*encoded, error) {
	if known := s.known[t]; known != nil {
		return known, nil
	}
	e := &encoded{shape: len(s.shapes)}
	s.shapes = append(s.shapes, shape{})
	s.known[t] = e
	made, encode, err := s.build(t)
	if err != nil {
		return nil, err
	}
	s.shapes[e.shape], e.encode = made, encode
	return e, nil
}

func (s *schema) build(t reflect.Type) (made shape, _ encode, err error) {
	made.Kind = kindOf(t)
	switch made.Kind {
	case "":
		return made, nil, fmt.Errorf("it is a %v, which cannot be saved: tag the field `ecs:\"-\"`, or give its type MarshalBinary and UnmarshalBinary", t)
	case "entity":
		return made, func(to sink, p unsafe.Pointer, _ int) error { to.entity(*(*Entity)(p)); return nil }, nil
	case "own":
		return made, encodeOwn(t), nil
	case "string":
		return made, func(to sink, p unsafe.Pointer, _ int) error { to.text(*(*string)(p)); return nil }, nil
	case "bytes":
		return made, encodeBytes, nil
	case "struct":
		return s.buildStruct(t)
	case "array", "list", "pointer", "map":
		elem, err := s.add(t.Elem())
		if err != nil {
			return made, nil, err
		}
		made.Elem = elem.shape
		switch made.Kind {
		case "array":
			made.Len = t.Len()
			return made, encodeArray(t, elem), nil
		case "list":
			return made, encodeList(t, elem), nil
		case "pointer":
			return made, encodePointer(elem), nil
		}
		key, err := s.add(t.Key())
		if err != nil {
			return made, nil, fmt.Errorf("its key: %w", err)
		}
		made.Key = key.shape
		return made, encodeMap(t, key, elem), nil
	}
	k := t.Kind()
	return made, func(to sink, p unsafe.Pointer, _ int) error { encodeNumber(to, k, p); return nil }, nil
}

// kindOf names the kind of a type in shapes, "" if it cannot be saved.
func kindOf(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[Entity]():
		return "entity"
	case encodesItself(t):
		return "own"
	}
	switch k := t.Kind(); k {
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Invalid:
		return ""
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 && !encodesItself(t.Elem()) {
			return "bytes"
		}
		return "list"
	case reflect.Pointer:
		return "pointer"
	default:
		return k.String()
	}
}

// encodesItself reports whether a type has its own encoding, as time.Time has. A method of an
// embedded field would lose the other fields.
func encodesItself(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return false
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if f := t.Field(i); f.Anonymous && (hasCodec(f.Type) || hasCodec(reflect.PointerTo(f.Type))) {
				return false
			}
		}
	}
	return hasCodec(reflect.PointerTo(t))
}

func hasCodec(t reflect.Type) bool {
	return binaryCodec(t) || textCodec(t)
}

func binaryCodec(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[encoding.BinaryMarshaler]()) && t.Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
}

func textCodec(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && t.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// asText reports whether a type with its own encoding uses text.
func asText(t reflect.Type, readable bool) bool {
	p := reflect.PointerTo(t)
	return textCodec(p) && (readable || !binaryCodec(p))
}

func encodeOwn(t reflect.Type) encode {
	return func(to sink, p unsafe.Pointer, _ int) (err error) {
		v, data := reflect.NewAt(t, p).Interface(), []byte(nil)
		if asText(t, to.readable()) {
			data, err = v.(encoding.TextMarshaler).MarshalText()
		} else {
			data, err = v.(encoding.BinaryMarshaler).MarshalBinary()
		}
		to.text(string(data))
		return err
	}
}

func encodeBytes(to sink, p unsafe.Pointer, _ int) error {
	if b := *(*[]byte)(p); b == nil {
		to.none()
	} else {
		to.begin(ofList, 1) // as a list of one text, since nil differs from empty
		to.item("")
		to.text(unsafe.String(unsafe.SliceData(b), len(b)))
		to.end(ofList)
	}
	return nil
}

// saved lists the fields of a struct that are saved: also unexported ones.
func saved(t reflect.Type) (list []reflect.StructField) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Name != "_" && f.Tag.Get("ecs") != "-" {
			list = append(list, f)
		}
	}
	return list
}

func (s *schema) buildStruct(t reflect.Type) (made shape, _ encode, err error) {
	made.Kind = "struct"
	var encoders []*encoded
	fields := saved(t)
	for _, f := range fields {
		e, err := s.add(f.Type)
		if err != nil {
			return made, nil, fmt.Errorf("field %s of %v: %w", f.Name, typeName(t), err)
		}
		made.Fields = append(made.Fields, shapeField{f.Name, e.shape})
		encoders = append(encoders, e)
	}
	return made, func(to sink, p unsafe.Pointer, depth int) error {
		to.begin(ofStruct, 0)
		for i, e := range encoders {
			to.item(fields[i].Name)
			if err := e.encode(to, unsafe.Add(p, fields[i].Offset), depth); err != nil {
				return fmt.Errorf("field %s: %w", fields[i].Name, err)
			}
		}
		to.end(ofStruct)
		return nil
	}, nil
}

func encodeItems(to sink, what brackets, first unsafe.Pointer, n int, t reflect.Type, elem *encoded, depth int) error {
	to.begin(what, n)
	for i := range n {
		to.item("")
		if err := elem.encode(to, unsafe.Add(first, uintptr(i)*t.Elem().Size()), depth); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	to.end(what)
	return nil
}

func encodeArray(t reflect.Type, elem *encoded) encode {
	return func(to sink, p unsafe.Pointer, depth int) error {
		return encodeItems(to, ofArray, p, t.Len(), t, elem, depth)
	}
}

func encodeList(t reflect.Type, elem *encoded) encode {
	return func(to sink, p unsafe.Pointer, depth int) error {
		v := reflect.NewAt(t, p).Elem()
		switch {
		case depth > deepest:
			return errDeep
		case v.IsNil():
			to.none()
			return nil
		}
		return encodeItems(to, ofList, v.UnsafePointer(), v.Len(), t, elem, depth+1)
	}
}

func encodePointer(elem *encoded) encode {
	return func(to sink, p unsafe.Pointer, depth int) error {
		target := *(*unsafe.Pointer)(p)
		switch {
		case depth > deepest:
			return errDeep
		case target == nil:
			to.none()
			return nil
		}
		to.begin(ofList, 1)
		to.item("")
		if err := elem.encode(to, target, depth+1); err != nil {
			return err
		}
		to.end(ofList)
		return nil
	}
}

// encodeMap writes pairs in the order of the encoded keys, so that equal worlds are equal files.
func encodeMap(t reflect.Type, key, elem *encoded) encode {
	type pair struct {
		order      string
		key, value reflect.Value
	}
	return func(to sink, p unsafe.Pointer, depth int) error {
		m := reflect.NewAt(t, p).Elem()
		switch {
		case depth > deepest:
			return errDeep
		case m.IsNil():
			to.none()
			return nil
		}
		var pairs []pair
		for all := m.MapRange(); all.Next(); {
			k, v := reflect.New(t.Key()), reflect.New(t.Elem())
			k.Elem().Set(all.Key())
			v.Elem().Set(all.Value())
			order := to.keys()
			if err := key.encode(order, k.UnsafePointer(), depth+1); err != nil {
				return err
			}
			pairs = append(pairs, pair{string(order.data), k, v})
		}
		slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.order, b.order) })
		to.begin(ofList, len(pairs))
		for _, p := range pairs {
			to.item("")
			to.begin(ofArray, 2)
			to.item("")
			if err := key.encode(to, p.key.UnsafePointer(), depth+1); err != nil {
				return err
			}
			to.item("")
			if err := elem.encode(to, p.value.UnsafePointer(), depth+1); err != nil {
				return err
			}
			to.end(ofArray)
		}
		to.end(ofList)
		return nil
	}
}

func encodeNumber(to sink, k reflect.Kind, p unsafe.Pointer) {
	switch k {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		to.bits(k, uint64(*(*uint8)(p)))
	case reflect.Int16, reflect.Uint16:
		to.bits(k, uint64(*(*uint16)(p)))
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		to.bits(k, uint64(*(*uint32)(p)))
	case reflect.Int:
		to.bits(reflect.Int64, uint64(*(*int)(p)))
	case reflect.Uint:
		to.bits(reflect.Uint64, uint64(*(*uint)(p)))
	case reflect.Uintptr:
		to.bits(reflect.Uint64, uint64(*(*uintptr)(p)))
	case reflect.Complex64, reflect.Complex128:
		part, size := reflect.Float32, uintptr(4)
		if k == reflect.Complex128 {
			part, size = reflect.Float64, 8
		}
		to.begin(ofArray, 2)
		to.item("")
		encodeNumber(to, part, p)
		to.item("")
		encodeNumber(to, part, unsafe.Add(p, size))
		to.end(ofArray)
	default:
		to.bits(k, *(*uint64)(p))
	}
}

// A plan of decoding has the decoders for pairs of a saved shape and a type.
type decoding struct {
	shapes []shape
	known  map[shapeOf]*decoded
}

type shapeOf struct {
	shape int
	t     reflect.Type
}

type decoded struct {
	decode decode
	least  uintptr // bytes of binary data
	open   bool    // under construction
}

// add compiles the decoder of a saved shape for a type. The error names the field that differs.
func (d *decoding) add(number int, t reflect.Type) (*decoded, error) {
	if known := d.known[shapeOf{number, t}]; known != nil {
		return known, nil
	}
	if number < 0 || number >= len(d.shapes) {
		return nil, errDamaged
	}
	s := &d.shapes[number]
	if kind := kindOf(t); kind != s.Kind {
		if kind == "" {
			kind = "type that cannot be saved"
		}
		return nil, fmt.Errorf("it was saved as %s, and is %s (%v) now", s.Kind, kind, t)
	}
	made := &decoded{open: true}
	d.known[shapeOf{number, t}] = made
	err := d.build(made, s, t)
	if err != nil {
		delete(d.known, shapeOf{number, t})
		return nil, err
	}
	made.open = false
	return made, nil
}

func (d *decoding) build(made *decoded, s *shape, t reflect.Type) error {
	made.least = 1
	switch s.Kind {
	case "entity":
		made.decode = func(from *reading, p unsafe.Pointer, _ int) error {
			id, life, err := from.entity()
			*(*Entity)(p) = from.handle(id, life)
			return err
		}
	case "own":
		made.decode = decodeOwn(t)
	case "string":
		made.decode = func(from *reading, p unsafe.Pointer, _ int) (err error) {
			*(*string)(p), err = from.text()
			return err
		}
	case "bytes":
		made.decode = decodeBytes
	case "struct":
		return d.buildStruct(made, s, t)
	case "array", "list", "pointer", "map":
		elem, err := d.add(s.Elem, t.Elem())
		if err != nil {
			return err
		}
		switch s.Kind {
		case "array":
			if s.Len != t.Len() {
				return fmt.Errorf("it was saved with %d items, and has %d now", s.Len, t.Len())
			}
			if elem.open {
				return errDamaged
			}
			made.least = elem.least * uintptr(s.Len)
			made.decode = func(from *reading, p unsafe.Pointer, depth int) error {
				if _, err := from.begin(ofArray); err != nil {
					return err
				}
				return decodeItems(from, p, t, elem, t.Len(), depth)
			}
		case "list":
			made.decode = decodeList(t, elem)
		case "pointer":
			made.decode = decodePointer(t, elem)
		case "map":
			key, err := d.add(s.Key, t.Key())
			if err != nil {
				return fmt.Errorf("its key: %w", err)
			}
			made.decode = decodeMap(t, key, elem)
		}
	default:
		k := t.Kind()
		made.least = t.Size()
		if k == reflect.Int || k == reflect.Uint || k == reflect.Uintptr {
			made.least = 8
		}
		made.decode = func(from *reading, p unsafe.Pointer, _ int) error { return decodeNumber(from, k, p) }
	}
	return nil
}

func (d *decoding) buildStruct(made *decoded, s *shape, t reflect.Type) error {
	made.least = 0
	now := saved(t)
	var decoders []*decoded
	var fields []reflect.StructField
	for _, f := range s.Fields {
		at := slices.IndexFunc(now, func(n reflect.StructField) bool { return n.Name == f.Name })
		if at < 0 {
			if slices.ContainsFunc(fields, func(n reflect.StructField) bool { return n.Name == f.Name }) {
				return errDamaged // it is there twice
			}
			return fmt.Errorf("field %s of %v was saved, and is missing now", f.Name, typeName(t))
		}
		e, err := d.add(f.Shape, now[at].Type)
		if err != nil {
			return fmt.Errorf("field %s of %v: %w", f.Name, typeName(t), err)
		}
		made.least += e.least
		decoders, fields = append(decoders, e), append(fields, now[at])
		now = slices.Delete(now, at, at+1)
	}
	if len(now) > 0 {
		return fmt.Errorf("field %s of %v is new: it was not saved", now[0].Name, typeName(t))
	}
	made.decode = func(from *reading, p unsafe.Pointer, depth int) error {
		if _, err := from.begin(ofStruct); err != nil {
			return err
		}
		for i, e := range decoders {
			if err := from.item(fields[i].Name, i); err != nil {
				return err
			}
			if err := e.decode(from, unsafe.Add(p, fields[i].Offset), depth); err != nil {
				return fmt.Errorf("field %s: %w", fields[i].Name, err)
			}
			from.leave()
		}
		return nil
	}
	return nil
}

func decodeItems(from *reading, first unsafe.Pointer, t reflect.Type, elem *decoded, n, depth int) error {
	for i := range n {
		if err := from.item("", i); err != nil {
			return err
		}
		if err := elem.decode(from, unsafe.Add(first, uintptr(i)*t.Elem().Size()), depth); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
		from.leave()
	}
	return nil
}

var errShort = errors.New("the data is damaged or cut off: it ends early")

// enter begins a list, and checks its length before memory is allocated.
func enter(from *reading, least uintptr, depth int) (n int, none bool, err error) {
	if depth > deepest {
		return 0, false, errDeep
	}
	if none, err = from.none(); none || err != nil {
		return 0, none, err
	}
	n, err = from.begin(ofList)
	if err == nil && (n < 0 || !from.fits(n, least)) {
		err = errShort
	}
	return n, false, err
}

func decodeList(t reflect.Type, elem *decoded) decode {
	return func(from *reading, p unsafe.Pointer, depth int) error {
		n, none, err := enter(from, elem.least, depth)
		if none || err != nil {
			return err
		}
		list := reflect.MakeSlice(t, n, n)
		if t.Elem().Size() > 0 || from.readable() {
			if err := decodeItems(from, list.UnsafePointer(), t, elem, n, depth+1); err != nil {
				return err
			}
		}
		reflect.NewAt(t, p).Elem().Set(list)
		return nil
	}
}

func decodePointer(t reflect.Type, elem *decoded) decode {
	return func(from *reading, p unsafe.Pointer, depth int) error {
		n, none, err := enter(from, elem.least, depth)
		if none || err != nil {
			return err
		}
		if n != 1 {
			return errDamaged
		}
		target := reflect.New(t.Elem())
		if err := from.item("", 0); err != nil {
			return err
		}
		if err := elem.decode(from, target.UnsafePointer(), depth+1); err != nil {
			return err
		}
		from.leave()
		reflect.NewAt(t, p).Elem().Set(target.Convert(t))
		return nil
	}
}

func decodeMap(t reflect.Type, key, elem *decoded) decode {
	return func(from *reading, p unsafe.Pointer, depth int) error {
		n, none, err := enter(from, key.least+elem.least, depth)
		if none || err != nil {
			return err
		}
		m := reflect.MakeMap(t)
		for i := range n {
			k, v := reflect.New(t.Key()), reflect.New(t.Elem())
			if err := from.item("", i); err != nil {
				return err
			}
			if _, err := from.begin(ofArray); err != nil {
				return err
			}
			for at, half := range []struct {
				*decoded
				reflect.Value
			}{{key, k}, {elem, v}} {
				if err := from.item("", at); err != nil {
					return err
				}
				if err := half.decode(from, half.UnsafePointer(), depth+1); err != nil {
					return fmt.Errorf("pair %d: %w", i, err)
				}
				from.leave()
			}
			from.leave()
			m.SetMapIndex(k.Elem(), v.Elem())
		}
		reflect.NewAt(t, p).Elem().Set(m)
		return nil
	}
}

func decodeBytes(from *reading, p unsafe.Pointer, depth int) error {
	n, none, err := enter(from, 1, depth)
	if none || err != nil {
		return err
	}
	if n != 1 {
		return errDamaged
	}
	if err := from.item("", 0); err != nil {
		return err
	}
	s, err := from.text()
	from.leave()
	*(*[]byte)(p) = append(make([]byte, 0, len(s)), s...)
	return err
}

func decodeOwn(t reflect.Type) decode {
	return func(from *reading, p unsafe.Pointer, _ int) error {
		s, err := from.text()
		if err != nil {
			return err
		}
		v := reflect.NewAt(t, p).Interface()
		if asText(t, from.readable()) {
			return v.(encoding.TextUnmarshaler).UnmarshalText([]byte(s))
		}
		return v.(encoding.BinaryUnmarshaler).UnmarshalBinary([]byte(s))
	}
}

func decodeNumber(from *reading, k reflect.Kind, p unsafe.Pointer) error {
	size, part := uintptr(8), k
	switch k {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		v, err := from.bits(k)
		if k == reflect.Bool && v > 1 {
			return errDamaged
		}
		*(*uint8)(p) = uint8(v)
		return err
	case reflect.Int16, reflect.Uint16:
		v, err := from.bits(k)
		*(*uint16)(p) = uint16(v)
		return err
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		v, err := from.bits(k)
		*(*uint32)(p) = uint32(v)
		return err
	case reflect.Int:
		v, err := from.bits(reflect.Int64)
		if *(*int)(p) = int(v); int64(int(v)) != int64(v) {
			return fmt.Errorf("%d does not fit into an int of this machine", int64(v))
		}
		return err
	case reflect.Uint, reflect.Uintptr:
		v, err := from.bits(reflect.Uint64)
		if *(*uint)(p) = uint(v); v > math.MaxUint {
			return fmt.Errorf("%d does not fit into a uint of this machine", v)
		}
		return err
	case reflect.Complex64:
		size, part = 4, reflect.Float32
	case reflect.Complex128:
		part = reflect.Float64
	default:
		v, err := from.bits(k)
		*(*uint64)(p) = v
		return err
	}
	if _, err := from.begin(ofArray); err != nil {
		return err
	}
	for i := range 2 {
		if err := from.item("", i); err != nil {
			return err
		}
		if err := decodeNumber(from, part, unsafe.Add(p, uintptr(i)*size)); err != nil {
			return err
		}
		from.leave()
	}
	return nil
}
