package ecs

import (
	"encoding"
	"fmt"
	"reflect"
	"unsafe"
)

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
