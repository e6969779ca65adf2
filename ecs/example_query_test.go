package ecs_test

import (
	"cmp"
	"fmt"
	"reflect"

	"github.com/ecsbench/ecsbench/ecs"
)

// A query outside of systems is bound once and used many times.
func ExampleQuery1_Bind() {
	world := begin()
	create(world, Position{1, 0})
	create(world, Position{2, 0}, Frozen{})
	var warm ecs.Query1[Position]
	try(warm.Bind(world, ecs.Without[Frozen]{}))
	for p := range warm.All() {
		fmt.Println(p.X)
	}
	// Output: 1
}

// A loop that needs handles uses Each. Two components or more are an item.
func ExampleQuery2_Each() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0})
	var moving ecs.Query2[Position, ecs.Read[Velocity]]
	try(moving.Bind(world))
	for e, c := range moving.Each() {
		c.A.X += c.B.Get().X
		fmt.Println(e, *c.A)
	}
	// Output: e0.1 {3 0}
}

// From three components on, a query yields the first and a row of the others.
func ExampleQuery3() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0}, Health{3})
	try(world.Add("move the living", func(q *ecs.Query3[Position, ecs.Read[Velocity], Health]) {
		for p, r := range q.All() {
			if r.C.Points > 0 {
				p.X += r.B.Get().X
				r.C.Points--
			}
			fmt.Println(p.X, r.C.Points)
		}
	}))
	try(world.Tick(1))
	// Output: 3 2
}

// Chunks are slices: one bounds check for many entities, and no look-up.
func ExampleQuery2_Chunks() {
	world := begin()
	for i := range 4 {
		create(world, Position{}, Velocity{float32(i), 0})
	}
	try(world.Add("move", func(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
		for ps, vs := range q.Chunks() {
			for i := range ps {
				ps[i].X += vs[i].Get().X
			}
			fmt.Println(len(ps), ps[3].X)
		}
	}))
	try(world.Tick(1))
	// Output: 4 3
}

func ExampleQuery1_Parallel() {
	world := begin()
	do := world.Later()
	for range 10_000 {
		do.Spawn(Health{10})
	}
	flush(world)
	try(world.SetSchedule(ecs.Schedule{Way: ecs.Pooled}))
	defer world.Close()
	try(world.Add("wither", func(q *ecs.Query1[Health]) {
		q.Parallel(func(part *ecs.Query1[Health], do *ecs.Commands) {
			for h := range part.All() {
				if h.Points--; h.Points == 9 && part.Entity(h).ID()%2 == 0 {
					_ = do.Destroy(part.Entity(h))
				}
			}
		})
	}))
	try(world.Tick(1))
	fmt.Println(world.Len())
	// Output: 5000
}

func ExampleMaybe() {
	world := begin()
	create(world, Position{1, 0})
	create(world, Position{2, 0}, Health{7})
	try(world.Add("show", func(q *ecs.Query2[ecs.Read[Position], ecs.Maybe[ecs.Read[Health]]]) {
		for p, h := range q.All() {
			if health := h.Get(); health != nil {
				fmt.Println(p.Get().X, "has", health.Get().Points)
			} else {
				fmt.Println(p.Get().X, "has none")
			}
		}
	}))
	try(world.Tick(1))
	// Output:
	// 1 has none
	// 2 has 7
}

// A system with a Read component may run beside other readers.
func ExampleRead() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0})
	try(world.Add("look", func(q *ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]) {
		for p, v := range q.All() {
			fmt.Println(p.Get().X, v.Get().X)
		}
	}))
	try(world.Tick(1))
	// Output: 1 2
}

// Filters stand behind the query that they narrow.
func ExampleWithout() {
	world := begin()
	create(world, Position{1, 0}, Health{1})
	create(world, Position{2, 0}, Health{1}, Frozen{})
	create(world, Position{3, 0})
	try(world.Add("thaw", func(q *ecs.Query1[Position], _ ecs.With[Health], _ ecs.Without[Frozen]) {
		for p := range q.All() {
			fmt.Println(p.X)
		}
	}))
	try(world.Tick(1))
	// Output: 1
}

// With more than two components a query yields the first one and a row of the others.
func ExampleQuery5() {
	world := begin()
	create(world, Position{1, 0}, Velocity{2, 0}, Health{3}, Hit{Damage: 1}, Frozen{})
	var q ecs.Query5[Position, ecs.Read[Velocity], Health, ecs.Read[Hit], Frozen]
	try(q.Bind(world))
	for p, row := range q.All() {
		p.X += row.B.Get().X
		row.C.Points -= row.D.Get().Damage
		fmt.Println(p.X, row.C.Points)
	}
	// Output: 3 2
}

// A filter narrows the query before it. Len counts without visiting.
func ExampleQuery1() {
	world := begin()
	create(world, Health{3})
	try(world.Add("count", func(all *ecs.Query1[Health], cold *ecs.Query1[Health], _ ecs.With[Frozen]) {
		fmt.Println(all.Len(), cold.Len())
	}))
	try(world.Tick(1))
	// Output: 1 0
}

func ExampleQuery2() {
	world := begin()
	e := create(world, Position{1, 2}, Velocity{3, 4})
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	try(q.Bind(world))
	p, v, ok := q.Get(e) // of one entity
	fmt.Println(*p, v.Get(), ok)
	// Output: {1 2} {3 4} true
}

// Component types of an editor or a script are defined at run time.
func ExampleWorld_Filter() {
	world := ecs.New()
	byName := map[string]reflect.Type{"position": reflect.TypeFor[Position](), "health": reflect.TypeFor[Health]()}
	try(world.DefineType(byName["position"]), world.DefineType(byName["health"]))
	position, err := world.ComponentOf(byName["position"])
	try(err)
	health, err := world.ComponentOf(byName["health"])
	try(err)

	add, err := world.Change([]ecs.Component{position}, nil)
	try(err)
	e, err := add.New()
	try(err)
	(*Position)(world.Pointer(e, position)).X = 5

	without, err := world.Filter([]ecs.Component{position}, []ecs.Component{health})
	try(err)
	for rows := range without.Chunks() {
		first := (*Position)(rows.First(position))
		fmt.Println(rows.Len(), first.X)
	}
	// Output: 1 5
}

// A query of types known to the compiler may have filters of types known at run time only.
func ExampleWithType() {
	world := begin()
	create(world, Position{X: 1})
	create(world, Position{X: 2}, Frozen{})
	excluded := reflect.TypeFor[Frozen]() // named by a script
	var q ecs.Query1[Position]
	try(q.Bind(world, ecs.WithoutType(excluded)))
	for p := range q.All() {
		fmt.Println(p.X)
	}
	// Output: 1
}

// Changes are found by number too.
func ExampleFiltered_Changed() {
	world := begin()
	health, err := world.ComponentOf(reflect.TypeFor[Health]())
	try(err, world.TrackType(reflect.TypeFor[Health]()))
	create(world, Health{1})
	e := create(world, Health{2})
	query, err := world.Filter([]ecs.Component{health}, nil)
	try(err)
	mark := world.Mark()
	ecs.Mut[Health](world, e).Points = 3
	for changed := range query.Changed(mark) {
		fmt.Println(changed == e, *(*Health)(world.Pointer(changed, health)))
	}
	// Output: true {3}
}

func ExampleAnyOf() {
	world := begin()
	create(world, Position{1, 0}, Velocity{})
	create(world, Position{2, 0}, Frozen{})
	create(world, Position{3, 0}, Health{})
	var q ecs.Query1[Position]
	try(q.Bind(world, ecs.AnyOf[Velocity, Frozen]{}))
	fmt.Println(q.Len())
	try(q.Bind(world, ecs.AnyOf[Velocity, ecs.AnyOf[Frozen, Health]]{}))
	fmt.Println(q.Len())
	// Output:
	// 2
	// 3
}

func ExampleOnly() {
	world := begin()
	create(world, Position{1, 0})
	create(world, Position{2, 0}, Frozen{})
	try(world.Add("thaw", func(q *ecs.Query1[Position], _ ecs.Only) {
		for p := range q.All() {
			fmt.Println(p.X)
		}
	}))
	try(world.Tick(1))
	// Output: 1
}

func ExampleQuery2_Sorted() {
	world := begin()
	create(world, Position{3, 0}, Health{1})
	create(world, Position{1, 0}, Health{2})
	create(world, Position{2, 0}, Health{3})
	var q ecs.Query2[Position, ecs.Read[Health]]
	try(q.Bind(world))
	type item = ecs.Item2[Position, ecs.Read[Health]]
	for _, it := range q.Sorted(func(x, y item) int { return cmp.Compare(x.A.X, y.A.X) }) {
		fmt.Println(it.A.X, it.B.Get().Points)
	}
	// Output:
	// 1 2
	// 2 3
	// 3 1
}
