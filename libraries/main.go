// Command libraries is ecsbench with the ECS libraries of the field beside the
// implementations of the project:
//
//	go run -C libraries . run --impl archetype,ark --scenario iterate
//
// It is a module of its own, so that who wants the gate alone neither downloads
// nor builds any of them, and none of their requirements is one of ecsbench.
//
// The adapters look alike in places and share no code on purpose: each is a whole
// example of how programs use one library, and its author changes it without
// asking the others. Their loops are there for each number of components, since Go
// has no generic parameters of variable number.
package main

import (
	"github.com/ecsbench/ecsbench/cmd"

	"github.com/ecsbench/ecsbench/libraries/arche"
	"github.com/ecsbench/ecsbench/libraries/ark"
	"github.com/ecsbench/ecsbench/libraries/donburi"
	"github.com/ecsbench/ecsbench/libraries/gameengine"
	"github.com/ecsbench/ecsbench/libraries/simple"
	"github.com/ecsbench/ecsbench/libraries/unitoftime"
	"github.com/ecsbench/ecsbench/libraries/volt"
)

func main() {
	cmd.Main(
		ark.Implementation,
		arche.Implementation,
		donburi.Implementation,
		volt.Implementation,
		unitoftime.Implementation,
		gameengine.Implementation,
		simple.Implementation,
	)
}
