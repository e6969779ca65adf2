package main

import (
	"reflect"
	"strconv"

	simple_ecs "github.com/BrownNPC/simple-ecs"
	volt_ecs "github.com/akmonengine/volt"
	andygeiss_ecs "github.com/andygeiss/ecs"
	gameengine_ecs "github.com/marioolofo/go-gameengine-ecs"
	ooftn_ecs "github.com/plus3/ooftn/ecs"
	unitoftime_ecs "github.com/unitoftime/ecs"

	"github.com/ecsbench/ecsbench/kernel"
)

type (
	voltPosition kernel.Position
	voltVelocity kernel.Velocity
	voltStatus   kernel.Filler15
)

func (voltPosition) GetComponentId() volt_ecs.ComponentId { return 0 }
func (voltVelocity) GetComponentId() volt_ecs.ComponentId { return 1 }
func (voltStatus) GetComponentId() volt_ecs.ComponentId   { return volt_ecs.ComponentId(gained) }

// A voltHandle has the generation that Volt does not keep: programs that keep handles
// of entities that end need one.
type voltHandle struct {
	entity     volt_ecs.EntityId
	generation uint32
}

func plainVolt(int, bool) plain[voltHandle] {
	w := volt_ecs.CreateWorld(0)
	volt_ecs.RegisterComponent[voltPosition](w, &volt_ecs.ComponentConfig[voltPosition]{})
	volt_ecs.RegisterComponent[voltVelocity](w, &volt_ecs.ComponentConfig[voltVelocity]{})
	volt_ecs.RegisterComponent[voltStatus](w, &volt_ecs.ComponentConfig[voltStatus]{})
	movers := volt_ecs.CreateQuery2[voltPosition, voltVelocity](w, volt_ecs.QueryConfiguration{})
	var generations []uint32
	return plain[voltHandle]{
		iterate: func(dt float32) {
			for r := range movers.Foreach(nil) {
				kernel.Move((*Position)(r.A), (*Velocity)(r.B), dt)
			}
		},
		create: func(es []voltHandle, first uint32) {
			for i := range es {
				var p voltPosition
				(*Position)(&p).Init(first + uint32(i))
				var v voltVelocity
				(*Velocity)(&v).Init(first + uint32(i))
				e, err := volt_ecs.CreateEntityWithComponents2(w, p, v)
				if err != nil {
					panic(err)
				}
				for int(e) >= len(generations) {
					generations = append(generations, 0)
				}
				es[i] = voltHandle{e, generations[e]}
			}
		},
		destroy: func(es []voltHandle) {
			for _, h := range es {
				if generations[h.entity] == h.generation {
					w.RemoveEntity(h.entity)
					generations[h.entity]++
				}
			}
		},
		add: func(es []voltHandle, first uint32) {
			for i, h := range es {
				if generations[h.entity] == h.generation {
					_ = volt_ecs.AddComponent(w, h.entity, voltStatus(initial(first+uint32(i))))
				}
			}
		},
		remove: func(es []voltHandle) {
			for _, h := range es {
				if generations[h.entity] == h.generation {
					_ = volt_ecs.RemoveComponent[voltStatus](w, h.entity)
				}
			}
		},
		position: func(es []voltHandle) (sum uint64) {
			for _, h := range es {
				if generations[h.entity] == h.generation {
					if p := (*Position)(volt_ecs.GetComponent[voltPosition](w, h.entity)); p != nil {
						sum += p.Glance()
					}
				}
			}
			return sum
		},
		velocity: func(es []voltHandle) (sum uint64) {
			for _, h := range es {
				if generations[h.entity] == h.generation {
					if v := (*Velocity)(volt_ecs.GetComponent[voltVelocity](w, h.entity)); v != nil {
						sum += kernel.Glance(v)
					}
				}
			}
			return sum
		},
	}
}

func plainUnitoftime(int, bool) plain[unitoftime_ecs.Id] {
	w := unitoftime_ecs.NewWorld()
	movers := unitoftime_ecs.Query2[Position, Velocity](w)
	positions, velocities, states := unitoftime_ecs.Query1[Position](w), unitoftime_ecs.Query1[Velocity](w), unitoftime_ecs.Query1[Status](w)
	return plain[unitoftime_ecs.Id]{
		iterate: func(dt float32) {
			movers.MapId(func(_ unitoftime_ecs.Id, p *Position, v *Velocity) {
				kernel.Move(p, v, dt)
			})
		},
		create: func(es []unitoftime_ecs.Id, first uint32) {
			for i := range es {
				var p Position
				p.Init(first + uint32(i))
				var v Velocity
				v.Init(first + uint32(i))
				es[i] = w.NewId()
				w.Write(es[i], unitoftime_ecs.C(p), unitoftime_ecs.C(v))
			}
		},
		destroy: func(es []unitoftime_ecs.Id) {
			for _, e := range es {
				unitoftime_ecs.Delete(w, e)
			}
		},
		add: func(es []unitoftime_ecs.Id, first uint32) {
			for i, e := range es {
				if states.Read(e) == nil && w.Exists(e) {
					w.Write(e, unitoftime_ecs.C(initial(first+uint32(i))))
				}
			}
		},
		remove: func(es []unitoftime_ecs.Id) {
			status := unitoftime_ecs.C(Status{})
			for _, e := range es {
				if states.Read(e) != nil {
					unitoftime_ecs.DeleteComponent(w, e, status)
				}
			}
		},
		position: func(es []unitoftime_ecs.Id) (sum uint64) {
			for _, e := range es {
				if p := positions.Read(e); p != nil {
					sum += p.Glance()
				}
			}
			return sum
		},
		velocity: func(es []unitoftime_ecs.Id) (sum uint64) {
			for _, e := range es {
				if v := velocities.Read(e); v != nil {
					sum += kernel.Glance(v)
				}
			}
			return sum
		},
	}
}

func plainGameengine(int, bool) plain[gameengine_ecs.EntityID] {
	const position, velocity, status = 0, 1, gameengine_ecs.ComponentID(gained)
	w := gameengine_ecs.NewWorld(0)
	w.Register(gameengine_ecs.NewComponentRegistry[Position](position))
	w.Register(gameengine_ecs.NewComponentRegistry[Velocity](velocity))
	w.Register(gameengine_ecs.NewComponentRegistry[Status](status))
	movers := gameengine_ecs.MakeComponentMask(position, velocity)
	return plain[gameengine_ecs.EntityID]{
		iterate: func(dt float32) {
			query := w.Query(movers)
			for query.Next() {
				p, v := (*Position)(query.Component(position)), (*Velocity)(query.Component(velocity))
				kernel.Move(p, v, dt)
			}
		},
		create: func(es []gameengine_ecs.EntityID, first uint32) {
			for i := range es {
				es[i] = w.NewEntity(position, velocity)
				(*Position)(w.Component(es[i], position)).Init(first + uint32(i))
				(*Velocity)(w.Component(es[i], velocity)).Init(first + uint32(i))
			}
		},
		destroy: func(es []gameengine_ecs.EntityID) {
			for _, e := range es {
				if w.IsAlive(e) {
					w.RemEntity(e)
				}
			}
		},
		add: func(es []gameengine_ecs.EntityID, first uint32) {
			for i, e := range es {
				if w.IsAlive(e) {
					w.AddComponent(e, status)
					*(*Status)(w.Component(e, status)) = initial(first + uint32(i))
				}
			}
		},
		remove: func(es []gameengine_ecs.EntityID) {
			for _, e := range es {
				if w.IsAlive(e) {
					w.RemComponent(e, status)
				}
			}
		},
		position: func(es []gameengine_ecs.EntityID) (sum uint64) {
			for _, e := range es {
				if w.IsAlive(e) {
					sum += (*Position)(w.Component(e, position)).Glance()
				}
			}
			return sum
		},
		velocity: func(es []gameengine_ecs.EntityID) (sum uint64) {
			for _, e := range es {
				if w.IsAlive(e) {
					sum += kernel.Glance((*Velocity)(w.Component(e, velocity)))
				}
			}
			return sum
		},
	}
}

type simpleHandle struct {
	entity     simple_ecs.Entity
	generation simple_ecs.Generation
}

func (h simpleHandle) alive(pool *simple_ecs.Pool) bool {
	return h.entity != 0 && simple_ecs.IsAliveWithGeneration(pool, h.entity, h.generation)
}

func plainSimple(room int, _ bool) plain[simpleHandle] {
	pool := simple_ecs.New(uint32(room))
	return plain[simpleHandle]{
		iterate: func(dt float32) {
			positions, velocities := simple_ecs.GetStorage2[Position, Velocity](pool)
			for _, e := range positions.And(velocities) {
				p, v := positions.Get(e), velocities.Get(e)
				p.X += float32(v.X * dt)
				p.Y += float32(v.Y * dt)
				positions.Update(e, p)
			}
		},
		create: func(es []simpleHandle, first uint32) {
			for i := range es {
				e := simple_ecs.NewEntity(pool)
				es[i] = simpleHandle{e, simple_ecs.GetGeneration(pool, e)}
				var p Position
				p.Init(first + uint32(i))
				var v Velocity
				v.Init(first + uint32(i))
				simple_ecs.Add2(pool, e, p, v)
			}
		},
		destroy: func(es []simpleHandle) {
			for _, h := range es {
				if h.alive(pool) {
					simple_ecs.Kill(pool, h.entity)
				}
			}
		},
		add: func(es []simpleHandle, first uint32) {
			states := simple_ecs.GetStorage[Status](pool)
			for i, h := range es {
				if h.alive(pool) && !states.EntityHasComponent(h.entity) {
					simple_ecs.Add(pool, h.entity, initial(first+uint32(i)))
				}
			}
		},
		remove: func(es []simpleHandle) {
			states := simple_ecs.GetStorage[Status](pool)
			for _, h := range es {
				if h.alive(pool) && states.EntityHasComponent(h.entity) {
					simple_ecs.Remove[Status](pool, h.entity)
				}
			}
		},
		position: func(es []simpleHandle) (sum uint64) {
			positions := simple_ecs.GetStorage[Position](pool)
			for _, h := range es {
				if h.alive(pool) && positions.EntityHasComponent(h.entity) {
					p := positions.Get(h.entity)
					sum += p.Glance()
				}
			}
			return sum
		},
		velocity: func(es []simpleHandle) (sum uint64) {
			velocities := simple_ecs.GetStorage[Velocity](pool)
			for _, h := range es {
				if h.alive(pool) && velocities.EntityHasComponent(h.entity) {
					v := velocities.Get(h.entity)
					sum += kernel.Glance(&v)
				}
			}
			return sum
		},
	}
}

func plainOoftn(int, bool) plain[*ooftn_ecs.EntityRef] {
	registry := ooftn_ecs.NewComponentRegistry()
	ooftn_ecs.RegisterComponent[Position](registry)
	ooftn_ecs.RegisterComponent[Velocity](registry)
	ooftn_ecs.RegisterComponent[Status](registry)
	s := ooftn_ecs.NewStorage(registry)
	movers := ooftn_ecs.NewQuery[struct {
		Position *Position
		Velocity *Velocity
	}](s)
	position, velocity, status := reflect.TypeFor[Position](), reflect.TypeFor[Velocity](), reflect.TypeFor[Status]()
	return plain[*ooftn_ecs.EntityRef]{
		iterate: func(dt float32) {
			for item := range movers.Iter() {
				kernel.Move(item.Position, item.Velocity, dt)
			}
		},
		create: func(es []*ooftn_ecs.EntityRef, first uint32) {
			for i := range es {
				var p Position
				p.Init(first + uint32(i))
				var v Velocity
				v.Init(first + uint32(i))
				es[i] = s.CreateEntityRef(s.Spawn(p, v))
			}
		},
		destroy: func(es []*ooftn_ecs.EntityRef) {
			for _, ref := range es {
				if id, alive := s.ResolveEntityRef(ref); alive {
					s.Delete(id)
				}
			}
		},
		add: func(es []*ooftn_ecs.EntityRef, first uint32) {
			for i, ref := range es {
				if id, alive := s.ResolveEntityRef(ref); alive && !s.HasComponent(id, status) {
					s.AddComponent(id, initial(first+uint32(i)))
				}
			}
		},
		remove: func(es []*ooftn_ecs.EntityRef) {
			for _, ref := range es {
				if id, alive := s.ResolveEntityRef(ref); alive && s.HasComponent(id, status) {
					s.RemoveComponent(id, status)
				}
			}
		},
		position: func(es []*ooftn_ecs.EntityRef) (sum uint64) {
			for _, e := range es {
				if id, alive := s.ResolveEntityRef(e); alive {
					if p, has := s.GetComponent(id, position).(*Position); has {
						sum += p.Glance()
					}
				}
			}
			return sum
		},
		velocity: func(es []*ooftn_ecs.EntityRef) (sum uint64) {
			for _, e := range es {
				if id, alive := s.ResolveEntityRef(e); alive {
					if v, has := s.GetComponent(id, velocity).(*Velocity); has {
						sum += kernel.Glance(v)
					}
				}
			}
			return sum
		},
	}
}

const (
	maskPosition = uint64(1) << iota
	maskVelocity
	maskStatus
)

type (
	andyPosition kernel.Position
	andyVelocity kernel.Velocity
	andyStatus   kernel.Filler15
)

func (*andyPosition) Mask() uint64 { return maskPosition }
func (*andyVelocity) Mask() uint64 { return maskVelocity }
func (*andyStatus) Mask() uint64   { return maskStatus }

func plainAndygeiss(int, bool) plain[*andygeiss_ecs.Entity] {
	m := andygeiss_ecs.NewEntityManager()
	named := 0
	return plain[*andygeiss_ecs.Entity]{
		iterate: func(dt float32) {
			for _, e := range m.FilterByMask(maskPosition | maskVelocity) {
				p, v := e.Get(maskPosition).(*andyPosition), e.Get(maskVelocity).(*andyVelocity)
				kernel.Move((*Position)(p), (*Velocity)(v), dt)
			}
		},
		create: func(es []*andygeiss_ecs.Entity, first uint32) {
			for i := range es {
				p, v := new(andyPosition), new(andyVelocity)
				(*Position)(p).Init(first + uint32(i))
				(*Velocity)(v).Init(first + uint32(i))
				named++
				es[i] = andygeiss_ecs.NewEntity(strconv.Itoa(named), []andygeiss_ecs.Component{p, v})
			}
			m.Add(es...)
		},
		destroy: func(es []*andygeiss_ecs.Entity) {
			for _, e := range es {
				if e.Id != "" {
					m.Remove(e)
					e.Id = ""
				}
			}
		},
		add: func(es []*andygeiss_ecs.Entity, first uint32) {
			for i, e := range es {
				if e.Id != "" && e.Mask()&maskStatus == 0 {
					value := andyStatus(initial(first + uint32(i)))
					e.Add(&value)
				}
			}
		},
		remove: func(es []*andygeiss_ecs.Entity) {
			for _, e := range es {
				if e.Id != "" && e.Mask()&maskStatus != 0 {
					e.Remove(maskStatus)
				}
			}
		},
		position: func(es []*andygeiss_ecs.Entity) (sum uint64) {
			for _, e := range es {
				if e.Id != "" {
					if p, has := e.Get(maskPosition).(*andyPosition); has {
						sum += (*Position)(p).Glance()
					}
				}
			}
			return sum
		},
		velocity: func(es []*andygeiss_ecs.Entity) (sum uint64) {
			for _, e := range es {
				if e.Id != "" {
					if v, has := e.Get(maskVelocity).(*andyVelocity); has {
						sum += kernel.Glance(v)
					}
				}
			}
			return sum
		},
	}
}
