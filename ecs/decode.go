package ecs

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

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
