package seed

import (
	"fmt"

	"github.com/ecsbench/ecsbench/kernel"
)

// A Dispatch is a way to know the members of each system: how the news that an
// entity changed reaches the systems that care.
type Dispatch string

// The ways to keep membership.
const (
	// Broadcast calls every system for every change (the first version of
	// seeds 000 and 004).
	Broadcast Dispatch = "broadcast"
	// Interest calls only the systems that require the component that changed.
	Interest Dispatch = "interest"
	// Shared keeps one entity set for each distinct requirement, owned by the
	// world, and updates the sets that require the component that changed.
	Shared Dispatch = "shared"
	// Scan keeps no sets: the signatures of all entities are tested whenever
	// the members are asked for (seed 001).
	Scan Dispatch = "scan"
)

// Dispatches lists the ways to keep membership.
var Dispatches = []Dispatch{Broadcast, Interest, Shared, Scan}

// A membership follows the structural changes of a world. All IDs of one call
// have equal signatures, so a system is called once for the whole slice where
// its way of working allows.
type membership interface {
	// created: the entities are new and passed through the signatures of path,
	// one for each component added; the last is the one they have now.
	created(ids []ID, path []sigID)
	// destroyed: the entities had this signature and are gone.
	destroyed(ids []ID, had sigID)
	// changed: component c was added to or removed from the entities, which
	// went from one signature to the other.
	changed(ids []ID, c kernel.Component, from, to sigID)
	// members returns the members of a system, valid until the next call.
	members(system int) []ID
}

// newMembership returns an empty membership. For a [Join] it is a scan.
func newMembership(way Dispatch, systems []requirement, sigs *signatures, newSet func() EntitySet) membership {
	switch way {
	case Broadcast:
		return newBroadcast(systems, sigs, newSet)
	case Interest:
		setOf := make([]int, len(systems))
		for i := range systems {
			setOf[i] = i
		}
		return newInterest(systems, setOf, sigs, newSet)
	case Shared:
		distinct, setOf := distinctRequirements(systems)
		return newInterest(distinct, setOf, sigs, newSet)
	default:
		return newScan(systems, sigs)
	}
}

// distinctRequirements returns the different requirements and, for each
// system, which of them is its own.
func distinctRequirements(systems []requirement) (distinct []requirement, setOf []int) {
	seen := make(map[string]int)
	setOf = make([]int, len(systems))
	for i, r := range systems {
		key := fmt.Sprint(r.components, r.without)
		at, ok := seen[key]
		if !ok {
			at = len(distinct)
			seen[key] = at
			distinct = append(distinct, r)
		}
		setOf[i] = at
	}
	return distinct, setOf
}
