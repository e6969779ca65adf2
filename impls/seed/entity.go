package seed

// An ID is the index of an entity: small, dense and reused, so that arrays can
// be indexed by it.
type ID = uint32

// An Entity is a handle: an ID and a generation. The handle of a destroyed entity stays stale,
// even after its ID is reused. The zero Entity is no entity.
type Entity uint64

// NoEntity is the handle that no entity has.
const NoEntity Entity = 0

func newEntity(id ID, generation uint16) Entity {
	return Entity(generation)<<32 | Entity(id)
}

// ID returns the index of the entity; it means something only while the
// entity is alive.
func (e Entity) ID() ID { return ID(e) }

func (e Entity) generation() uint16 { return uint16(e >> 32) }

// valid reports whether e has the form of a handle that a pool hands out.
func (e Entity) valid() bool { return e>>48 == 0 && e.generation()%2 == 1 }

// A Pool hands out entities and takes them back.
//
// The generation of an ID is odd while it is alive and even while it is free, so one comparison
// detects a stale handle. Generations are 16 bits wide to save memory. An ID is retired after
// 32,768 lives, so no handle is ever valid twice.
type Pool struct {
	generations []uint16 // by ID
	free        freeList
	live        int
}

// NewPool returns an empty pool that reuses IDs in the given order.
func NewPool(order ReuseOrder) *Pool {
	p := &Pool{free: &stack{}}
	if order == LowestFirst {
		p.free = &minHeap{}
	}
	return p
}

// Reserve makes room for n entities in all. The list of free IDs is not reserved.
func (p *Pool) Reserve(n int) { p.generations = Reserve(p.generations, n) }

// Create creates len(dst) entities and writes their handles to dst and their IDs to ids, which
// must have the same length. Free IDs are reused first.
func (p *Pool) Create(dst []Entity, ids []ID) {
	ids = ids[:len(dst)]
	reused := min(p.free.Len(), len(dst))
	for i := range reused {
		id := p.free.Pop()
		p.generations[id]++
		ids[i] = id
		dst[i] = newEntity(id, p.generations[id])
	}
	first := len(p.generations)
	fresh := dst[reused:]
	p.generations = extend(p.generations, len(fresh))
	for i := range fresh {
		id := ID(first + i)
		p.generations[id] = 1
		ids[reused+i] = id
		fresh[i] = newEntity(id, 1)
	}
	p.live += len(dst)
}

// Destroy ends the life of an ID, which must be alive.
func (p *Pool) Destroy(id ID) {
	p.generations[id]++
	if p.generations[id] != 0 { // otherwise it overflowed: retire the ID
		p.free.Push(id)
	}
	p.live--
}

// Alive reports whether the entity exists and is the one the handle was made for.
func (p *Pool) Alive(e Entity) bool {
	id := e.ID()
	return int(id) < len(p.generations) && p.generations[id] == e.generation() && e.valid()
}

// Entity returns the handle of an ID that is alive, and NoEntity for others.
func (p *Pool) Entity(id ID) Entity {
	if int(id) >= len(p.generations) || p.generations[id]%2 == 0 {
		return NoEntity
	}
	return newEntity(id, p.generations[id])
}

// Len returns the number of entities that are alive.
func (p *Pool) Len() int { return p.live }

// Bound returns one more than the highest ID ever handed out.
func (p *Pool) Bound() int { return len(p.generations) }
