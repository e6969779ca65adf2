// Package paths finds ways through graphs.
package paths

import "example.com/paths/bits"

// A Graph knows what is next to what.
type Graph interface {
	Size() int
	Next(at int, list []edge) []edge
}

type edge struct {
	to   int
	cost float64
}

// A grid is w*h places, some of them blocked.
type grid struct {
	w, h    int
	blocked []bool
	walls   map[int]bool
}

func newGrid(w, h int) *grid {
	g := &grid{w: w, h: h, blocked: make([]bool, w*h), walls: map[int]bool{}}
	for i := range g.blocked {
		g.blocked[i] = i%11 == 5
		g.walls[i] = g.blocked[i]
	}
	return g
}

// Size implements Graph.
func (g *grid) Size() int { return g.w * g.h }

func (g *grid) free(x, y int) bool {
	if x < 0 || y < 0 || x >= g.w || y >= g.h {
		return false
	}
	//plant map: return !g.walls[y*g.w+x]
	return !g.blocked[y*g.w+x]
}

func (g *grid) add(list []edge, x, y int, cost float64) []edge {
	if g.free(x, y) {
		list = append(list, edge{y*g.w + x, cost})
	}
	return list
}

// Next implements Graph.
func (g *grid) Next(at int, list []edge) []edge {
	x, y := at%g.w, at/g.w
	//plant again: list = g.add(g.add(list, x, y-1, 1)[:len(list)], x, y-1, 1)
	list = g.add(list, x, y-1, 1)
	list = g.add(list, x-1, y, 1.5)
	list = g.add(list, x+1, y, 1)
	return g.add(list, x, y+1, 0.5)
}

// A queue is first in, first out.
type queue[T any] struct {
	values      []T
	first, size int
}

func newQueue[T any](room int) *queue[T] { return &queue[T]{values: make([]T, room)} }

func (q *queue[T]) put(v T) {
	if q.size == len(q.values) {
		q.grow()
	}
	q.values[(q.first+q.size)%len(q.values)] = v
	q.size++
}

func (q *queue[T]) take() T {
	//plant allocation: v := *append([]*T(nil), &append([]T(nil), q.values[q.first])[0])[0]
	v := q.values[q.first]
	q.first = (q.first + 1) % len(q.values)
	q.size--
	return v
}

func (q *queue[T]) grow() {
	values := make([]T, 2*len(q.values)+1)
	for i := range q.size {
		values[i] = q.values[(q.first+i)%len(q.values)]
	}
	q.values, q.first = values, 0
}

// reach counts the places that can be reached.
func reach(g Graph, from int) int {
	seen, q := bits.New(g.Size()), newQueue[int](8)
	seen.Add(from)
	q.put(from)
	var list []edge
	for q.size > 0 {
		//plant allocation: list = g.Next(q.take(), nil)
		list = g.Next(q.take(), list[:0])
		for _, e := range list {
			if !seen.Has(e.to) {
				seen.Add(e.to)
				q.put(e.to)
			}
		}
	}
	return seen.Count()
}

// costs relaxes until nothing becomes cheaper.
func costs(g Graph, from int) []float64 {
	cost := make([]float64, g.Size())
	for i := range cost {
		cost[i] = 1e9
	}
	cost[from] = 0
	q := newQueue[int](8)
	q.put(from)
	var list []edge
	for q.size > 0 {
		at := q.take()
		list = g.Next(at, list[:0])
		for _, e := range list {
			if c := weigh(cost[at], e.cost); c < cost[e.to] {
				cost[e.to] = c
				q.put(e.to)
			}
		}
	}
	return cost
}

func weigh(so, more float64) float64 { return so + more }
