package ecs

import "unsafe"

// A queue holds values of one type that wait for their entities.
type queue struct {
	kind    *kind
	values  unsafe.Pointer
	n, room int // no room if it is not in use
	kept    int // room for the next use
	taken   int // by entities
}

// grow makes room for so many more values.
func (q *queue) grow(more int) {
	q.room = max(8, 2*q.room, q.n+more)
	q.kept = q.room
	values := q.kind.make(q.room)
	q.kind.move(values, q.values, uint32(q.n))
	q.values = values
}

func (q *queue) at(i int) unsafe.Pointer { return unsafe.Add(q.values, uintptr(i)*q.kind.size) }

// take returns the next n values.
func (q *queue) take(n int) unsafe.Pointer {
	q.taken += n
	return q.at(q.taken - n)
}

// clear empties the queue. Pointers would keep their targets alive.
func (q *queue) clear() {
	if q.kind.pointers {
		q.kind.clear(q.values, q.n)
	}
	q.n, q.room, q.taken = 0, 0, 0
}
