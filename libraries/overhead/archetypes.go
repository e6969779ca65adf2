package main

import (
	"github.com/edwinsyarief/teishoku"
	arche_ecs "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
	ark_ecs "github.com/mlange-42/ark/ecs"
	"github.com/yohamta/donburi"
	"github.com/yohamta/donburi/filter"

	"github.com/ecsbench/ecsbench/kernel"
)

// The components under the names that the plain code has for them.
type (
	Position = kernel.Position
	Velocity = kernel.Velocity
	Status   = kernel.Filler15
)

// initial is what entity i gains, as the adapters have it.
func initial(i int) Status { return Status{A: uint32(i), B: ^uint32(i)} }

func plainArk(trust bool) plain {
	w := ark_ecs.NewWorld()
	movers, creator := ark_ecs.NewFilter2[Position, Velocity](w).Register(), ark_ecs.NewMap2[Position, Velocity](w)
	positions, states := ark_ecs.NewMap[Position](w), ark_ecs.NewMap[Status](w)
	es, more := make([]ark_ecs.Entity, n), make([]ark_ecs.Entity, n)
	create := func(es []ark_ecs.Entity) {
		for i := range es {
			var p Position
			p.Init(uint32(i))
			var v Velocity
			v.Init(uint32(i))
			es[i] = creator.NewEntity(&p, &v)
		}
	}
	create(es)
	return plain{
		iterate: func(dt float32) {
			query := movers.Query()
			for query.Next() {
				p, v := query.Get()
				kernel.Move(p, v, dt)
			}
		},
		create: func() { create(more) },
		destroy: func() {
			for _, e := range more {
				if trust || w.Alive(e) {
					w.RemoveEntity(e)
				}
			}
		},
		exchange: func() {
			for i, e := range es {
				if trust || w.Alive(e) && !states.HasUnchecked(e) {
					value := initial(i)
					states.Add(e, &value)
				}
			}
			for _, e := range es {
				if trust || w.Alive(e) && states.HasUnchecked(e) {
					states.Remove(e)
				}
			}
		},
		lookup: func(order []int) (sum uint64) {
			for _, at := range order {
				if e := es[at]; trust || w.Alive(e) {
					if p := positions.GetUnchecked(e); p != nil {
						sum += p.Glance()
					}
				}
			}
			return sum
		},
	}
}

func plainArche(trust bool) plain {
	world := arche_ecs.NewWorld()
	w := &world
	movers := generic.NewFilter2[Position, Velocity]()
	movers.Register(w)
	creator, positions, states := generic.NewMap2[Position, Velocity](w), generic.NewMap[Position](w), generic.NewMap1[Status](w)
	status := arche_ecs.ComponentID[Status](w)
	es, more := make([]arche_ecs.Entity, n), make([]arche_ecs.Entity, n)
	create := func(es []arche_ecs.Entity) {
		for i := range es {
			es[i] = creator.New()
			p, v := creator.GetUnchecked(es[i])
			p.Init(uint32(i))
			v.Init(uint32(i))
		}
	}
	create(es)
	return plain{
		iterate: func(dt float32) {
			query := movers.Query(w)
			for query.Next() {
				p, v := query.Get()
				kernel.Move(p, v, dt)
			}
		},
		create: func() { create(more) },
		destroy: func() {
			for _, e := range more {
				if trust || w.Alive(e) {
					w.RemoveEntity(e)
				}
			}
		},
		exchange: func() {
			for i, e := range es {
				if trust || w.Alive(e) && !w.HasUnchecked(e, status) {
					states.Add(e)
					*states.GetUnchecked(e) = initial(i)
				}
			}
			for _, e := range es {
				if trust || w.Alive(e) && w.HasUnchecked(e, status) {
					states.Remove(e)
				}
			}
		},
		lookup: func(order []int) (sum uint64) {
			for _, at := range order {
				if e := es[at]; trust || w.Alive(e) {
					if p := positions.GetUnchecked(e); p != nil {
						sum += p.Glance()
					}
				}
			}
			return sum
		},
	}
}

var (
	donburiPosition = donburi.NewComponentType[Position]()
	donburiVelocity = donburi.NewComponentType[Velocity]()
	donburiStatus   = donburi.NewComponentType[Status]()
)

func plainDonburi(bool) plain {
	w := donburi.NewWorld()
	movers := donburi.NewQuery(filter.Contains(donburiPosition, donburiVelocity))
	es, more := make([]donburi.Entity, n), make([]donburi.Entity, n)
	create := func(es []donburi.Entity) {
		for i := range es {
			es[i] = w.Create(donburiPosition, donburiVelocity)
			entry := w.Entry(es[i])
			donburiPosition.Get(entry).Init(uint32(i))
			donburiVelocity.Get(entry).Init(uint32(i))
		}
	}
	create(es)
	return plain{
		iterate: func(dt float32) {
			for entry := range movers.Iter(w) {
				p, v := donburiPosition.Get(entry), donburiVelocity.Get(entry)
				kernel.Move(p, v, dt)
			}
		},
		create: func() { create(more) },
		destroy: func() {
			for _, e := range more {
				if w.Valid(e) {
					w.Remove(e)
				}
			}
		},
		exchange: func() {
			for i, e := range es {
				if !w.Valid(e) {
					continue
				}
				if entry := w.Entry(e); !entry.HasComponent(donburiStatus) {
					entry.AddComponent(donburiStatus)
					*donburiStatus.Get(entry) = initial(i)
				}
			}
			for _, e := range es {
				if !w.Valid(e) {
					continue
				}
				if entry := w.Entry(e); entry.HasComponent(donburiStatus) {
					entry.RemoveComponent(donburiStatus)
				}
			}
		},
		lookup: func(order []int) (sum uint64) {
			for _, at := range order {
				if e := es[at]; w.Valid(e) {
					if entry := w.Entry(e); entry.HasComponent(donburiPosition) {
						sum += donburiPosition.Get(entry).Glance()
					}
				}
			}
			return sum
		},
	}
}

func plainTeishoku(trust bool) plain {
	w := teishoku.NewWorld(1024)
	creator, positions := teishoku.NewBuilder2[Position, Velocity](w), teishoku.NewBuilder[Position](w)
	es, more := make([]teishoku.Entity, n), make([]teishoku.Entity, n)
	create := func(es []teishoku.Entity) {
		for i := range es {
			var p Position
			p.Init(uint32(i))
			var v Velocity
			v.Init(uint32(i))
			es[i] = creator.NewEntity()
			creator.Set(es[i], p, v)
		}
	}
	create(es)
	movers := teishoku.NewFilter2[Position, Velocity](w)
	return plain{
		iterate: func(dt float32) {
			movers.Reset()
			for movers.Next() {
				p, v := movers.Get()
				kernel.Move(p, v, dt)
			}
		},
		create: func() { create(more) },
		destroy: func() {
			for _, e := range more {
				if trust || w.IsValidNoLock(e) {
					w.RemoveEntity(e)
				}
			}
		},
		exchange: func() {
			for i, e := range es {
				if trust || w.IsValidNoLock(e) && teishoku.GetComponent[Status](w, e) == nil {
					teishoku.SetComponent(w, e, initial(i))
				}
			}
			for _, e := range es {
				if trust || teishoku.GetComponent[Status](w, e) != nil {
					teishoku.RemoveComponent[Status](w, e)
				}
			}
		},
		lookup: func(order []int) (sum uint64) {
			for _, at := range order {
				if p := positions.Get(es[at]); p != nil {
					sum += p.Glance()
				}
			}
			return sum
		},
	}
}
