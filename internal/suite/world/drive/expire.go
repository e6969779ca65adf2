package drive

import "math/bits"

// expire replaces the entities that a system finds expired: it adds one to a number of each
// entity, which begins at the entity's serial and a constant, and an entity expires when the
// number is a multiple of [Step.Life]. Entities created by the system are not visited in the
// same frame.
func (p *Script) expire(s *Step, list *List) {
	p.visits++
	start := uint32(Initial(bits.TrailingZeros64(s.Add), 0))
	var kinds []uint8
	var slots []uint32
	for _, slot := range p.live {
		if p.Mask[slot]&s.Need != s.Need || p.Mask[slot]&s.Lack != 0 {
			continue
		}
		if number := p.Serial[slot] + start + p.visits - p.since[slot]; number%uint32(s.Life) == 0 {
			slots, kinds = append(slots, slot), append(kinds, p.kind[slot])
		}
	}
	for _, slot := range slots {
		p.destroy(slot)
	}
	for _, kind := range kinds {
		p.spawn(list, int(kind), p.components(int(kind)))
	}
}

// spread selects the entities of a kind whose number, in the order of creation, has a bit. A
// change for each bit leads to all subsets of its components.
func (p *Script) spread(s *Step, list *List) {
	number := 0
	for at := p.oldest; at >= 0; at = p.newer[at] {
		if s.Kinds>>p.kind[at]&1 == 0 {
			continue
		}
		if number>>(s.Bit-1)&1 != 0 {
			list.add(uint32(at), p.Serial[at])
		}
		number++
	}
}
