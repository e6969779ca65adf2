package drive

// A replacement destroys entities and creates others in their slots.
type replacement struct{ gone, back List }

// age decides the aging of the population. In each round half of the entities are destroyed, and
// entities of any kind are created in their slots. Then the entities of changed kind, and half of
// the others, are destroyed and created as they were. Both happen in random order, one by one. So
// handles are recycled, the population and the sizes of kinds vary, and every entity ends as it
// began. There are never more entities than before.
func (p *Script) age() (list []replacement) {
	n := len(p.live)
	shifted := make([]bool, n) // by place in live
	replace := func(at []int, kind func(i int) int) {
		var r replacement
		for _, i := range at {
			r.gone.add(p.live[i], p.Serial[p.live[i]])
		}
		p.random.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
		for _, i := range at {
			slot := p.live[i]
			k, mask := kind(i), p.Mask[slot]&^HasParent
			if shifted[i] = k != int(p.kind[slot]); shifted[i] {
				mask = p.Spec.Kinds[k].Has
			}
			r.back.Spawn(slot, p.Serial[slot], uint8(k), mask)
		}
		list = append(list, r)
	}
	for range p.Spec.Aged {
		replace(p.random.Perm(n)[:(n+1)/2], func(int) int { return p.random.IntN(len(p.Spec.Kinds)) })
		var others []int
		for _, i := range p.random.Perm(n) {
			if shifted[i] || p.random.IntN(2) == 0 {
				others = append(others, i)
			}
		}
		replace(others, func(i int) int { return int(p.kind[p.live[i]]) })
	}
	return list
}
