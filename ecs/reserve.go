package ecs

// Commands give out handles of entities before these exist. A reserved ID is neither free nor in
// use. Handles must not depend on the schedule, so Commands reserve in the order in which their
// changes are made. Systems that run at the same time read the places of entities, so new places
// are added after them.

// reservedSpot is the spot of a reserved ID: a link to an ID that there is never.
const reservedSpot = ^spot(nobody - 1)

// reserve returns the handle of an entity that is created later.
func (w *World) reserve() Entity {
	life, id := uint16(1), w.free
	if id == nobody {
		w.mustHaveIDs()
		id = ID(len(w.places) + w.reserved)
		w.reserved++
	} else {
		p := &w.places[id]
		life = p.life + 1
		w.free = p.next()
		p.move(reservedSpot)
	}
	return w.handleOf(life, id)
}

// addReserved adds the places of new IDs that are reserved.
func (w *World) addReserved() {
	w.room(w.reserved)
	for ; w.reserved > 0; w.reserved-- {
		w.places = append(w.places, place{})
		w.places[len(w.places)-1].move(reservedSpot)
	}
}

// pending returns whether a handle is reserved.
func (w *World) pending(e Entity) bool {
	id := int(e.ID())
	switch {
	case e.world() != w.tag || e.life()&1 == 0:
		return false
	case id >= len(w.places):
		return e.life() == 1
	}
	p := &w.places[id]
	return p.life+1 == e.life() && p.spot() == reservedSpot
}

// comesLater returns whether a handle is reserved, between systems.
func (w *World) comesLater(e Entity) bool {
	return int(e.ID()) < len(w.places)+w.reserved && w.pending(e)
}

// unreserve gives a reserved ID back. The handle never becomes valid.
func (w *World) unreserve(e Entity) {
	w.destroyRelated(e)
	for _, r := range w.relations {
		r.dies(e)
	}
	p := &w.places[e.ID()]
	p.link(nobody) // it is reserved no longer
	if p.life += 2; p.life != 0 {
		w.link(e.ID())
	}
}

// comes makes a reserved handle that of an entity at a spot.
func (w *World) comes(e Entity, at spot) {
	w.live++
	p := &w.places[e.ID()]
	p.life++
	p.move(at)
}

// reserve returns the handle of an entity that the Commands create.
func (do *Commands) reserve() Entity {
	if !do.turn {
		do.await()
	}
	return do.w.reserve()
}

// await waits until all that reserves handles before these Commands is done.
func (do *Commands) await() {
	if p := do.w.pool; p != nil {
		p.awaitSystems(do.system.position)
		if do.loop != nil {
			p.awaitParts(do.loop, do.part)
		}
	}
	do.turn = true
}

// awaitSystems waits until the first n systems of the phase are done. Meanwhile it runs those that
// can begin. A system that waits is never one of those that another one above it on the stack
// waits for, since each runs earlier systems only.
func (p *pool) awaitSystems(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.before < n {
		if at := p.readyBefore(n); at >= 0 {
			p.begin(p.take(at))
			continue
		}
		p.waiting++
		p.news.Wait()
		p.waiting--
	}
}

// readyBefore returns the index of a ready system that is one of the first n; -1 if there is none.
func (p *pool) readyBefore(n int) int {
	for at, system := range p.ready {
		if system < n {
			return at
		}
	}
	return -1
}

// awaitParts waits until the first n parts of a loop are done. Others do them: parts begin in
// order.
func (p *pool) awaitParts(l *loop, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.waiting.Add(1)
	defer l.waiting.Add(-1)
	for i := range n {
		for !l.finished[i].Load() {
			p.news.Wait()
		}
	}
}
