package ecs_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ecsbench/ecsbench/ecs"
	"github.com/ecsbench/ecsbench/internal/measure/turns"
	"github.com/ecsbench/ecsbench/kernel"
)

// sparse are the sparse sets of a simulation, for loops by hand.
type sparse struct {
	p *ecs.Column[Position]
	v *ecs.Column[Velocity]
	h *ecs.Column[Health]
	d *ecs.Column[Hit]
	f *ecs.Column[Frozen]
}

func define[T any](t testing.TB, s *ecs.Sim) *ecs.Column[T] {
	t.Helper()
	c := ecs.NewColumn(ecs.Traits[T]{})
	if err := ecs.Define(s, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// moving returns a simulation of n entities that have five components.
func moving(t testing.TB, n int) (*ecs.Sim, sparse) {
	s, err := ecs.NewSim(ecs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := sparse{define[Position](t, s), define[Velocity](t, s), define[Health](t, s), define[Hit](t, s), define[Frozen](t, s)}
	do := s.Later()
	for i := range n {
		f := float32(i)
		do.Spawn(Position{X: f}, Velocity{X: f, Y: 1}, Health{i}, Hit{Damage: 1}, Frozen{})
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	return s, c
}

// churned returns a query of n entities in tables, after half of them have come
// and gone again in random order.
func churned(b *testing.B, n int) *ecs.Query2[Position, ecs.Read[Velocity]] {
	s, err := ecs.NewSim(ecs.Options{})
	if err != nil {
		b.Fatal(err)
	}
	tables := ecs.NewTables()
	var q ecs.Query2[Position, ecs.Read[Velocity]]
	for _, err := range []error{
		ecs.Define(s, ecs.InTables[Position](tables)), ecs.Define(s, ecs.InTables[Velocity](tables)), ecs.Define(s, ecs.InTables[Health](tables)),
		s.Bind(&q),
	} {
		if err != nil {
			b.Fatal(err)
		}
	}
	do := s.Later()
	spawn := func(n int) {
		for i := range n {
			do.Spawn(Position{X: float32(i)}, Velocity{X: 1, Y: 1}, Health{1})
		}
		if err := s.Flush(); err != nil {
			b.Fatal(err)
		}
	}
	spawn(n)
	es := s.Entities()
	rand.New(rand.NewPCG(1, 0)).Shuffle(n, func(i, j int) { es[i], es[j] = es[j], es[i] })
	for _, e := range es[:n/2] {
		do.Kill(e)
	}
	spawn(n / 2)
	return &q
}

// BenchmarkQuery reports what typed queries cost against loops written by hand
// over the same sparse sets. They take turns, and the ratios are of medians.
func BenchmarkQuery(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s, c := moving(b, n)
			var q1 ecs.Query1[Position]
			var q2 ecs.Query2[Position, ecs.Read[Velocity]]
			var q3 ecs.Query3[Position, ecs.Read[Velocity], Health]
			var q4 ecs.Query4[Position, ecs.Read[Velocity], Health, ecs.Read[Hit]]
			var q5 ecs.Query5[Position, ecs.Read[Velocity], Health, ecs.Read[Hit], Frozen]
			var err error
			for _, bind := range []func() error{
				func() error { return s.Bind(&q1) }, func() error { return s.Bind(&q2) }, func() error { return s.Bind(&q3) },
				func() error { return s.Bind(&q4) }, func() error { return s.Bind(&q5) },
			} {
				if err = bind(); err != nil {
					b.Fatal(err)
				}
			}
			tabled := churned(b, n)
			var ps []Position
			var vs []Velocity
			for chunk, speeds := range tabled.Chunks() { // one, since there is one table
				ps, vs = chunk, unsafe.Slice((*Velocity)(unsafe.Pointer(unsafe.SliceData(speeds))), len(speeds))
			}
			places, _ := c.p.Vector()
			speeds, _ := c.v.Vector()
			ids := make([]ecs.ID, n)
			for i, e := range s.Entities() {
				ids[i] = e.ID()
			}
			costs := turns.Medians(b, max(1, 500_000/n),
				func() { byHand1(ids, c) }, func() { typed1(&q1) },
				func() { byHand2(ids, c) }, func() { typed2(&q2) },
				func() { byHand3(ids, c) }, func() { typed3(&q3) },
				func() { byHand4(ids, c) }, func() { typed4(&q4) },
				func() { byHand5(ids, c) }, func() { typed5(&q5) },
				func() { slicesByHand(places, speeds) }, func() { chunked2(&q2) },
				func() { slicesByHand(ps, vs) }, func() { chunked2(tabled) },
			)
			for i := range 5 {
				b.ReportMetric(costs[2*i+1]/costs[2*i], fmt.Sprintf("query%d/hand", i+1))
			}
			b.ReportMetric(costs[11]/costs[10], "chunks2/slices")
			b.ReportMetric(costs[13]/costs[12], "tables-chunks2/slices")
			b.ReportMetric(costs[3]/float64(n), "ns/entity")
		})
	}
}

const dt = kernel.DeltaTime

//go:noinline
func typed1(q *ecs.Query1[Position]) {
	for p := range q.All() {
		p.X += dt
		p.Y += dt
	}
}

//go:noinline
func byHand1(ids []ecs.ID, c sparse) {
	ps, pAt := c.p.Vector()
	for _, id := range ids {
		p := &ps[pAt[id]]
		p.X += dt
		p.Y += dt
	}
}

//go:noinline
func typed2(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
	for p, v := range q.All() {
		v := v.Get()
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
	}
}

//go:noinline
func byHand2(ids []ecs.ID, c sparse) {
	ps, pAt := c.p.Vector()
	vs, vAt := c.v.Vector()
	for _, id := range ids {
		p, v := &ps[pAt[id]], &vs[vAt[id]]
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
	}
}

//go:noinline
func typed3(q *ecs.Query3[Position, ecs.Read[Velocity], Health]) {
	for p, r := range q.All() {
		v := r.B.Get()
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
		r.C.Points--
	}
}

//go:noinline
func byHand3(ids []ecs.ID, c sparse) {
	ps, pAt := c.p.Vector()
	vs, vAt := c.v.Vector()
	hs, hAt := c.h.Vector()
	for _, id := range ids {
		p, v, h := &ps[pAt[id]], &vs[vAt[id]], &hs[hAt[id]]
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
		h.Points--
	}
}

//go:noinline
func typed4(q *ecs.Query4[Position, ecs.Read[Velocity], Health, ecs.Read[Hit]]) {
	for p, r := range q.All() {
		v := r.B.Get()
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
		r.C.Points -= r.D.Get().Damage
	}
}

//go:noinline
func byHand4(ids []ecs.ID, c sparse) {
	ps, pAt := c.p.Vector()
	vs, vAt := c.v.Vector()
	hs, hAt := c.h.Vector()
	ds, dAt := c.d.Vector()
	for _, id := range ids {
		p, v, h, d := &ps[pAt[id]], &vs[vAt[id]], &hs[hAt[id]], &ds[dAt[id]]
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
		h.Points -= d.Damage
	}
}

//go:noinline
func typed5(q *ecs.Query5[Position, ecs.Read[Velocity], Health, ecs.Read[Hit], Frozen]) {
	for p, r := range q.All() {
		v := r.B.Get()
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
		r.C.Points -= r.D.Get().Damage
		thawed = r.E
	}
}

//go:noinline
func byHand5(ids []ecs.ID, c sparse) {
	ps, pAt := c.p.Vector()
	vs, vAt := c.v.Vector()
	hs, hAt := c.h.Vector()
	ds, dAt := c.d.Vector()
	fs, fAt := c.f.Vector()
	for _, id := range ids {
		p, v, h, d := &ps[pAt[id]], &vs[vAt[id]], &hs[hAt[id]], &ds[dAt[id]]
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
		h.Points -= d.Damage
		thawed = &fs[fAt[id]]
	}
}

// thawed keeps the compiler from leaving out what has no fields.
var thawed *Frozen

//go:noinline
func chunked2(q *ecs.Query2[Position, ecs.Read[Velocity]]) {
	for ps, vs := range q.Chunks() {
		vs = vs[:len(ps)]
		for i := range ps {
			p, v := &ps[i], &vs[i]
			p.X += float32(v.Get().X * dt) // the fields one by one: a copy of the whole costs 7% here
			p.Y += float32(v.Get().Y * dt)
		}
	}
}

//go:noinline
func slicesByHand(ps []Position, vs []Velocity) {
	vs = vs[:len(ps)]
	for i := range ps {
		p, v := &ps[i], &vs[i]
		p.X += float32(v.X * dt)
		p.Y += float32(v.Y * dt)
	}
}

// BenchmarkSchedule reports what it costs to schedule a system that does
// nothing, per system and tick, and whether that allocates.
func BenchmarkSchedule(b *testing.B) {
	for _, way := range ecs.Ways {
		for _, systems := range []int{8, 64} {
			b.Run(fmt.Sprintf("way=%s/systems=%d", way, systems), func(b *testing.B) {
				s, _ := moving(b, 10)
				for i := range systems {
					var err error
					if i%2 == 0 {
						err = s.Add(fmt.Sprint("write", i), func(*ecs.Query1[Position], ecs.Seconds, *ecs.Commands) {})
					} else {
						err = s.Add(fmt.Sprint("read", i), func(*ecs.Query2[ecs.Read[Position], ecs.Read[Velocity]]) {})
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				if err := s.SetSchedule(ecs.Schedule{Way: way, Workers: 2}); err != nil {
					b.Fatal(err)
				}
				defer s.Close()
				b.ReportAllocs()
				for b.Loop() {
					if err := s.Tick(1); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(systems), "ns/system")
			})
		}
	}
}
