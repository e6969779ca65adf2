package ecs

// apply makes the changes that were taken down, in that order.
func (s *Sim) apply(do *Commands) {
	if len(do.list) == 0 {
		return
	}
	ticking := s.ticking
	s.ticking, s.changing, s.changed = true, true, true
	s.world.seal()
	do.made = GrowTo(do.made[:0], int(do.spawned))
	for at := 0; at < len(do.list); {
		switch c := do.list[at]; c.op {
		case spawn:
			at = s.spawnAt(do, at)
			continue
		case set:
			s.set(do, c)
		case remove:
			s.remove(do.resolve(c.entity), c.number)
		case kill:
			at = s.killAt(do, at)
			continue
		}
		at++
	}
	do.clear()
	s.ticking, s.changing = ticking, false
}

// spawnAt creates an entity together with the components that were asked for
// right after it, and returns where the next command is.
func (s *Sim) spawnAt(do *Commands, at int) (next int) {
	w, wanted := s.world, do.list[at]
	next = at + 1
	sig, path := emptySignature, s.path[:0]
	for ; next < len(do.list) && do.list[next].op == set && do.list[next].entity == wanted.entity; next++ {
		if c := do.list[next].number; !w.sigs.Bits(sig).Has(c) {
			sig = w.sigs.With(sig, c)
			path = append(path, sig)
		}
	}
	s.path = path

	w.pool.Create(s.entity[:], s.id[:])
	e, id := s.entity[0], s.id[0]
	do.made[uint32(wanted.entity)] = e
	w.sigs.of = GrowTo(w.sigs.of, w.pool.Bound())
	w.sigs.of[id] = sig
	w.changeTables(s.id[:], noSignature, sig)
	given := emptySignature
	for _, c := range do.list[at+1 : next] {
		has := w.sigs.Bits(given).Has(c.number)
		s.columns[c.number].take(do.queues[c.number], c.at, id, has)
		if !has {
			given = w.sigs.With(given, c.number)
		}
	}
	w.membership.created(s.id[:], path)
	if wanted.event {
		s.fresh = append(s.fresh, e)
	}
	s.tell(e, noSignature, sig, true)
	return next
}

func (s *Sim) set(do *Commands, c command) {
	w, e := s.world, do.resolve(c.entity)
	if !w.pool.Alive(e) {
		return
	}
	from := w.sigs.of[e.ID()]
	has := w.sigs.Bits(from).Has(c.number)
	if has {
		s.columns[c.number].take(do.queues[c.number], c.at, e.ID(), true)
		return
	}
	to := w.sigs.With(from, c.number)
	s.tell(e, from, to, false)
	s.id[0] = e.ID()
	w.changeTables(s.id[:], from, to)
	s.columns[c.number].take(do.queues[c.number], c.at, e.ID(), false)
	s.move(e, c.number, from, to)
	s.tell(e, from, to, true)
}

func (s *Sim) remove(e Entity, c Component) {
	w := s.world
	if !w.pool.Alive(e) || !w.sigs.Bits(w.sigs.of[e.ID()]).Has(c) {
		return
	}
	from := w.sigs.of[e.ID()]
	to := w.sigs.With(from, c)
	s.tell(e, from, to, false)
	s.id[0] = e.ID()
	w.changeTables(s.id[:], from, to)
	w.storages[c].Delete(s.id[:])
	s.move(e, c, from, to)
	s.tell(e, from, to, true)
}

// move tells the membership that a component was added or removed.
func (s *Sim) move(e Entity, c Component, from, to sigID) {
	s.id[0] = e.ID()
	s.world.sigs.of[e.ID()] = to
	s.world.membership.changed(s.id[:], c, from, to)
}

// killAt ends the entities of consecutive commands together, which in some
// storages is one pass instead of many, and returns where the next command is.
func (s *Sim) killAt(do *Commands, at int) (next int) {
	doomed := s.doomed[:0]
	for next = at; next < len(do.list) && do.list[next].op == kill; next++ {
		doomed = append(doomed, do.resolve(do.list[next].entity))
	}
	s.kill(doomed)
	s.doomed = doomed
	return next
}

// kill ends those of the entities that are alive. If there are hooks, they end
// one by one, so that each hook sees the world as it is then.
func (s *Sim) kill(es []Entity) {
	for i, e := range es {
		if !s.world.pool.Alive(e) {
			continue
		}
		s.entities.forget(e)
		if len(s.hooks) > 0 {
			s.tell(e, s.world.sigs.of[e.ID()], noSignature, false)
			s.world.Destroy(es[i : i+1])
		}
	}
	s.world.Destroy(es)
}

// A hook is told which entities a system gets, or loses.
type hook struct {
	number  int  // of the world's system
	joining bool // gets
	do      func(Entity)
}

// tell calls the hooks of a change: before it those of systems that lose the
// entity, which still has its components, and after it those that get it.
func (s *Sim) tell(e Entity, from, to sigID, joining bool) {
	for i := range s.hooks {
		h := &s.hooks[i]
		if h.joining != joining {
			continue
		}
		was, is := s.wants(h.number, from), s.wants(h.number, to)
		if was != is && is == joining {
			h.do(e)
		}
	}
}

func (s *Sim) wants(number int, sig sigID) bool {
	return sig != noSignature && s.world.requirements[number].In(s.world.sigs.Bits(sig))
}
