package ecs

import "fmt"

// An Entity is a handle. The lower half is the ID of the entity, an index that is
// reused. The upper half is the number of the world and the life of the ID: a
// handle of an entity that was destroyed, or of another world, is never valid.
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
	switch {
	case e == NoEntity:
		return "no entity"
	case e&promise != 0:
		return fmt.Sprintf("promise %d", uint32(e))
	}
	return fmt.Sprintf("e%d.%d", e.ID(), e.life()/2+1)
}

// A place is where the components of an entity are. The life of an ID is odd
// while it is in use and even while it is free. A free place links to the next
// free ID. An ID whose 32,768 lives are used up is not reused.
type place struct {
	chunk uint32 // by World.chunks; of a free place, the next free ID
	row   uint16 // in the chunk; nowhere if free
	life  uint16
}

const (
	nobody  = ^uint32(0)
	nowhere = ^uint16(0)
)

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
func (w *World) handle(id ID) Entity {
	return Entity(w.tag|uint32(w.places[id].life))<<32 | Entity(id)
}

// take returns a new entity at a place.
func (w *World) take(chunk, row uint32) Entity {
	w.live++
	id := w.free
	if id == nobody {
		id = uint32(len(w.places))
		w.places = append(w.places, place{chunk, uint16(row), 1})
		return Entity(w.tag|1)<<32 | Entity(id)
	}
	p := &w.places[id]
	w.free = p.chunk
	p.chunk, p.row = chunk, uint16(row)
	p.life++
	return Entity(w.tag|uint32(p.life))<<32 | Entity(id)
}

// free makes an ID free.
func (w *World) release(id ID) {
	p := &w.places[id]
	p.row = nowhere
	p.life++
	w.live--
	if p.life != 0 {
		p.chunk, w.free = w.free, id
	}
}

// Alive returns whether the entity exists; false for stale handles and for handles of
// other worlds.
func (w *World) Alive(e Entity) bool { return w.find(e) != nil }

// Len returns how many entities there are.
func (w *World) Len() int { return w.live }

// Entities lists all entities in the order of their IDs.
func (w *World) Entities() []Entity {
	list := make([]Entity, 0, w.live)
	for id := range w.places {
		if w.places[id].life&1 == 1 {
			list = append(list, w.handle(ID(id)))
		}
	}
	return list
}
