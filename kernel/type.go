package kernel

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// A Value has the methods of a component type.
type Value[T any] interface {
	*T
	Init(n uint32) // sets the initial value numbered n
	Hash() uint64
}

// A Shape is the memory layout of a component type, for storages without Go types.
type Shape struct {
	Go       reflect.Type
	Pointers bool                             // whether values contain pointers
	Init     func(p unsafe.Pointer, n uint32) // sets *p to the initial value numbered n
	Hash     func(p unsafe.Pointer) uint64
}

func shapeOf[T any, P Value[T]]() Shape {
	return Shape{
		Go:       reflect.TypeFor[T](),
		Pointers: hasPointers(reflect.TypeFor[T]()),
		Init:     func(p unsafe.Pointer, n uint32) { P((*T)(p)).Init(n) },
		Hash:     func(p unsafe.Pointer) uint64 { return P((*T)(p)).Hash() },
	}
}

func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Pointer, reflect.String, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return true
	}
	return false
}

// A ShapeID is the index of a shape in [Shapes].
type ShapeID int

// Shapes lists the shapes; types used by kernels have the number of their shape.
func Shapes() []Shape { return shapes }

// A Type is a component type.
type Type struct {
	ID    Component
	Name  string
	Go    reflect.Type // nil from number Distinct on
	Shape ShapeID
}

// Of returns the shape of the type.
func (t Type) Of() *Shape { return &shapes[t.Shape] }

// At returns p as a pointer to the Go type, for [Kernel.Apply].
func (t Type) At(p unsafe.Pointer) any { return reflect.NewAt(t.Go, p).Interface() }

// Types returns the first n component types.
func Types(n int) []Type {
	list := make([]Type, n)
	for i := range list {
		list[i] = typeAt(Component(i))
	}
	return list
}

// Distinct is the number of component types with their own Go type, which libraries need for
// registration.
const Distinct = 512

func typeAt(c Component) Type {
	if c < FirstFiller {
		goType := shapes[c].Go
		return Type{ID: c, Name: strings.ToLower(goType.Name()), Go: goType, Shape: ShapeID(c)}
	}
	t := Type{ID: c, Name: fmt.Sprintf("filler%d", c), Shape: fillerShape(c)}
	if c < Distinct {
		t.Go = fillerType(c, t.Shape)
	}
	return t
}

// classic is the number of filler shapes in small worlds, fixed to keep their results
// comparable.
const classic = 4

// Fillers below firstMixed have the shapes of small worlds, others have all filler shapes.
const (
	firstMixed   Component = 32
	fillerShapes Component = 10
)

// fillerShape assigns shapes to fillers in turn.
func fillerShape(c Component) ShapeID {
	if c < firstMixed {
		return ShapeID(FirstFiller + (c-6)%classic)
	}
	return ShapeID(FirstFiller + c%fillerShapes)
}

// A filler has the memory layout of T. A and B number the fillers of one layout.
type filler[T, A, B any] struct{ Value T }

// fillerTypes has, for each filler shape, pointers to nothing of its types. They are functions,
// because lists would need much initialization code at every program start.
var fillerTypes = [fillerShapes]func() []any{
	typesOf[Word], typesOf[Pair], typesOf[Quad], typesOf[Block],
	typesOf[Tag], typesOf[Link], typesOf[Label], typesOf[Line], typesOf[Slab], typesOf[Sheet],
}

func typesOf[T any]() []any {
	return slices.Concat(
		eightOf[T, [0]int](), eightOf[T, [1]int](), eightOf[T, [2]int](), eightOf[T, [3]int](),
		eightOf[T, [4]int](), eightOf[T, [5]int](), eightOf[T, [6]int](), eightOf[T, [7]int]())
}

func eightOf[T, A any]() []any {
	return []any{
		(*filler[T, A, [0]int])(nil), (*filler[T, A, [1]int])(nil), (*filler[T, A, [2]int])(nil), (*filler[T, A, [3]int])(nil),
		(*filler[T, A, [4]int])(nil), (*filler[T, A, [5]int])(nil), (*filler[T, A, [6]int])(nil), (*filler[T, A, [7]int])(nil),
	}
}

// fillerType returns the Go type of a filler.
func fillerType(c Component, shape ShapeID) reflect.Type {
	nth := c / classic // below 8
	if c >= firstMixed {
		nth = 5 + c/fillerShapes // from 8
	}
	return reflect.TypeOf(fillerTypes[shape-ShapeID(FirstFiller)]()[nth]).Elem()
}
