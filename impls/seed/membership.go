package seed

import (
	"fmt"

	"github.com/ecsbench/ecsbench/kernel"
)

// A Dispatch is a way to find the members of each system after changes of entities.
type Dispatch string

// The ways to keep membership.
const (
	// Broadcast calls every system for every change, like the C++ originals.
	Broadcast Dispatch = "broadcast"
	// Interest calls only the systems that require the component that changed.
	Interest Dispatch = "interest"
	// Shared keeps one entity set for each distinct requirement, owned by the
	// world, and updates the sets that require the component that changed.
	Shared Dispatch = "shared"
	// Scan keeps no sets: each request for members tests the signatures of all entities.
	Scan Dispatch = "scan"
)

// Dispatches lists the ways to keep membership.
var Dispatches = []Dispatch{Broadcast, Interest, Shared, Scan}

// A membership follows the structural changes of a world. All IDs of one call have equal
// signatures, so most dispatches call a system once per slice.
type membership interface {
	// created: the new entities passed through the signatures of path, one for each added
	// component; the last is their present one.
	created(ids []ID, path []sigID)
	// destroyed: these entities had this signature and no longer exist.
	destroyed(ids []ID, had sigID)
	// changed: the entities gained or lost component c and went from one signature to the other.
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

// distinctRequirements returns the different requirements, and for each system the index of its
// own.
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
