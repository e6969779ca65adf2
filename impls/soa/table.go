package soa

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
)

// A table holds all entities with one set of components, a slice for each
// component of the set.
type table struct {
	set     []impls.Component // ascending
	rows    int
	columns []anyColumn // in the order of set

	// The columns that kernels work on, under their static types; nil if they
	// are not in the set.
	position  *column[impls.Position]
	velocity  *column[impls.Velocity]
	mass      *column[impls.Mass]
	transform *column[impls.Transform]
	inventory *column[impls.Inventory]
	bones     *column[impls.Bones]
}

func newTable(set []impls.Component, kinds []impls.Kind) table {
	t := table{set: set}
	for _, c := range set {
		t.columns = append(t.columns, newColumn(kinds[c]))
	}
	t.position = find[impls.Position](&t, impls.PositionID)
	t.velocity = find[impls.Velocity](&t, impls.VelocityID)
	t.mass = find[impls.Mass](&t, impls.MassID)
	t.transform = find[impls.Transform](&t, impls.TransformID)
	t.inventory = find[impls.Inventory](&t, impls.InventoryID)
	t.bones = find[impls.Bones](&t, impls.BonesID)
	return t
}

func find[T any](t *table, c impls.Component) (found *column[T]) {
	if at, ok := slices.BinarySearch(t.set, c); ok {
		found, _ = t.columns[at].(*column[T])
	}
	return found
}

func (t *table) hasAll(cs []impls.Component) bool {
	return !slices.ContainsFunc(cs, func(c impls.Component) bool { return !slices.Contains(t.set, c) })
}

func (t *table) reserve(n int) {
	for _, c := range t.columns {
		c.reserve(n)
	}
}

func (t *table) append(n int, first uint32) {
	for _, c := range t.columns {
		c.append(n, first)
	}
	t.rows += n
}

func (t *table) truncate() {
	for _, c := range t.columns {
		c.truncate()
	}
	t.rows = 0
}

// hash returns the sum of the component hashes of each row.
func (t *table) hash() []uint64 {
	sums := make([]uint64, t.rows)
	for i, c := range t.columns {
		c.hash(sums, t.set[i])
	}
	return sums
}
