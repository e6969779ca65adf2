package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// Parts are those of package core, and of the columns of an implementation.
func Parts(columns ...string) []impls.Part {
	parts := slices.Clone(parts)
	for _, c := range columns {
		parts = append(parts, impls.Part{Functions: c, Memory: impls.ForComponents})
	}
	return parts
}

var parts = []impls.Part{
	{Functions: "core.(*World).scratch", Memory: impls.ForScratch},
	{Functions: "core.(*signatures)", Memory: impls.ForSignatures},
	{Functions: "core.newSignatures", Memory: impls.ForSignatures},
	{Functions: "core.(*Pool)", Memory: impls.ForHandles},
	{Functions: "core.NewPool", Memory: impls.ForHandles},
	{Functions: "core.(*SparseSet)", Memory: impls.ForSets},
	{Functions: "core.(*HashSet)", Memory: impls.ForSets},
	{Functions: "core.(*TreeSet)", Memory: impls.ForSets},
	{Functions: "core.(*scan)", Memory: impls.ForSets},
	{Functions: "core.(*broadcast)", Memory: impls.ForSets},
	{Functions: "core.(*interest)", Memory: impls.ForSets},
	{Functions: "core.(*Packed[…])", Memory: impls.ForComponents},
	{Functions: "core.(*Column[…])", Memory: impls.ForComponents},
	{Functions: "core.(*World).Create", Memory: impls.ForSignatures}, // it grows the list by entity itself
	{Functions: "core.(*World).Reserve", Memory: impls.ForSignatures},
	{Functions: "core.GrowTo", Memory: impls.ForIndex, Grows: true},
	{Functions: "core.growFor", Grows: true},
	{Functions: "core.extend", Grows: true},
	{Functions: "core.Reserve", Grows: true},
	{Functions: "core.fillTo", Grows: true},
	// The ordered tree of columns and sets.
	{Functions: "btree.(*Map[…]).Get", Work: "tree lookups", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Set", Work: "tree insertions", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Delete", Work: "tree deletions", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Scan", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Iter", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Ascend", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.", Memory: impls.ForIndex},
}
