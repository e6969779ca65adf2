package drive

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// InGraveyard marks a slot number in a list as an index of the graveyard, which holds handles of
// destroyed entities.
const InGraveyard uint32 = 1 << 31

// Graves is the number of handles of destroyed entities that are kept for stale look-ups.
const Graves = 1024

// A List is the input of a step in a frame. The slices have equal lengths or are nil, except Ends.
type List struct {
	Slots   []uint32 // or graves, see InGraveyard
	Serials []uint32
	Kinds   []uint8  // of spawned entities
	Masks   []uint64 // components of spawned entities
	Rows    []Row    // of spawned entities; not as long as the others
	Top     uint32   // the largest slot of spawned entities
	Loose   int      // the length of the longest row that is no run
	Parents []uint32 // slots
	Copies  []uint32 // slots of the copies of entities
	Graves  []uint32 // where to keep the handles of destroyed entities
	Parts   []List   // rows of neighbours that take turns, instead of the others
}

// A Row is entities of one kind with the same components that are spawned one after the other.
type Row struct {
	From, To int
	Run      bool // their slots follow each other
}

func (l *List) reset() {
	*l = List{l.Slots[:0], l.Serials[:0], l.Kinds[:0], l.Masks[:0], l.Rows[:0], 0, 0, l.Parents[:0], l.Copies[:0], l.Graves[:0], nil}
}

// Spawn adds an entity that is created.
func (l *List) Spawn(slot, serial uint32, kind uint8, mask uint64) {
	n := len(l.Slots)
	if n == 0 || l.Kinds[n-1] != kind || l.Masks[n-1] != mask {
		l.Rows = append(l.Rows, Row{From: n, Run: true})
	}
	row := &l.Rows[len(l.Rows)-1]
	row.To, l.Top = n+1, max(l.Top, slot)
	row.Run = row.Run && (n == row.From || slot == l.Slots[n-1]+1)
	if !row.Run {
		l.Loose = max(l.Loose, row.To-row.From)
	}
	l.add(slot, serial)
	l.Kinds, l.Masks = append(l.Kinds, kind), append(l.Masks, mask)
}

func (l *List) add(slot, serial uint32) {
	l.Slots, l.Serials = append(l.Slots, slot), append(l.Serials, serial)
}

// A Frame is the changes of one frame.
type Frame struct {
	Number uint32
	Due    []bool // by step
	Lists  []List // by step
}

// A Script decides the changes, frame by frame. It has no library and no values.
type Script struct {
	Spec  *Spec
	Frame Frame

	random  *rand.Rand
	zipf    *rand.Zipf
	zipfed  int       // number of entities for zipf
	owed    []float64 // by step: fractions of entities
	weights []float64 // of kinds, cumulative, for spawns of any kind

	// By slot.
	Serial []uint32
	Mask   []uint64 // 0 for a free slot that never had components; see alive
	kind   []uint8
	born   []uint32 // frame
	since  []uint32 // visits of the step that expires entities before this one was spawned
	picked []uint32 // mark of the last selection
	where  []int32  // place in live, -1 for a free slot
	older  []int32
	newer  []int32
	Parent []int32  // slot of the parent, -1 for none
	Whose  []uint32 // serial of that parent
	family []int32  // place in children or, as a parent, -2

	live           []uint32
	free           []uint32
	oldest, newest int32
	mark           uint32
	serial         uint32
	buried         uint32
	visits         uint32 // of the step that expires entities
	children       []uint32
	parents        []uint32
	orphans        []uint32
	moved          List // children of the last attachment with the parents that they had
}

// NewScript begins a script. The first frame is the set-up: it spawns all entities and
// attaches the children.
func NewScript(spec *Spec) *Script {
	p := &Script{
		Spec: spec, random: rand.New(rand.NewPCG(spec.Seed, 0x9e3779b97f4a7c15)),
		owed: make([]float64, len(spec.Steps)), oldest: -1, newest: -1,
	}
	p.Frame.Due, p.Frame.Lists = make([]bool, len(spec.Steps)), make([]List, len(spec.Steps))
	sum := 0.0
	for _, k := range spec.Kinds {
		sum += float64(k.Count)
		p.weights = append(p.weights, sum)
	}
	return p
}

// Population decides the entities of the start and their relations. Kinds are mixed, in
// rows of random lengths, whose entities have the same components.
func (p *Script) Population() (spawned, attached List) {
	type row struct {
		kind uint8
		size int
	}
	var rows []row
	for k, kind := range p.Spec.Kinds {
		for left := kind.Count; left > 0; {
			size := 1
			if p.Spec.Rows > 1 {
				size = min(left, 1+p.random.IntN(p.Spec.Rows))
			}
			rows = append(rows, row{uint8(k), size})
			left -= size
		}
	}
	p.random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	for _, r := range rows {
		mask := p.components(int(r.kind))
		for range r.size {
			p.spawn(&spawned, int(r.kind), mask)
		}
	}
	p.Frame.Number = 1 // the entities of the start can be selected
	p.attach(&attached, 0)
	p.plant(&attached)
	return spawned, attached
}

// Next decides the next frame.
func (p *Script) Next() *Frame {
	return p.next(func(s *Step, frame uint32) bool {
		if s.Bit > 0 || s.Before {
			return frame == 2 // the first one
		}
		return frame%uint32(s.Every) == 0
	})
}

// next decides a frame with the steps that are due.
func (p *Script) next(due func(s *Step, frame uint32) bool) *Frame {
	f := &p.Frame
	f.Number++
	for i := range p.Spec.Steps {
		s := &p.Spec.Steps[i]
		f.Due[i] = due(s, f.Number)
		list := &f.Lists[i]
		list.reset()
		if !f.Due[i] || s.Op == System || s.Op == Visit || s.Op == Detect || s.Op == Define {
			continue
		}
		p.owed[i] += s.Count
		n := int(p.owed[i])
		p.owed[i] -= float64(n)
		p.step(s, list, n, &f.Lists[max(0, i-1)])
	}
	return f
}

// step decides a step of n entities. before is the list of the step before it.
func (p *Script) step(s *Step, list *List, n int, before *List) {
	switch s.Op {
	case Spawn:
		for range n {
			if s.Until > 0 && len(p.live) >= s.Until {
				break
			}
			kind := p.kindOf(s)
			p.spawn(list, kind, p.components(kind))
		}
	case Attach:
		if s.Undo {
			p.attachBack(list)
		} else {
			p.attach(list, n)
		}
	case Detach:
		p.detach(list, n)
	case Lookup:
		p.lookup(s, list, n)
	case Expire:
		p.expire(s, list)
	default:
		switch {
		case s.Bit > 0:
			p.spread(s, list)
		case s.Op == Despawn || s.Op == Save:
			for at := p.oldest; at >= 0; at = p.newer[at] {
				list.add(uint32(at), p.Serial[at])
			}
		case s.Order == Turns && !s.Undo:
			p.turns(s, list)
		case s.Undo:
			list.Slots, list.Serials, list.Parts = append(list.Slots, before.Slots...), append(list.Serials, before.Serials...), before.Parts
		default:
			p.pick(s, list, n)
		}
		for _, slot := range list.Slots {
			switch s.Op {
			case Destroy:
				if !s.Undo {
					list.Graves = append(list.Graves, p.buried%Graves)
					p.buried++
				}
				p.destroy(slot)
			case Change:
				p.Mask[slot] = p.Mask[slot]&^s.Drop | s.Add
			case Despawn:
				p.destroy(slot)
			case Clone:
				made := p.create(p.kind[slot], p.Mask[slot])
				list.Copies, list.Top = append(list.Copies, made), max(list.Top, made)
			}
		}
	}
}

// kindOf draws the kind of a new entity among those of the step.
func (p *Script) kindOf(s *Step) int {
	for {
		x := p.random.Float64() * p.weights[len(p.weights)-1]
		if bits.OnesCount64(s.Kinds) == 1 {
			return bits.TrailingZeros64(s.Kinds)
		}
		k := slices.IndexFunc(p.weights, func(w float64) bool { return x < w })
		if k >= 0 && s.Kinds>>k&1 != 0 {
			return k
		}
	}
}

// components draws those of a new entity.
func (p *Script) components(kind int) (mask uint64) {
	k := &p.Spec.Kinds[kind]
	mask = k.Has
	for _, some := range k.Some {
		if p.random.Float64() < some.Share {
			mask |= 1 << some.Component
		}
	}
	return mask
}

func (p *Script) spawn(list *List, kind int, mask uint64) {
	slot := p.create(uint8(kind), mask)
	list.Spawn(slot, p.serial, uint8(kind), mask)
}

// create returns the slot of a new entity.
func (p *Script) create(kind uint8, mask uint64) (slot uint32) {
	slot = p.slot()
	p.serial++
	p.Serial[slot], p.Mask[slot], p.kind[slot], p.born[slot] = p.serial, mask, kind, p.Frame.Number
	p.since[slot] = p.visits
	p.Parent[slot], p.family[slot] = -1, -1
	p.where[slot] = int32(len(p.live))
	p.live = append(p.live, slot)
	p.older[slot], p.newer[slot] = p.newest, -1
	if p.newest >= 0 {
		p.newer[p.newest] = int32(slot)
	} else {
		p.oldest = int32(slot)
	}
	p.newest = int32(slot)
	return slot
}

// slot returns a free slot, the one that was freed last.
func (p *Script) slot() uint32 {
	if n := len(p.free); n > 0 {
		slot := p.free[n-1]
		p.free = p.free[:n-1]
		return slot
	}
	slot := uint32(len(p.Serial))
	p.Serial, p.Mask, p.kind = append(p.Serial, 0), append(p.Mask, 0), append(p.kind, 0)
	p.born, p.picked, p.where = append(p.born, 0), append(p.picked, 0), append(p.where, -1)
	p.since = append(p.since, 0)
	p.older, p.newer = append(p.older, -1), append(p.newer, -1)
	p.Parent, p.Whose, p.family = append(p.Parent, -1), append(p.Whose, 0), append(p.family, -1)
	return slot
}

func (p *Script) destroy(slot uint32) {
	last := p.live[len(p.live)-1]
	p.live[p.where[slot]], p.where[last] = last, p.where[slot]
	p.live = p.live[:len(p.live)-1]
	p.where[slot] = -1
	older, newer := p.older[slot], p.newer[slot]
	if older >= 0 {
		p.newer[older] = newer
	} else {
		p.oldest = newer
	}
	if newer >= 0 {
		p.older[newer] = older
	} else {
		p.newest = older
	}
	switch {
	case p.family[slot] >= 0:
		p.leave(slot)
	case p.family[slot] == isParent:
		p.lose(slot)
	}
	p.free = append(p.free, slot)
}

// Live returns the slots of all entities alive.
func (p *Script) Live() []uint32 { return p.live }

// fits reports whether an entity can be selected by a step.
func (p *Script) fits(s *Step, slot uint32) bool {
	return p.picked[slot] != p.mark && p.born[slot] != p.Frame.Number && p.where[slot] >= 0 &&
		s.Kinds>>p.kind[slot]&1 != 0 && p.Mask[slot]&s.Need == s.Need && p.Mask[slot]&s.Lack == 0
}

func (p *Script) take(list *List, slot uint32) {
	p.picked[slot] = p.mark
	list.add(slot, p.Serial[slot])
}

// pick selects up to n different entities.
func (p *Script) pick(s *Step, list *List, n int) {
	p.mark++
	n = min(n, len(p.live))
	if n == 0 {
		return
	}
	more := true
	offer := func(slot uint32) {
		if p.fits(s, slot) {
			p.take(list, slot)
			more = len(list.Slots) < n
		}
	}
	switch s.Order {
	case Oldest:
		for at := p.oldest; more && at >= 0; at = p.newer[at] {
			offer(uint32(at))
		}
	case Newest:
		for at := p.newest; more && at >= 0; at = p.older[at] {
			offer(uint32(at))
		}
	case Neighbours:
		start := p.random.IntN(len(p.Serial))
		for i := 0; more && i < len(p.Serial); i++ {
			offer(uint32((start + i) % len(p.Serial)))
		}
	default:
		for tries := 16*n + 64; more && tries > 0; tries-- {
			offer(p.draw(s.Order))
		}
		if !more {
			return
		}
		start := p.random.IntN(len(p.live)) // few fit: search all
		for i := 0; more && i < len(p.live); i++ {
			offer(p.live[(start+i)%len(p.live)])
		}
	}
}

// turns divides the entities that a step can select into rows of neighbours, of one kind with the
// same components. The rows are in random order.
func (p *Script) turns(s *Step, list *List) {
	p.mark++
	slots := slices.Sorted(slices.Values(p.live))
	for i, slot := range slots {
		if !p.fits(s, slot) {
			continue
		}
		n := len(list.Parts)
		if n == 0 || i == 0 || slots[i-1] != slot-1 || p.picked[slot-1] != p.mark || len(list.Parts[n-1].Slots) == max(1, p.Spec.Rows) ||
			p.kind[slot-1] != p.kind[slot] || p.Mask[slot-1] != p.Mask[slot] {
			list.Parts = append(list.Parts, List{})
		}
		part := &list.Parts[len(list.Parts)-1]
		part.Spawn(slot, p.Serial[slot], p.kind[slot], p.Mask[slot])
		p.picked[slot] = p.mark
	}
	p.random.Shuffle(len(list.Parts), func(i, j int) { list.Parts[i], list.Parts[j] = list.Parts[j], list.Parts[i] })
}

// draw returns the slot of some entity; there is at least one.
func (p *Script) draw(order Order) uint32 {
	if order != Zipf {
		return p.live[p.random.IntN(len(p.live))]
	}
	if n := len(p.live); p.zipfed > n || p.zipfed < n-n/64 {
		p.zipf, p.zipfed = rand.NewZipf(p.random, 1.1, 1, uint64(n-1)), n
	}
	return p.live[p.zipf.Uint64()]
}

// lookup selects entities, possibly more than once, and destroyed ones.
func (p *Script) lookup(s *Step, list *List, n int) {
	if s.Order == Turns {
		p.turns(s, list)
		return
	}
	if s.Order != Random && s.Order != Zipf {
		p.pick(s, list, n)
		return
	}
	p.mark++ // nothing is marked, so every entity with the component fits
	for tries := 64 * (n + 1); tries > 0 && len(list.Slots) < n && len(p.live) > 0; tries-- {
		if p.buried > 0 && s.Stale > 0 && p.random.Float64() < s.Stale {
			grave := uint32(p.random.IntN(int(min(p.buried, Graves))))
			if p.dug(grave) {
				list.add(grave|InGraveyard, 0)
			}
			continue
		}
		if slot := p.draw(s.Order); p.fits(s, slot) {
			list.add(slot, p.Serial[slot])
		}
	}
}

// dug reports whether a grave has its handle when the frame is prepared. Graves of this frame
// are still empty.
func (p *Script) dug(grave uint32) bool {
	return !slices.ContainsFunc(p.Frame.Lists, func(l List) bool { return slices.Contains(l.Graves, grave) })
}
