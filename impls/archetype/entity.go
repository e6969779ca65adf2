package archetype

import "math"

// An Entity is a handle: the number of a place, its ID, in the lower half, and the
// generation of that place in the upper one. It is stale once its entity has
// ended: the place has another generation then. The zero Entity is of no entity.
type Entity uint64

func handle(id, generation uint32) Entity { return Entity(generation)<<32 | Entity(id) }

func (e Entity) id() uint32         { return uint32(e) }
func (e Entity) generation() uint32 { return uint32(e >> 32) }

// A place says where the components of an entity are, and which generation of
// handles means it. While the ID is free, row is the next free ID.
type place struct{ table, row, generation uint32 }

// entities knows the place of every ID, in pages.
//
// Worlds are mostly filled in order: many entities of one table, one after the
// other. The places of such a page follow from its first one, and are not
// written down until an entity of it ends, changes its table, or moves to
// another row. So filling a world costs no memory and no time for places, and
// who looks up an entity of it at random misses the cache once and not twice.
type entities struct {
	pages []page
	next  uint32 // the least ID that has not been used since the last clear
	free  uint32 // the last ID that became free, or nobody
	live  int
}

const (
	pageBits = 10
	pageSize = 1 << pageBits
	pageMask = pageSize - 1

	nobody = math.MaxUint32
)

// A page is the places of pageSize IDs. While they are in order, how far a handle
// is from the start tells all at once: that it is of the page, of an ID in use, of
// the generation of that ID, and which row it means.
type page struct {
	places  *[pageSize]place // nil while they are in order
	start   Entity           // of the first ID, in the generation of those used for the first time
	table   uint32           // in order: the table of all of them
	first   uint32           // in order: the row of the first of them
	used    uint16           // in order: how many IDs were used so far; else 0
	written uint16           // not in order: how many IDs were used so far; else 0
}

// find returns the table and row of an entity that is alive.
func (e *entities) find(h Entity) (table, row uint32, alive bool) {
	number := h.id() >> pageBits
	if int(number) >= len(e.pages) {
		return 0, 0, false
	}
	p, at := &e.pages[number], h.id()&pageMask
	if at < uint32(p.written) { // what changes has mostly changed before
		found := &p.places[at]
		return found.table, found.row, found.generation == h.generation()
	}
	after := h - p.start
	return p.table, p.first + uint32(after), after < Entity(p.used)
}

// where returns the place of an ID in use.
func (e *entities) where(id uint32) (table, row uint32) {
	p, at := &e.pages[id>>pageBits], id&pageMask
	if p.places == nil {
		return p.table, p.first + at
	}
	return p.places[at].table, p.places[at].row
}

// add returns a new entity at a place.
func (e *entities) add(table, row uint32) Entity {
	e.live++
	if id := e.free; id != nobody {
		free := &e.pages[id>>pageBits].places[id&pageMask]
		e.free = free.row
		free.table, free.row = table, row
		return handle(id, free.generation)
	}
	id := e.next
	e.next++
	if int(id>>pageBits) == len(e.pages) {
		e.pages = append(e.pages, page{start: handle(id, 1)})
	}
	p, at := &e.pages[id>>pageBits], id&pageMask
	if p.places == nil {
		if at == 0 {
			p.table, p.first = table, row
		}
		if p.table == table && p.first+at == row {
			p.used++
			return p.start + Entity(at)
		}
		p.write()
	}
	p.places[at] = place{table, row, p.start.generation()}
	p.written++
	return p.start + Entity(at)
}

// addInOrder adds as many new entities as it can at once, at the places from
// row to row+n-1, and returns how many. It can at least one if no ID is free.
func (e *entities) addInOrder(table, row uint32, dst []Entity) int {
	if e.free != nobody {
		return 0
	}
	dst[0] = e.add(table, row)
	id := dst[0].id()
	p, at := &e.pages[id>>pageBits], id&pageMask
	if p.places != nil {
		return 1
	}
	n := min(len(dst), int(pageSize-at))
	for i := range dst[:n] {
		dst[i] = dst[0] + Entity(i)
	}
	p.used += uint16(n - 1)
	e.next += uint32(n - 1)
	e.live += n - 1
	return n
}

// write writes down the places of a page that was in order until now.
func (p *page) write() {
	p.places = new([pageSize]place)
	for i := range p.places[:p.used] {
		p.places[i] = place{p.table, p.first + uint32(i), p.start.generation()}
	}
	p.used, p.written = 0, p.used
}

// all returns the places that are written down.
func (p *page) all() []place {
	if p.places == nil {
		return nil
	}
	return p.places[:p.written]
}

// at returns the place of an ID in use, for changing it.
func (e *entities) at(id uint32) *place {
	p := &e.pages[id>>pageBits]
	if p.places == nil {
		p.write()
	}
	return &p.places[id&pageMask]
}

// end makes the handles of an entity stale, and its ID free.
func (e *entities) end(id uint32) {
	p := e.at(id)
	p.generation++
	p.row, e.free = e.free, id
	e.live--
}

// clear ends all entities. IDs begin anew, in order, with a generation that no
// page has given out.
func (e *entities) clear() {
	for i := range e.pages {
		p := &e.pages[i]
		newest := p.start.generation()
		for _, one := range p.all() {
			newest = max(newest, one.generation)
		}
		*p = page{start: handle(p.start.id(), newest+1)}
	}
	e.next, e.free, e.live = 0, nobody, 0
}

// reserve makes room for n entities.
func (e *entities) reserve(n int) {
	e.pages = append(make([]page, 0, (n+pageMask)>>pageBits), e.pages...)
}
