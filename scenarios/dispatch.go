package scenarios

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// dispatch is seed 002's first question, without a world around it: a virtual
// call for each object, or one for each slice of objects of a kind. It is asked
// of the two references, objects and soa, which are these two in a world.
var dispatch = Scenario{
	Name:     "dispatch",
	Title:    "Dispatch",
	Doc:      "update N objects of K kinds by a virtual call for each (objects), or for each kind (soa)",
	Verb:     "updates, of several kinds,",
	From:     "the book of an ECS in 500 lines",
	OnDemand: true,
	Axes: []Axis{{
		Name: "kinds", Title: "kinds", Doc: "types of objects, in random order",
		Default: []int{1, 2, 4, 16, 64}, Min: 1, Max: 64,
	}, entities},
	Open: func(c Case) (Workload, error) {
		w := &dispatches{n: c.entities(), slices: make([]updater, c.At["kinds"])}
		if err := only(c, "objects", "soa"); err != nil {
			return nil, err
		}
		w.objectwise = c.Impl == "objects"
		for i := range w.slices {
			w.slices[i] = &bodies{}
		}
		draw := rand.New(rand.NewPCG(c.Seed, 6))
		for range w.n {
			k := draw.IntN(len(w.slices))
			if w.objectwise {
				w.objects = append(w.objects, objectKinds[k]())
			} else {
				s := w.slices[k].(*bodies)
				*s = append(*s, newBody)
			}
		}
		return w, nil
	},
}

// only refuses other implementations where a question is about programs without
// a world.
func only(c Case, names ...string) error {
	if !slices.Contains(names, c.Impl) {
		return &impls.Unsupported{Reason: fmt.Sprintf("%s is not asked: this is about no storage, and %s stand for the two answers", c.Impl, strings.Join(names, " and "))}
	}
	return nil
}

type updater interface{ update(dt float32) }

type body struct{ x, y, vx, vy float32 }

var newBody = body{vx: 1, vy: 2}

func (b *body) move(dt float32) {
	b.x += float32(b.vx * dt)
	b.y += float32(b.vy * dt)
}

type bodies []body

func (s *bodies) update(dt float32) {
	all := *s
	for i := range all {
		all[i].move(dt)
	}
}

// An objectKind is one of many types that differ in what they have none of: functions,
// which cannot be compared, and a body that has a name, so that for each type the
// compiler writes no more than what it is called for.
type objectKind[A any] struct {
	_    [0]func(A)
	body body
}

func (k *objectKind[A]) update(dt float32) { k.body.move(dt) }
func (k *objectKind[A]) state() body       { return k.body }

type object interface {
	updater
	state() body
}

func oneOfKind[A any]() object { return &objectKind[A]{body: newBody} }

func eightKinds[A any]() []func() object {
	return []func() object{
		oneOfKind[[1]A], oneOfKind[[2]A], oneOfKind[[3]A], oneOfKind[[4]A],
		oneOfKind[[5]A], oneOfKind[[6]A], oneOfKind[[7]A], oneOfKind[[8]A],
	}
}

var objectKinds = slices.Concat(
	eightKinds[[1]byte](), eightKinds[[2]byte](), eightKinds[[3]byte](), eightKinds[[4]byte](),
	eightKinds[[5]byte](), eightKinds[[6]byte](), eightKinds[[7]byte](), eightKinds[[8]byte](),
)

type dispatches struct {
	n          int
	objectwise bool
	objects    []object
	slices     []updater
	done       int
}

func (w *dispatches) Entities() int          { return w.n }
func (w *dispatches) MaxOperations() int     { return 1 << 30 }
func (w *dispatches) Prepare(int) error      { return nil }
func (w *dispatches) Warm() (float64, error) { w.Run(1); return 1, nil }

func (w *dispatches) Run(n int) {
	w.done += n
	for range n {
		if w.objectwise {
			for _, o := range w.objects {
				o.update(kernel.DeltaTime)
			}
			continue
		}
		for _, s := range w.slices {
			s.update(kernel.DeltaTime)
		}
	}
}

// Verify compares every object with one that was updated as often.
func (w *dispatches) Verify() error {
	want, seen := newBody, 0
	for range w.done {
		want.move(kernel.DeltaTime)
	}
	check := func(got body) error {
		seen++
		if got != want {
			return fmt.Errorf("wrong state: an object is at %v after %d updates, want %v", got, w.done, want)
		}
		return nil
	}
	for _, o := range w.objects {
		if err := check(o.state()); err != nil {
			return err
		}
	}
	for _, s := range w.slices {
		for _, b := range *s.(*bodies) {
			if err := check(b); err != nil {
				return err
			}
		}
	}
	return verifyCount("objects", seen, w.n)
}
