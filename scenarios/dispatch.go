package scenarios

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/kernel"
)

// dispatch compares a virtual call per object (reference objects) with one per slice of objects
// of a kind (reference soa), without a world.
var dispatch = Scenario{
	Name:     "dispatch",
	Title:    "Dispatch",
	Doc:      "update N objects of K kinds by one virtual call per object (objects) or per kind (soa)",
	From:     "the book of an ECS in 500 lines",
	OnDemand: true,
	Axes: []Axis{{
		Name: "kinds", Title: "kinds", Doc: "types of objects, in random order",
		Default: []int{1, 2, 4, 16, 64}, Min: 1, Max: 64,
	}, entities},
	Open: func(c Setup) (Workload, error) {
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
				object, body := objectKinds[k]()
				w.objects, w.bodies = append(w.objects, object), append(w.bodies, body)
			} else {
				s := w.slices[k].(*bodies)
				*s = append(*s, newBody)
			}
		}
		return w, nil
	},
}

// only rejects implementations other than the named ones, for scenarios without a world.
func only(c Setup, names ...string) error {
	if !slices.Contains(names, c.Impl) {
		return &impls.Unsupported{Reason: fmt.Sprintf("%s is not measured: this scenario compares only %s", c.Impl, strings.Join(names, " and "))}
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

// An objectKind is one of many types without different data, so that the compiler generates
// little code per type. Functions make it incomparable.
type objectKind[A any] struct {
	_    [0]func(A)
	body body
}

func (k *objectKind[A]) update(dt float32) { k.body.move(dt) }

// kind creates an object of one kind and returns its body.
func kind[A any]() (updater, *body) {
	k := &objectKind[A]{body: newBody}
	return k, &k.body
}

var objectKinds = []func() (updater, *body){
	kind[[1]byte], kind[[2]byte], kind[[3]byte], kind[[4]byte], kind[[5]byte], kind[[6]byte], kind[[7]byte], kind[[8]byte],
	kind[[9]byte], kind[[10]byte], kind[[11]byte], kind[[12]byte], kind[[13]byte], kind[[14]byte], kind[[15]byte], kind[[16]byte],
	kind[[17]byte], kind[[18]byte], kind[[19]byte], kind[[20]byte], kind[[21]byte], kind[[22]byte], kind[[23]byte], kind[[24]byte],
	kind[[25]byte], kind[[26]byte], kind[[27]byte], kind[[28]byte], kind[[29]byte], kind[[30]byte], kind[[31]byte], kind[[32]byte],
	kind[[33]byte], kind[[34]byte], kind[[35]byte], kind[[36]byte], kind[[37]byte], kind[[38]byte], kind[[39]byte], kind[[40]byte],
	kind[[41]byte], kind[[42]byte], kind[[43]byte], kind[[44]byte], kind[[45]byte], kind[[46]byte], kind[[47]byte], kind[[48]byte],
	kind[[49]byte], kind[[50]byte], kind[[51]byte], kind[[52]byte], kind[[53]byte], kind[[54]byte], kind[[55]byte], kind[[56]byte],
	kind[[57]byte], kind[[58]byte], kind[[59]byte], kind[[60]byte], kind[[61]byte], kind[[62]byte], kind[[63]byte], kind[[64]byte],
}

type dispatches struct {
	n          int
	objectwise bool
	objects    []updater
	bodies     []*body // of the objects
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

// Verify compares every object with one after as many updates.
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
	for _, b := range w.bodies {
		if err := check(*b); err != nil {
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
