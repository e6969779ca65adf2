package ecs_test

import (
	"testing"

	"github.com/ecsbench/ecsbench/ecs"
)

// A healthStore keeps components in a map of pointers.
type healthStore map[ecs.ID]*Health

func (s healthStore) At(id ecs.ID) *Health        { return s[id] }
func (s healthStore) Put(id ecs.ID, value Health) { s[id] = &value }
func (s healthStore) Delete(ids []ecs.ID) {
	for _, id := range ids {
		delete(s, id)
	}
}

// Chunks have one entity each if a component has its own store. Loops and parallel
// loops visit all entities once.
func TestChunksVisitComponentsInAStore(t *testing.T) {
	const entities = 5000
	world := ecs.New()
	try(ecs.Define[Position](world))
	try(ecs.DefineIn(world, healthStore{}))
	do := world.Later()
	for i := range entities {
		do.Spawn(xy(i, 0), Health{i})
	}
	flush(world)
	visit := func(positions []Position, healths []Health) {
		for i := range positions {
			positions[i].Y++
			healths[i].Points++
		}
	}
	try(world.SetSchedule(ecs.Schedule{Way: ecs.Pooled}))
	defer world.Close()
	try(world.Add("parts", func(q *ecs.Query2[Position, Health]) {
		q.Parallel(func(part *ecs.Query2[Position, Health], _ *ecs.Commands) {
			for positions, healths := range part.Chunks() {
				visit(positions, healths)
			}
		})
	}))
	try(world.Add("all", func(q *ecs.Query2[Position, Health]) {
		for positions, healths := range q.Chunks() {
			visit(positions, healths)
		}
	}))
	try(world.Tick(1))
	seen := 0
	var q ecs.Query2[Position, Health]
	try(q.Bind(world))
	for p, h := range q.All() {
		if seen++; p.Y != 2 || h.Points != int(p.X)+2 {
			t.Fatalf("entity %v was visited %v times, its health %v times", p.X, p.Y, h.Points-int(p.X))
		}
	}
	if seen != entities {
		t.Errorf("%d entities, want %d", seen, entities)
	}
}
