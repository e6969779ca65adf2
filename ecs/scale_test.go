package ecs_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/ecs"
)

// manyTypes returns a world with n types, and for each the change that adds it.
func manyTypes(t testing.TB, n int) (w *ecs.World, adds []*ecs.Change) {
	w = ecs.New()
	for i := range n {
		field := reflect.StructField{Name: fmt.Sprint("F", i), Type: reflect.TypeFor[float32]()}
		kind := reflect.ArrayOf(i%7+1, reflect.StructOf([]reflect.StructField{field}))
		check(t, w.DefineType(kind))
		c, err := w.ComponentOf(kind)
		check(t, err)
		add, err := w.Change([]ecs.Component{c}, nil)
		check(t, err)
		adds = append(adds, add)
	}
	return w, adds
}

// addAtRandom creates entities, and adds 6 random types to each.
func addAtRandom(t testing.TB, w *ecs.World, adds []*ecs.Change, entities int) {
	draw := rand.New(rand.NewPCG(1, uint64(entities)))
	for range entities {
		e, err := w.Spawn()
		check(t, err)
		for _, i := range draw.Perm(len(adds))[:6] {
			check(t, adds[i].Make(e))
		}
	}
}

// The memory of a world with thousands of sets of components is linear in their number, not in
// the product with that of types.
func TestMemoryOfManySets(t *testing.T) {
	long(t)
	perEntity := func(types, entities int) float64 {
		w, adds := manyTypes(t, types)
		return float64(retained(func() any { addAtRandom(t, w, adds, entities); return w })) / float64(entities)
	}
	few, many := perEntity(50, 1000), perEntity(400, 4000)
	if many > 3*few {
		t.Errorf("%.0f bytes per entity with 50 types and 1,000 entities, %.0f with 400 and 4,000", few, many)
	}
}

// BenchmarkManySets is the time per addition if nearly each one makes a new set of components.
func BenchmarkManySets(b *testing.B) {
	for _, c := range []struct{ types, entities int }{{200, 5000}, {400, 20000}} {
		b.Run(fmt.Sprintf("types=%d/entities=%d", c.types, c.entities), func(b *testing.B) {
			for b.Loop() {
				w, adds := manyTypes(b, c.types)
				start := time.Now()
				addAtRandom(b, w, adds, c.entities)
				b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(6*c.entities), "ns/addition")
			}
		})
	}
}
