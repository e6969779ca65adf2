package ecs

import (
	"fmt"
	"reflect"
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
