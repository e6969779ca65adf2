package profiler

import "testing"

func TestReadable(t *testing.T) {
	for symbol, want := range map[string]string{
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
		if got := Readable(symbol); got != want {
			t.Errorf("%s: %q, want %q", symbol, got, want)
		}
	}
}

func TestCauses(t *testing.T) {
	run := []string{"main.main", "scenarios.(*updates).Run", "hashmap.(*world).Update", "hashmap.move"}
	for _, test := range []struct {
		want   string
		frames []string
	}{
		{OwnCode, run},
		{"map lookups", append(run, "runtime.mapaccess1_fast32", "maps.ctrlGroup.matchH2")},
		{"map insertions", append(run, "runtime.mapassign_fast32", "runtime.memhash32")},
		{"growing slices", append(run, "slices.Grow[…]", "runtime.growslice")},
		{"tree lookups", append(run, "btree.(*Map[…]).Get", "btree.(*Map[…]).search")},
		{"garbage collection", []string{"runtime.gcBgMarkWorker", "runtime.gcDrain"}},
		{"", []string{"runtime.mcall", "runtime.schedule"}},
		{"", nil},
	} {
		if got := causeOf(test.frames); got != test.want {
			t.Errorf("%v: %q, want %q", test.frames, got, test.want)
		}
	}
}

func TestCategories(t *testing.T) {
	for _, test := range []struct {
		want   string
		frames []string
	}{
		{Components, []string{"ecs.(*World).Create", "dense.(*Column[…]).Insert", "ecs.(*Packed[…]).Append", "slices.Grow[…]"}},
		{Index, []string{"ecs.(*World).Create", "dense.(*Column[…]).Insert", "dense.(*Column[…]).cover", "ecs.GrowTo[…]"}},
		{Index, []string{"ecs.(*World).Create", "hashmap.(*Column[…]).Insert", "runtime.mapassign_fast32", "maps.(*table).grow"}},
		{Sets, []string{"ecs.(*World).Create", "ecs.(*broadcast).created", "ecs.(*HashSet).Add", "runtime.mapassign_fast32"}},
		{Components, []string{"mapvalues.(*Column[…]).Put", "runtime.newobject"}},
		{Index, []string{"mapvalues.(*Column[…]).Put", "runtime.mapassign_fast32"}},
		{Signatures, []string{"ecs.(*World).Create", "ecs.GrowTo[…]", "ecs.extend[…]"}},
		{Handles, []string{"ecs.(*World).Create", "ecs.(*Pool).Create"}},
		{Scratch, []string{"ecs.(*World).Create", "ecs.(*World).scratch"}},
		{Other, []string{"ark.(*Archetype).Alloc"}},
	} {
		if got := categoryOf(test.frames); got != test.want {
			t.Errorf("%v: %q, want %q", test.frames, got, test.want)
		}
	}
}

func TestFlattenCountsRecursionOnce(t *testing.T) {
	list := flatten([]Stack{
		{Frames: []string{"a", "b", "a"}, Value: 2},
		{Frames: []string{"a", "b"}, Value: 5},
		{Frames: nil, Value: 1},
	})
	want := []Function{{Name: "b", Self: 5, Total: 7}, {Name: "a", Self: 2, Total: 7}}
	if len(list) != 2 || list[0] != want[0] || list[1] != want[1] {
		t.Errorf("%+v, want %+v", list, want)
	}
}

func TestFoldLeavesTheWorkerOut(t *testing.T) {
	list := fold([]Stack{
		{Frames: []string{"main.main", "scenarios.(*updates).Run", "x"}, Value: 1},
		{Frames: []string{"runtime.gc"}, Value: 4},
		{Frames: []string{"other", "scenarios.(*updates).Run", "x"}, Value: 2},
	})
	got := string(foldedText(list, 1))
	if want := "runtime.gc 4\nscenarios.(*updates).Run;x 3\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
