package seed

import (
	"github.com/ecsbench/ecsbench/impls"
)

// Destroy is impls.Changer.
func (w *World) Destroy(r impls.Handles) (destroyed int) {
	return w.change(r, func(es []Entity, _ uint32) int { return w.Runtime.Destroy(es) }, 0)
}

// Exchange is impls.Changer.
func (w *World) Exchange(move int, r impls.Handles, first uint32) (changed int) {
	add, remove := w.number(w.cfg.Moves[move].Add), w.number(w.cfg.Moves[move].Remove)
	return w.change(r, func(es []Entity, first uint32) int { return w.Runtime.Exchange(es, add, remove, first) }, first)
}

// change makes a change in the access mode that was chosen.
func (w *World) change(r impls.Handles, do func(es []Entity, first uint32) int, first uint32) (changed int) {
	es := r.(handles)
	if w.cfg.Change != impls.PerEntity {
		return do(es, first)
	}
	for i := range es {
		changed += do(es[i:i+1], first+uint32(i))
	}
	return changed
}

// Flush is impls.Deferrer.
func (w *World) Flush() (changed int) { return w.Make(w) }
