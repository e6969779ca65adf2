package impls

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/kernel"
)

// The bodies of all variants equal the plain loop for slices of any length and alignment.
func TestBodiesAreEqual(t *testing.T) {
	types := kernel.Types(kernel.Distinct)
	for i, k := range kernel.All() {
		for _, v := range []string{unrolledLoop, simdLoop} {
			body := loopBody(v, kernel.ID(i+1))
			if body == nil && v == simdLoop {
				continue
			}
			t.Run(k.Name+"/"+v, func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					n, first := rapid.IntRange(0, 70).Draw(t, "entities"), rapid.Uint32().Draw(t, "first value")
					offset := rapid.IntRange(0, 3).Draw(t, "offset")
					arguments := make([]reflect.Value, len(k.Needs))
					want := make([]reflect.Value, len(k.Needs))
					for at, c := range k.Needs {
						memory := reflect.MakeSlice(reflect.SliceOf(types[c].Go), n+5, n+5)
						for row := range memory.Len() {
							types[c].Of().Init(memory.Index(row).Addr().UnsafePointer(), first+uint32(row))
						}
						want[at] = reflect.AppendSlice(reflect.MakeSlice(memory.Type(), 0, memory.Len()), memory)
						arguments[at] = memory
					}
					for row := offset; row < offset+n; row++ {
						values := make([]any, len(k.Needs))
						for at := range values {
							values[at] = want[at].Index(row).Addr().Interface()
						}
						k.Apply(values, kernel.DeltaTime)
					}
					parameters := make([]reflect.Value, len(k.Needs))
					for at, memory := range arguments {
						parameters[at] = memory.Slice(offset, offset+n)
					}
					reflect.ValueOf(body).Call(append(parameters, reflect.ValueOf(kernel.DeltaTime)))
					for at, c := range k.Needs {
						for row := range want[at].Len() {
							if !reflect.DeepEqual(arguments[at].Index(row).Interface(), want[at].Index(row).Interface()) {
								t.Fatalf("%d entities: %s of row %d is %v, want %v", n, types[c].Name, row-offset, arguments[at].Index(row), want[at].Index(row))
							}
						}
					}
				})
			})
		}
	}
}

// Every kernel has an unrolled body; the plain one is in the implementations.
func TestBodies(t *testing.T) {
	for i, k := range kernel.All() {
		id := kernel.ID(i + 1)
		if loopBody(plainLoop, id) != nil || loopBody(unrolledLoop, id) == nil {
			t.Errorf("%s: a plain body, or no unrolled one", k.Name)
		}
	}
	if loopBody(simdLoop, kernel.MoveID) == nil || loopBody(unrolledLoop, kernel.Idle) != nil {
		t.Error("Move has no body of vectors, or Idle has a body")
	}
}
