package kernel_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ecsbench/ecsbench/kernel"
)

// The closed form of each kernel equals repeated runs.
func TestClosedForms(t *testing.T) {
	for i, k := range kernel.All() {
		t.Run(k.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n, times := rapid.Uint32().Draw(t, "number"), rapid.IntRange(0, 300).Draw(t, "times")
				types := kernel.Types(int(kernel.FirstFiller))
				values := make([]any, len(k.Needs))
				var sum uint64
				for at, c := range k.Needs {
					p := reflect.New(types[c].Of().Go)
					types[c].Of().Init(p.UnsafePointer(), n)
					values[at] = p.Interface()
				}
				for range times {
					k.Apply(values, kernel.DeltaTime)
				}
				for at, c := range k.Needs {
					sum += kernel.ComponentHash(c, types[c].Of().Hash(reflect.ValueOf(values[at]).UnsafePointer()))
				}
				want := kernel.EntityHash(sum)
				if got := kernel.Expect(types).Hash(k.Needs, n, kernel.Ran{Kernel: kernel.ID(i + 1), Times: times}); got != want {
					t.Fatalf("%s, %d times from the values numbered %d: closed form %#x, run by run %#x", k.Name, times, n, got, want)
				}
			})
		})
	}
}

// Each kernel changes exactly the components that it declares as written.
func TestKernelsChangeWhatTheyWrite(t *testing.T) {
	types := kernel.Types(int(kernel.FirstFiller))
	for _, k := range kernel.All() {
		values := make([]any, len(k.Needs))
		var before []uint64
		for at, c := range k.Needs {
			p := reflect.New(types[c].Of().Go)
			types[c].Of().Init(p.UnsafePointer(), 77)
			values[at] = p.Interface()
			before = append(before, types[c].Of().Hash(p.UnsafePointer()))
		}
		k.Apply(values, kernel.DeltaTime)
		for at, c := range k.Needs {
			changed := types[c].Of().Hash(reflect.ValueOf(values[at]).UnsafePointer()) != before[at]
			if writes := slices.Contains(k.Writes, c); changed != writes {
				t.Errorf("%s: %s changes: %v, want %v", k.Name, types[c].Name, changed, writes)
			}
		}
		if !slices.IsSorted(k.Needs) {
			t.Errorf("%s: its parameters are not in the order of their numbers: %v", k.Name, k.Needs)
		}
	}
}

func TestTypes(t *testing.T) {
	seen := make(map[reflect.Type]bool)
	sizes := make(map[uintptr]bool)
	pointers := false
	for c, typ := range kernel.Types(kernel.Distinct + 10) {
		if c >= kernel.Distinct {
			if typ.Go != nil {
				t.Errorf("type %d has a Go type, beyond those that are distinct", c)
			}
			continue
		}
		shape := typ.Of()
		if seen[typ.Go] {
			t.Errorf("type %d is %v, as another one", c, typ.Go)
		}
		seen[typ.Go] = true
		if typ.Go.Size() != shape.Go.Size() || typ.Go.Align() != shape.Go.Align() {
			t.Errorf("type %d, %v, does not lie in memory as %v", c, typ.Go, shape.Go)
		}
		sizes[shape.Go.Size()] = true
		pointers = pointers || shape.Pointers
	}
	if !sizes[0] || !sizes[256] || !pointers {
		t.Errorf("sizes are %v, pointers: %v; want 0 to 256 bytes, and some with pointers", sizes, pointers)
	}
}
