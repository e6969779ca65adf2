package main

import (
	"errors"

	"github.com/edwinsyarief/teishoku"
	arche_ecs "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
	ark_ecs "github.com/mlange-42/ark/ecs"
	"github.com/yohamta/donburi"
	"github.com/yohamta/donburi/filter"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/kernel"
)

func plainEcs(int, bool) plain[ecs.Entity] {
	w := ecs.New()
	var (
		movers     ecs.Query2[Position, Velocity]
		creator    ecs.Map2[Position, Velocity]
		positions  ecs.Map1[Position]
		velocities ecs.Map1[Velocity]
		states     ecs.Map1[Status]
	)
	if err := errors.Join(
		ecs.Define[Position](w), ecs.Define[Velocity](w), ecs.Define[Status](w),
		movers.Bind(w), creator.Bind(w), positions.Bind(w), velocities.Bind(w), states.Bind(w),
	); err != nil {
		panic(err) // types and maps are right
	}
	return plain[ecs.Entity]{
		iterate: func(dt float32) {
			for p, v := range movers.All() {
				kernel.Move(p, v, dt)
			}
		},
		create: func(es []ecs.Entity, first uint32) {
			for i := range es {
				var p Position
				p.Init(first + uint32(i))
				var v Velocity
				v.Init(first + uint32(i))
				es[i], _ = creator.New(p, v)
			}
		},
		destroy: func(es []ecs.Entity) {
			for _, e := range es {
				_ = w.Destroy(e)
			}
		},
		add: func(es []ecs.Entity, first uint32) {
			for i, e := range es {
				_ = states.Add(e, initial(first+uint32(i)))
			}
		},
		remove: func(es []ecs.Entity) {
			for _, e := range es {
				_ = states.Remove(e)
			}
		},
		position: func(es []ecs.Entity) (sum uint64) {
			for _, e := range es {
				if p := positions.Get(e); p != nil {
					sum += p.Glance()
				}
			}
			return sum
		},
		velocity: func(es []ecs.Entity) (sum uint64) {
			for _, e := range es {
				if v := velocities.Get(e); v != nil {
					sum += kernel.Glance(v)
				}
			}
			return sum
		},
	}
}

func plainArk(_ int, trust bool) plain[ark_ecs.Entity] {
	w := ark_ecs.NewWorld()
	movers, creator := ark_ecs.NewFilter2[Position, Velocity](w).Register(), ark_ecs.NewMap2[Position, Velocity](w)
	positions, velocities, states := ark_ecs.NewMap[Position](w), ark_ecs.NewMap[Velocity](w), ark_ecs.NewMap[Status](w)
	return plain[ark_ecs.Entity]{
		iterate: func(dt float32) {
			query := movers.Query()
			for query.Next() {
				p, v := query.Get()
				kernel.Move(p, v, dt)
			}
		},
		create: func(es []ark_ecs.Entity, first uint32) {
			for i := range es {
				var p Position
				p.Init(first + uint32(i))
				var v Velocity
				v.Init(first + uint32(i))
				es[i] = creator.NewEntity(&p, &v)
			}
		},
		destroy: func(es []ark_ecs.Entity) {
			for _, e := range es {
				if trust || w.Alive(e) {
					w.RemoveEntity(e)
				}
			}
		},
		add: func(es []ark_ecs.Entity, first uint32) {
			for i, e := range es {
				if trust || w.Alive(e) && !states.HasUnchecked(e) {
					value := initial(first + uint32(i))
					states.Add(e, &value)
				}
			}
		},
		remove: func(es []ark_ecs.Entity) {
			for _, e := range es {
				if trust || w.Alive(e) && states.HasUnchecked(e) {
					states.Remove(e)
				}
			}
		},
		position: func(es []ark_ecs.Entity) (sum uint64) {
			for _, e := range es {
				if trust || w.Alive(e) {
					if p := positions.GetUnchecked(e); p != nil {
						sum += p.Glance()
					}
				}
			}
			return sum
		},
		velocity: func(es []ark_ecs.Entity) (sum uint64) {
			for _, e := range es {
				if trust || w.Alive(e) {
					if v := velocities.GetUnchecked(e); v != nil {
						sum += kernel.Glance(v)
					}
				}
			}
			return sum
		},
	}
}

func plainArche(_ int, trust bool) plain[arche_ecs.Entity] {
	world := arche_ecs.NewWorld()
	w := &world
	movers := generic.NewFilter2[Position, Velocity]()
	movers.Register(w)
	creator, states := generic.NewMap2[Position, Velocity](w), generic.NewMap1[Status](w)
	positions, velocities := generic.NewMap[Position](w), generic.NewMap[Velocity](w)
	status := arche_ecs.ComponentID[Status](w)
	return plain[arche_ecs.Entity]{
		iterate: func(dt float32) {
			query := movers.Query(w)
			for query.Next() {
				p, v := query.Get()
				kernel.Move(p, v, dt)
			}
		},
		create: func(es []arche_ecs.Entity, first uint32) {
			for i := range es {
				es[i] = creator.New()
				p, v := creator.GetUnchecked(es[i])
				p.Init(first + uint32(i))
				v.Init(first + uint32(i))
			}
		},
		destroy: func(es []arche_ecs.Entity) {
			for _, e := range es {
				if trust || w.Alive(e) {
					w.RemoveEntity(e)
				}
			}
		},
		add: func(es []arche_ecs.Entity, first uint32) {
			for i, e := range es {
				if trust || w.Alive(e) && !w.HasUnchecked(e, status) {
					states.Add(e)
					*states.GetUnchecked(e) = initial(first + uint32(i))
				}
			}
		},
		remove: func(es []arche_ecs.Entity) {
			for _, e := range es {
				if trust || w.Alive(e) && w.HasUnchecked(e, status) {
					states.Remove(e)
				}
			}
		},
		position: func(es []arche_ecs.Entity) (sum uint64) {
			for _, e := range es {
				if trust || w.Alive(e) {
					if p := positions.GetUnchecked(e); p != nil {
						sum += p.Glance()
					}
				}
			}
			return sum
		},
		velocity: func(es []arche_ecs.Entity) (sum uint64) {
			for _, e := range es {
				if trust || w.Alive(e) {
					if v := velocities.GetUnchecked(e); v != nil {
						sum += kernel.Glance(v)
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

func plainDonburi(int, bool) plain[donburi.Entity] {
	w := donburi.NewWorld()
	movers := donburi.NewQuery(filter.Contains(donburiPosition, donburiVelocity))
	return plain[donburi.Entity]{
		iterate: func(dt float32) {
			for entry := range movers.Iter(w) {
				p, v := donburiPosition.Get(entry), donburiVelocity.Get(entry)
				kernel.Move(p, v, dt)
			}
		},
		create: func(es []donburi.Entity, first uint32) {
			for i := range es {
				es[i] = w.Create(donburiPosition, donburiVelocity)
				entry := w.Entry(es[i])
				donburiPosition.Get(entry).Init(first + uint32(i))
				donburiVelocity.Get(entry).Init(first + uint32(i))
			}
		},
		destroy: func(es []donburi.Entity) {
			for _, e := range es {
				if w.Valid(e) {
					w.Remove(e)
				}
			}
		},
		add: func(es []donburi.Entity, first uint32) {
			for i, e := range es {
				if !w.Valid(e) {
					continue
				}
				if entry := w.Entry(e); !entry.HasComponent(donburiStatus) {
					entry.AddComponent(donburiStatus)
					*donburiStatus.Get(entry) = initial(first + uint32(i))
				}
			}
		},
		remove: func(es []donburi.Entity) {
			for _, e := range es {
				if !w.Valid(e) {
					continue
				}
				if entry := w.Entry(e); entry.HasComponent(donburiStatus) {
					entry.RemoveComponent(donburiStatus)
				}
			}
		},
		position: func(es []donburi.Entity) (sum uint64) {
			for _, e := range es {
				if w.Valid(e) {
					if entry := w.Entry(e); entry.HasComponent(donburiPosition) {
						sum += donburiPosition.Get(entry).Glance()
					}
				}
			}
			return sum
		},
		velocity: func(es []donburi.Entity) (sum uint64) {
			for _, e := range es {
				if w.Valid(e) {
					if entry := w.Entry(e); entry.HasComponent(donburiVelocity) {
						sum += kernel.Glance(donburiVelocity.Get(entry))
					}
				}
			}
			return sum
		},
	}
}

func plainTeishoku(_ int, trust bool) plain[teishoku.Entity] {
	w := teishoku.NewWorld(1024)
	creator := teishoku.NewBuilder2[Position, Velocity](w)
	positions, velocities := teishoku.NewBuilder[Position](w), teishoku.NewBuilder[Velocity](w)
	movers := teishoku.NewFilter2[Position, Velocity](w)
	return plain[teishoku.Entity]{
		iterate: func(dt float32) {
			movers.Reset()
			for movers.Next() {
				p, v := movers.Get()
				kernel.Move(p, v, dt)
			}
		},
		create: func(es []teishoku.Entity, first uint32) {
			for i := range es {
				var p Position
				p.Init(first + uint32(i))
				var v Velocity
				v.Init(first + uint32(i))
				es[i] = creator.NewEntity()
				creator.Set(es[i], p, v)
			}
		},
		destroy: func(es []teishoku.Entity) {
			for _, e := range es {
				if trust || w.IsValidNoLock(e) {
					w.RemoveEntity(e)
				}
			}
		},
		add: func(es []teishoku.Entity, first uint32) {
			for i, e := range es {
				if trust || w.IsValidNoLock(e) && teishoku.GetComponent[Status](w, e) == nil {
					teishoku.SetComponent(w, e, initial(first+uint32(i)))
				}
			}
		},
		remove: func(es []teishoku.Entity) {
			for _, e := range es {
				if trust || teishoku.GetComponent[Status](w, e) != nil {
					teishoku.RemoveComponent[Status](w, e)
				}
			}
		},
		position: func(es []teishoku.Entity) (sum uint64) {
			for _, e := range es {
				if p := positions.Get(e); p != nil {
					sum += p.Glance()
				}
			}
			return sum
		},
		velocity: func(es []teishoku.Entity) (sum uint64) {
			for _, e := range es {
				if v := velocities.Get(e); v != nil {
					sum += kernel.Glance(v)
				}
			}
			return sum
		},
	}
}
