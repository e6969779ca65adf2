package drive

import "slices"

// isParent is the family of an entity that has children.
const isParent = -2

// attach gives parents to children: to all whose parent was destroyed, to as many new ones as
// are missing, and to n that already have one.
func (p *Script) attach(list *List, n int) {
	if p.Spec.Relations == 0 {
		return
	}
	p.mark++
	p.moved.reset()
	step := Step{Kinds: p.Spec.Family}
	stranger := func() (uint32, bool) {
		for range 1000 {
			if slot := p.draw(Random); p.fits(&step, slot) && p.family[slot] == -1 {
				return slot, true
			}
		}
		return 0, false
	}
	for len(p.parents) < p.Spec.Parents {
		slot, found := stranger()
		if !found {
			break
		}
		p.family[slot] = isParent
		p.parents = append(p.parents, slot)
	}
	if len(p.parents) == 0 {
		return
	}
	for _, slot := range p.orphans {
		if _, found := p.ParentOf(slot); p.family[slot] >= 0 && !found {
			p.adopt(list, slot)
		}
	}
	p.orphans = p.orphans[:0]
	for len(p.children) < p.Spec.Relations {
		slot, found := stranger()
		if !found {
			break
		}
		p.family[slot] = int32(len(p.children))
		p.children = append(p.children, slot)
		p.Mask[slot] |= HasParent
		p.adopt(list, slot)
	}
	chosen := p.children
	if n < len(chosen) {
		chosen = nil
		for range n {
			chosen = append(chosen, p.children[p.random.IntN(len(p.children))])
		}
	}
	for _, slot := range chosen {
		if p.picked[slot] != p.mark && p.born[slot] != p.Frame.Number {
			p.adopt(list, slot)
		}
	}
}

// plant makes all entities a tree, in the order of their creation: the first one is the root.
func (p *Script) plant(list *List) {
	for i := 1; i < len(p.live) && p.Spec.Tree > 0; i++ {
		slot, parent := p.live[i], p.live[(i-1)/p.Spec.Tree]
		p.Parent[slot], p.Whose[slot] = int32(parent), p.Serial[parent]
		p.Mask[slot] |= HasParent
		list.Parents = append(list.Parents, parent)
		list.add(slot, p.Serial[slot])
	}
}

// attachBack gives the children of the last attachment the parents that they had.
func (p *Script) attachBack(list *List) {
	for i, slot := range p.moved.Slots {
		parent := p.moved.Parents[i]
		p.Parent[slot], p.Whose[slot] = int32(parent), p.Serial[parent]
		list.Parents = append(list.Parents, parent)
		p.take(list, slot)
	}
}

// adopt gives a child a parent that was alive when the frame began, another one if there is one.
func (p *Script) adopt(list *List, slot uint32) {
	if p.picked[slot] == p.mark {
		return
	}
	chosen := p.random.IntN(len(p.parents))
	if former, found := p.ParentOf(slot); found {
		if p.parents[chosen] == former {
			chosen = (chosen + 1) % len(p.parents)
		}
		p.moved.add(slot, p.Serial[slot])
		p.moved.Parents = append(p.moved.Parents, former)
	}
	parent := p.parents[chosen]
	p.Parent[slot], p.Whose[slot] = int32(parent), p.Serial[parent]
	list.Parents = append(list.Parents, parent)
	p.take(list, slot)
}

// detach removes the parents of n children.
func (p *Script) detach(list *List, n int) {
	p.mark++
	for range min(n, len(p.children)) {
		slot := p.children[p.random.IntN(len(p.children))]
		if p.born[slot] != p.Frame.Number && p.picked[slot] != p.mark {
			p.take(list, slot)
			p.leave(slot)
		}
	}
}

// leave ends the relation of a child.
func (p *Script) leave(slot uint32) {
	last := p.children[len(p.children)-1]
	p.children[p.family[slot]], p.family[last] = last, p.family[slot]
	p.children = p.children[:len(p.children)-1]
	p.family[slot], p.Parent[slot] = -1, -1
	p.Mask[slot] &^= HasParent
}

// lose removes a parent. The next attachment adopts its children.
func (p *Script) lose(slot uint32) {
	last := len(p.parents) - 1
	p.parents[slices.Index(p.parents, slot)] = p.parents[last]
	p.parents = p.parents[:last]
	for _, child := range p.children {
		if p.Parent[child] == int32(slot) && p.Whose[child] == p.Serial[slot] {
			p.orphans = append(p.orphans, child)
		}
	}
}

// ParentOf returns the slot of an entity's living parent.
func (p *Script) ParentOf(slot uint32) (parent uint32, found bool) {
	if p.Mask[slot]&HasParent == 0 || p.Parent[slot] < 0 {
		return 0, false
	}
	parent = uint32(p.Parent[slot])
	return parent, p.where[parent] >= 0 && p.Serial[parent] == p.Whose[slot]
}
