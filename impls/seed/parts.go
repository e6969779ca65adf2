package seed

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// Parts are those of package ecs, and of the columns of an implementation.
func Parts(columns ...string) []impls.Part {
	parts := slices.Clone(parts)
	for _, c := range columns {
		parts = append(parts, impls.Part{Functions: c, Memory: impls.ForComponents})
	}
	return parts
}

var parts = []impls.Part{
	{Functions: "ecs.(*World).scratch", Memory: impls.ForScratch},
	{Functions: "ecs.(*signatures)", Memory: impls.ForSignatures},
	{Functions: "ecs.newSignatures", Memory: impls.ForSignatures},
	{Functions: "ecs.(*Pool)", Memory: impls.ForHandles},
	{Functions: "ecs.NewPool", Memory: impls.ForHandles},
	{Functions: "ecs.(*SparseSet)", Memory: impls.ForSets},
	{Functions: "ecs.(*HashSet)", Memory: impls.ForSets},
	{Functions: "ecs.(*TreeSet)", Memory: impls.ForSets},
	{Functions: "ecs.(*scan)", Memory: impls.ForSets},
	{Functions: "ecs.(*broadcast)", Memory: impls.ForSets},
	{Functions: "ecs.(*interest)", Memory: impls.ForSets},
	{Functions: "ecs.(*Packed[…])", Memory: impls.ForComponents},
	{Functions: "ecs.(*Column[…])", Memory: impls.ForComponents},
	{Functions: "ecs.(*World).Create", Memory: impls.ForSignatures}, // it grows the list by entity itself
	{Functions: "ecs.(*World).Reserve", Memory: impls.ForSignatures},
	{Functions: "ecs.GrowTo", Memory: impls.ForIndex, Grows: true},
	{Functions: "ecs.growFor", Grows: true},
	{Functions: "ecs.extend", Grows: true},
	{Functions: "ecs.Reserve", Grows: true},
	{Functions: "ecs.fillTo", Grows: true},
	// The ordered tree of columns and sets.
	{Functions: "btree.(*Map[…]).Get", Work: "tree lookups", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Set", Work: "tree insertions", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Delete", Work: "tree deletions", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Scan", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Iter", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.(*Map[…]).Ascend", Work: "tree walks", Memory: impls.ForIndex},
	{Functions: "btree.", Memory: impls.ForIndex},
}
