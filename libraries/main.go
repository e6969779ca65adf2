// Command libraries is ecsbench with the ECS libraries of the field beside the
// implementations of the project:
//
//	go run -C libraries . run --impl ecs,ark --scenario iterate
//
// It is a module of its own: a user of the gate alone neither downloads nor builds a
// library, and none of their requirements is one of ecsbench.
//
// The adapters look alike in places and share no code on purpose. Each is a complete
// example of how programs use one library, and its author changes it alone. Loops and
// creation are generated for each number of components, since Go has no generic
// parameters of variable number.
package main

import (
	"github.com/ecsbench/ecsbench/cmd"
	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/libraries/andygeiss"
	"github.com/ecsbench/ecsbench/libraries/arche"
	"github.com/ecsbench/ecsbench/libraries/ark"
	"github.com/ecsbench/ecsbench/libraries/donburi"
	"github.com/ecsbench/ecsbench/libraries/gameengine"
	"github.com/ecsbench/ecsbench/libraries/ooftn"
	"github.com/ecsbench/ecsbench/libraries/simple"
	"github.com/ecsbench/ecsbench/libraries/teishoku"
	"github.com/ecsbench/ecsbench/libraries/unitoftime"
	"github.com/ecsbench/ecsbench/libraries/volt"
)

// all are the libraries, in the order in which they are listed.
var all = []impls.Implementation{
	ark.Implementation,
	arche.Implementation,
	donburi.Implementation,
	volt.Implementation,
	unitoftime.Implementation,
	gameengine.Implementation,
	simple.Implementation,
	teishoku.Implementation,
	ooftn.Implementation,
	andygeiss.Implementation,
}

func main() { cmd.Main(all...) }
