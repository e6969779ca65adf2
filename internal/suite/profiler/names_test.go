package profiler

import (
	"testing"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/internal/fixture"
)

// partsOf returns the parts of some implementations.
func partsOf(t *testing.T, names ...string) (all parts) {
	t.Helper()
	for _, name := range names {
		impl, err := registry.Find(name)
		fixture.Check(t, err)
		all = append(all, impl.Parts...)
	}
	return all
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
		if got := causeOf(test.frames, partsOf(t, "treemap")); got != test.want {
			t.Errorf("%v: %q, want %q", test.frames, got, test.want)
		}
	}
}

func TestPurposes(t *testing.T) {
	all := partsOf(t, "hashmap", "mapvalues", "dense", "treemap")
	// Another library may use the same names for other purposes.
	if got := purposeOf([]string{"seed.(*World).create", "seed.(*Pool).Create"}, nil); got != impls.ForOther {
		t.Errorf("what nobody says anything of is for %s", got)
	}
	for _, test := range []struct {
		want   impls.Purpose
		frames []string
	}{
		{impls.ForComponents, []string{"seed.(*World).create", "seed.(*DenseColumn[…]).Insert", "seed.(*Packed[…]).Append", "slices.Grow[…]"}},
		{impls.ForIndex, []string{"seed.(*World).create", "seed.(*DenseColumn[…]).Insert", "seed.(*DenseColumn[…]).cover", "seed.GrowTo[…]"}},
		{impls.ForIndex, []string{"seed.(*World).create", "hashmap.(*Column[…]).Insert", "runtime.mapassign_fast32", "maps.(*table).grow"}},
		{impls.ForSets, []string{"seed.(*World).create", "seed.(*broadcast).created", "seed.(*HashSet).Add", "runtime.mapassign_fast32"}},
		{impls.ForComponents, []string{"mapvalues.(*Column[…]).Put", "runtime.newobject"}},
		{impls.ForIndex, []string{"mapvalues.(*Column[…]).Put", "runtime.mapassign_fast32"}},
		{impls.ForSignatures, []string{"seed.(*World).create", "seed.GrowTo[…]", "seed.extend[…]"}},
		{impls.ForHandles, []string{"seed.(*World).create", "seed.(*Pool).Create"}},
		{impls.ForScratch, []string{"seed.(*World).create", "seed.(*World).scratch"}},
		{impls.ForIndex, []string{"seed.(*World).create", "treemap.(*Column[…]).Insert", "btree.(*Map[…]).Set"}},
		{impls.ForSets, []string{"seed.(*World).create", "seed.(*TreeSet).Add", "btree.(*Set[…]).Insert"}},
		{impls.ForOther, []string{"ark.(*Archetype).Alloc"}},
	} {
		if got := purposeOf(test.frames, all); got != test.want {
			t.Errorf("%v: %q, want %q", test.frames, got, test.want)
		}
	}
}

func TestFlattenCountsRecursionOnce(t *testing.T) {
	list := flatten([]Stack{
		{Frames: []string{"a", "b", "a"}, Value: 2},
		{Frames: []string{"a", "b"}, Value: 5},
		{Frames: nil, Value: 1},
	}, nil)
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
