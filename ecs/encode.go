package ecs

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

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
