package ecs

import (
	"fmt"
	"slices"
	"unsafe"
)

// An Entity is a handle. The lower half is the ID of the entity, an index that is
// reused. The upper half is the number of the world and the life of the ID: a
// handle of an entity that was destroyed is never valid, and one of another world is not,
// unless 65,535 worlds later the numbers begin anew.
// The zero Entity is no entity.
type Entity uint64

// An ID is the index of an entity. It means something only while the entity lives.
type ID = uint32

// NoEntity is the handle that no entity has.
const NoEntity Entity = 0

// ID returns the index of the entity.
func (e Entity) ID() ID { return ID(e) }

func (e Entity) life() uint16  { return uint16(e >> 32) }
func (e Entity) world() uint32 { return uint32(e>>32) &^ 0xffff }

// String writes the handle as ID and life: e12.3 is the third entity of ID 12.
func (e Entity) String() string {
	if e == NoEntity {
		return "no entity"
	}
	return fmt.Sprintf("e%d.%d", e.ID(), e.life()/2+1)
}

// A place is where the components of an entity are, and the life of its ID. The life is odd
// while the ID is in use and even while it is free. A free place links to the next free ID.
// An ID whose 32,768 lives are used up is not reused. Halves keep the place at 6 bytes: with
// a spot of 4 bytes it would have 8.
type place struct {
	at   [2]uint16 // the spot
	life uint16
}

// A spot is a row of a chunk, or the next free ID.
type spot uint32

const (
	nobody  = ^uint32(0)
	rowBits = 12 // of a spot: chunks have up to 4,096 rows
)

func (p *place) alive() bool   { return p.life&1 == 1 }
func (p *place) spot() spot    { return *(*spot)(unsafe.Pointer(&p.at)) }
func (p *place) chunk() uint32 { return uint32(p.spot() >> rowBits) }
func (p *place) row() uint32   { return uint32(p.spot() % maxRows) }

// move sets the spot.
func (p *place) move(to spot) { *(*spot)(unsafe.Pointer(&p.at)) = to }

// next returns the free ID that a free place links to; nobody for a place that is zero.
func (p *place) next() ID { return ^ID(p.spot()) }

// link makes a place link to a free ID.
func (p *place) link(to ID) { p.move(^spot(to)) }

// find returns the place of an entity, nil if it is not alive.
func (w *World) find(e Entity) *place {
	if id := uint32(e); int(id) < len(w.places) {
		if p := &w.places[id]; w.tag|uint32(p.life) == uint32(e>>32) {
			return p
		}
	}
	return nil
}

// handle returns the handle of an ID that is in use.
func (w *World) handle(id ID) Entity { return w.handleOf(w.places[id].life, id) }

// handleOf returns the handle of a life of an ID.
func (w *World) handleOf(life uint16, id ID) Entity {
	return Entity(w.tag|uint32(life))<<32 | Entity(id)
}

// take returns a new entity at a spot. The world has a place for it.
func (w *World) take(at spot) Entity {
	w.live++
	id := w.free
	if id == nobody {
		id = uint32(len(w.places))
		w.places = w.places[:id+1] // with a place that is zero
	}
	p := &w.places[id]
	w.free = p.next()
	p.move(at)
	p.life++
	return w.handleOf(p.life, id)
}

// full reports whether there may be no place for a new entity.
func (w *World) full() bool {
	return w.free == nobody && (len(w.places) == cap(w.places) || w.reserved > 0)
}

// makePlace makes a place for a new entity. It panics, before any change, if there is no ID left.
func (w *World) makePlace() {
	if w.free == nobody {
		w.mustHaveIDs()
	}
	w.addReserved()
	w.room(1)
}

// maxIDs limits the IDs of a world, whose places take 25 GB.
var maxIDs = uint64(nobody) - 1

// mustHaveIDs panics if there is no new ID.
func (w *World) mustHaveIDs() {
	if w.newIDs() == 0 {
		w.locked &^= changing
		panic(fmt.Sprintf("ecs: create an entity: the world has used up its %d handles: destroy entities before, or use another World", maxIDs))
	}
}

// newIDs returns how many IDs have never been used.
func (w *World) newIDs() uint64 { return maxIDs - min(maxIDs, uint64(len(w.places)+w.reserved)) }

// left returns for how many more entities there are handles, up to n.
func (w *World) left(n uint64) uint64 {
	left := w.newIDs()
	for id := w.free; id != nobody && left < n; id = w.places[id].next() {
		left++
	}
	return left
}

// room makes room for n more places. All places behind the last one are zero.
func (w *World) room(n int) {
	if old := len(w.places); n > cap(w.places)-old {
		w.places = slices.Grow(w.places, n)
		// full looks at the capacity alone.
		w.places = w.places[:old:min(uint64(cap(w.places)), maxIDs)]
		clear(w.places[old:cap(w.places)]) // Go does it, but does not promise it
	}
}

// release frees an ID; p is its place.
func (w *World) release(p *place, id ID) {
	w.live--
	p.life++
	p.link(w.free)
	if p.life != 0 {
		w.free = id
	}
}

// Alive returns whether the entity exists; false for stale handles and for handles of
// other worlds.
func (w *World) Alive(e Entity) bool {
	w.exists("Alive")
	return w.find(e) != nil
}

// Len returns how many entities there are.
func (w *World) Len() int {
	w.exists("Len")
	return w.live
}

// Entities lists all entities in the order of their IDs.
func (w *World) Entities() []Entity {
	w.exists("Entities")
	list := make([]Entity, 0, w.live)
	for id := range w.places {
		if w.places[id].alive() {
			list = append(list, w.handle(ID(id)))
		}
	}
	return list
}
