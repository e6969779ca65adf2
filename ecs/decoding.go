package ecs

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

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
