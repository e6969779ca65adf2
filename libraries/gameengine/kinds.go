package gameengine

import (
	"slices"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// A kind is entities with the same components. The library does not tell which
// components an entity has, and takes a false guess for a memory fault
// (TestAbsentComponentPanics), so programs have to know; here each entity's kind
// is kept as a number.
type kind struct {
	set   []kernel.Component
	after []int // by move: the kind that it makes, doesNotFit or unknown
}

const (
	doesNotFit = -1
	unknown    = -2
)

// kinds are all kinds of a world.
type kinds struct {
	moves []impls.Move
	list  []kind
	of    []int32 // by entity ID
}

func (ks *kinds) number(set []kernel.Component) int {
	at := slices.IndexFunc(ks.list, func(k kind) bool { return slices.Equal(k.set, set) })
	if at < 0 {
		after := slices.Repeat([]int{unknown}, len(ks.moves))
		ks.list = append(ks.list, kind{set, after})
		at = len(ks.list) - 1
	}
	return at
}

// after returns the kind that a move makes of another one, or doesNotFit.
func (ks *kinds) after(from int32, move int) int {
	to := ks.list[from].after[move]
	if to != unknown {
		return to
	}
	to = doesNotFit
	if set := ks.list[from].set; ks.moves[move].Fits(set) {
		to = ks.number(ks.moves[move].Of(set))
	}
	ks.list[from].after[move] = to
	return to
}

// set takes note of an entity's kind.
func (ks *kinds) set(id uint64, kind int) {
	for id >= uint64(len(ks.of)) {
		ks.of = append(ks.of, 0)
	}
	ks.of[id] = int32(kind)
}
