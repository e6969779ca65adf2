package instructions

import "testing"

func TestReadable(t *testing.T) {
	for name, want := range map[string]string{
		"github.com/ecsbench/ecsbench/impls/hashmap.(*columns).run":                        "hashmap.(*columns).run",
		"github.com/ecsbench/ecsbench/ecs.(*Packed[go.shape.struct { X float32 }]).Append": "ecs.(*Packed[…]).Append",
		"github.com/ecsbench/ecsbench/ecs.(*Packed[...]).Append":                           "ecs.(*Packed[…]).Append",
		"github.com/tidwall/btree.(*Map[go.shape.uint32,go.shape.uint32]).Get":             "btree.(*Map[…]).Get",
		"internal/runtime/maps.(*Iter).Next":                                               "maps.(*Iter).Next",
		"runtime.mapaccess1_fast32":                                                        "runtime.mapaccess1_fast32",
		"example.com/lib/v2.(*World).Run":                                                  "lib.(*World).Run",
		"github.com/a/b.F[github.com/c/d.T].func1":                                         "b.F[…].func1",
		"main": "main",
		"":     "",
	} {
		if got := ReadableSymbol(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
