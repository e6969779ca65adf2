package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// Parts are those of the run-time, and of the columns of an implementation.
func Parts(columns ...string) []impls.Part {
	parts := slices.Clone(parts)
	for _, c := range columns {
		parts = append(parts, impls.Part{Functions: c, Memory: impls.ForComponents})
	}
	return parts
}

var parts = []impls.Part{
	{Functions: "seed.(*World).scratch", Memory: impls.ForScratch},
	{Functions: "seed.(*signatures)", Memory: impls.ForSignatures},
	{Functions: "seed.newSignatures", Memory: impls.ForSignatures},
	{Functions: "seed.(*Pool)", Memory: impls.ForHandles},
	{Functions: "seed.NewPool", Memory: impls.ForHandles},
	{Functions: "seed.(*SparseSet)", Memory: impls.ForSets},
	{Functions: "seed.(*HashSet)", Memory: impls.ForSets},
	{Functions: "seed.(*TreeSet)", Memory: impls.ForSets},
	{Functions: "seed.(*scan)", Memory: impls.ForSets},
	{Functions: "seed.(*broadcast)", Memory: impls.ForSets},
	{Functions: "seed.(*interest)", Memory: impls.ForSets},
	{Functions: "seed.(*Packed[…])", Memory: impls.ForComponents},
	{Functions: "seed.(*DenseColumn[…])", Memory: impls.ForComponents},
	{Functions: "seed.(*World).create", Memory: impls.ForSignatures}, // it grows the list by entity itself
	{Functions: "seed.Open", Memory: impls.ForSignatures},
	{Functions: "seed.GrowTo", Memory: impls.ForIndex, Grows: true},
	{Functions: "seed.growFor", Grows: true},
	{Functions: "seed.extend", Grows: true},
	{Functions: "seed.Reserve", Grows: true},
	{Functions: "seed.fillTo", Grows: true},
	// The ordered tree of columns and sets.
	{Functions: "btree.(*Map[…]).Get", Work: "tree lookups", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Set", Work: "tree insertions", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Delete", Work: "tree deletions", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Scan", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Iter", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Ascend", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.", Memory: impls.ForIndex},
}
