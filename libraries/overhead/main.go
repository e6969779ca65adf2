// Command overhead is ecsbench with plain code in place of the adapters: a program for each
// library, written as its documentation does it, under the name of the adapter.
// scripts/adapter-overhead.sh compares it with the command libraries in five scenarios, and
// with the command adapter.
package main

import (
	"github.com/ecsbench/ecsbench/cmd"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/registry"
	"github.com/ecsbench/ecsbench/kernel"
)

// all are the plain programs.
var all = []impls.Implementation{
	opens("ark", plainArk, impls.Checks),
	opens("arche", plainArche, impls.Checks),
	opens("donburi", plainDonburi),
	opens("volt", plainVolt),
	opens("unitoftime", plainUnitoftime),
	opens("gameengine", plainGameengine),
	opens("simple", plainSimple),
	opens("teishoku", plainTeishoku, impls.Checks),
	opens("ooftn", plainOoftn),
	opens("andygeiss", plainAndygeiss),
	opens("package-ecs", plainEcs), // see command adapter
}

func main() { cmd.Main(all...) }

// The components under the names that the plain code has for them.
type (
	Position = kernel.Position
	Velocity = kernel.Velocity
	Status   = kernel.Filler15
)

// gained is the number of Status, which the scenario exchange adds and removes.
const gained = kernel.FirstFiller + 2

// initial is the Status numbered n, as the adapters have it.
func initial(n uint32) Status { return Status{A: n, B: ^n} }

// A plain is what a program does with entities of Position and Velocity: a function for each
// scenario, which a pass calls once. Entities are moved by the function that the adapters call,
// since inlining it can leave a no-op.
type plain[H any] struct {
	iterate func(dt float32)
	create  func(es []H, first uint32)
	destroy func(es []H)
	add     func(es []H, first uint32) // a Status
	remove  func(es []H)               // the Status

	position, velocity func(es []H) (sum uint64) // look it up
}

// A world is plain code behind the interface of the adapters. It counts and verifies nothing.
type world[H any] struct {
	impls.World // does nothing
	plain[H]
}

// opens returns the implementation that opens a program with room for so many entities. A
// program that trusts its handles does not check them, see impls.Checks.
func opens[H any](name string, program func(room int, trust bool) plain[H], options ...impls.Option) impls.Implementation {
	return impls.Implementation{
		Name:    name,
		Doc:     "plain code with the library " + name,
		Role:    impls.Library,
		Null:    true,
		Options: options,
		Open: func(cfg impls.Config, options impls.Values) (impls.World, error) {
			idle, err := registry.Null.Open(cfg, nil)
			return &world[H]{idle, program(cfg.Limit, options.Trust())}, err
		},
	}
}

func (w *world[H]) Handles(n int) impls.Handles { return make(impls.HandlesOf[H], n) }

func (w *world[H]) Spawn(_ int, first uint32, dst impls.Handles) {
	w.create(dst.(impls.HandlesOf[H]), first)
}

func (w *world[H]) Run(_ int, dt float32) int {
	w.iterate(dt)
	return 0
}

func (w *world[H]) Destroy(r impls.Handles) int {
	w.destroy(r.(impls.HandlesOf[H]))
	return 0
}

// Exchange adds by the first move and removes by the second one.
func (w *world[H]) Exchange(move int, r impls.Handles, first uint32) int {
	if move == 0 {
		w.add(r.(impls.HandlesOf[H]), first)
	} else {
		w.remove(r.(impls.HandlesOf[H]))
	}
	return 0
}

func (w *world[H]) Lookup(r impls.Handles, c kernel.Component) uint64 {
	if c == kernel.VelocityID {
		return w.velocity(r.(impls.HandlesOf[H]))
	}
	return w.position(r.(impls.HandlesOf[H]))
}
