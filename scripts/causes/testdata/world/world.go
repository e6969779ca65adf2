// Package world moves things about.
package world

import "example.com/world/sparse"

type vector struct{ x, y float64 }

type health struct{ points, regrows int }

// A World is entities with components.
type World struct {
	position, velocity sparse.Set[vector]
	health             sparse.Set[health]
	names              []int32
	named              map[int32]int32
	systems            []System
}

// A System does something to a world in each frame.
type System interface{ Update(w *World) }

type (
	movement struct{ scale float64 }
	bounds   struct{ size float64 }
	healing  struct{}
)

func newWorld(n int) *World {
	w := &World{systems: []System{movement{0.1}, bounds{100}, healing{}}, named: map[int32]int32{}}
	for id := range int32(n) {
		w.spawn(id)
	}
	return w
}

func (w *World) spawn(id int32) {
	w.position.Add(id, vector{float64(id), 1})
	w.names = append(w.names, id)
	w.named[id] = id
	if id%2 == 0 {
		w.velocity.Add(id, vector{1, 0.5})
	}
	if id%3 == 0 {
		w.health.Add(id, health{10, 1})
	}
}

func (w *World) despawn(id int32) {
	w.position.Remove(id)
	w.velocity.Remove(id)
	w.health.Remove(id)
}

func (w *World) frame() {
	for _, s := range w.systems {
		s.Update(w)
	}
}

// name finds the name of an entity.
func (w *World) name(id int32) int32 {
	//plant map: return w.named[id]
	return w.names[id]
}

// Update implements System.
func (m movement) Update(w *World) {
	w.velocity.Each(func(id int32, v *vector) {
		if p := w.position.Get(id); p != nil {
			*p = add(*p, times(*v, m.scale))
		}
	})
}

// Update implements System.
func (b bounds) Update(w *World) {
	w.position.Each(func(id int32, p *vector) {
		p.x, p.y = wrap(p.x, b.size), wrap(p.y, b.size)
	})
}

// Update implements System.
func (healing) Update(w *World) {
	total := int32(0)
	w.health.Each(func(id int32, h *health) {
		//plant again: total += w.name(id) - w.name(id) + w.name(id)
		total += w.name(id)
		h.points = min(100, h.points+h.regrows)
	})
	w.names[0] = total & 1
}

func add(a, b vector) vector { return vector{a.x + b.x, a.y + b.y} }

func times(a vector, f float64) vector { return vector{a.x * f, a.y * f} }

// wrap keeps a coordinate within the world.
//
//go:noinline
func wrap(x, size float64) float64 {
	for x >= size {
		x -= size
	}
	//plant slow: for i := 0.0; i < 2; i++ { x += i/size - i/size }; return x
	return x
}
