// Package backends holds three small ways to store entities, and is measured
// to learn how well a slow-down of one of them is found.
package backends

// extraPerMille is the share of a pass over the paged storage that is done a
// second time. It is the one constant that differs between the two revisions
// of an experiment: real extra work of a known size in one backend only.
const extraPerMille = 0

// A Storage keeps a position and a velocity for every entity 0..n-1.
type Storage interface {
	Move(lo, hi int)         // position += velocity
	Sum(ids []int32) float64 // random access
	Scale(lo, hi int)        // velocity *= constant
	Swap(ids []int32)        // exchanges neighbours: structural change in miniature
	Count(lo, hi int) int    // entities that move to the right
}

type vec struct{ x, y float64 }

// Dense keeps one slice per component.
type Dense struct{ pos, vel []vec }

// NewDense fills n entities.
func NewDense(n int) *Dense {
	d := &Dense{make([]vec, n), make([]vec, n)}
	for i := range d.vel {
		d.vel[i] = start(i)
	}
	return d
}

func start(i int) vec { return vec{float64(i%7) - 3, float64(i%5) - 2} }

func (d *Dense) Move(lo, hi int) {
	pos, vel := d.pos[lo:hi], d.vel[lo:hi]
	for i := range pos {
		pos[i].x += vel[i].x
		pos[i].y += vel[i].y
	}
}

func (d *Dense) Sum(ids []int32) (s float64) {
	for _, id := range ids {
		s += d.pos[id].x
	}
	return s
}

func (d *Dense) Scale(lo, hi int) {
	vel := d.vel[lo:hi]
	for i := range vel {
		vel[i].x *= -1
		vel[i].y *= -1
	}
}

func (d *Dense) Swap(ids []int32) {
	for _, id := range ids {
		j := int(id) + 1
		if j == len(d.pos) {
			j = 0
		}
		d.pos[id], d.pos[j] = d.pos[j], d.pos[id]
	}
}

func (d *Dense) Count(lo, hi int) (n int) {
	for _, v := range d.vel[lo:hi] {
		if v.x > 0 {
			n++
		}
	}
	return n
}

const page = 256

type cell struct{ pos, vel vec }

// Paged keeps entities as records in pages.
type Paged struct {
	pages []*[page]cell
	n     int
}

// NewPaged fills n entities.
func NewPaged(n int) *Paged {
	p := &Paged{n: n}
	for len(p.pages)*page < n {
		p.pages = append(p.pages, new([page]cell))
	}
	for i := range n {
		p.at(i).vel = start(i)
	}
	return p
}

func (p *Paged) at(i int) *cell { return &p.pages[i/page][i%page] }

// extra is how many of n steps are done a second time.
func extra(n int) int { return n * extraPerMille / 1000 }

func (p *Paged) Move(lo, hi int) {
	p.move(lo, hi)
	p.move(lo, lo+extra(hi-lo))
}

func (p *Paged) move(lo, hi int) {
	for i := lo; i < hi; i++ {
		c := p.at(i)
		c.pos.x += c.vel.x
		c.pos.y += c.vel.y
	}
}

func (p *Paged) Sum(ids []int32) float64 {
	return p.sum(ids) + p.sum(ids[:extra(len(ids))])
}

func (p *Paged) sum(ids []int32) (s float64) {
	for _, id := range ids {
		s += p.at(int(id)).pos.x
	}
	return s
}

func (p *Paged) Scale(lo, hi int) {
	p.scale(lo, hi)
	p.scale(lo, lo+extra(hi-lo))
}

func (p *Paged) scale(lo, hi int) {
	for i := lo; i < hi; i++ {
		c := p.at(i)
		c.vel.x *= -1
		c.vel.y *= -1
	}
}

func (p *Paged) Swap(ids []int32) {
	p.swap(ids)
	p.swap(ids[:extra(len(ids))])
}

func (p *Paged) swap(ids []int32) {
	for _, id := range ids {
		j := int(id) + 1
		if j == p.n {
			j = 0
		}
		a, b := p.at(int(id)), p.at(j)
		a.pos, b.pos = b.pos, a.pos
	}
}

func (p *Paged) Count(lo, hi int) int {
	return p.count(lo, hi) + p.count(lo, lo+extra(hi-lo))
}

func (p *Paged) count(lo, hi int) (n int) {
	for i := lo; i < hi; i++ {
		if p.at(i).vel.x > 0 {
			n++
		}
	}
	return n
}

// Hashed keeps one record per entity in a map.
type Hashed struct{ cells map[int32]*cell }

// NewHashed fills n entities.
func NewHashed(n int) *Hashed {
	h := &Hashed{make(map[int32]*cell, n)}
	for i := range n {
		h.cells[int32(i)] = &cell{vel: start(i)}
	}
	return h
}

func (h *Hashed) Move(lo, hi int) {
	for i := lo; i < hi; i++ {
		c := h.cells[int32(i)]
		c.pos.x += c.vel.x
		c.pos.y += c.vel.y
	}
}

func (h *Hashed) Sum(ids []int32) (s float64) {
	for _, id := range ids {
		s += h.cells[id].pos.x
	}
	return s
}

func (h *Hashed) Scale(lo, hi int) {
	for i := lo; i < hi; i++ {
		c := h.cells[int32(i)]
		c.vel.x *= -1
		c.vel.y *= -1
	}
}

func (h *Hashed) Swap(ids []int32) {
	n := int32(len(h.cells))
	for _, id := range ids {
		j := (id + 1) % n
		a, b := h.cells[id], h.cells[j]
		a.pos, b.pos = b.pos, a.pos
	}
}

func (h *Hashed) Count(lo, hi int) (n int) {
	for i := lo; i < hi; i++ {
		if h.cells[int32(i)].vel.x > 0 {
			n++
		}
	}
	return n
}
