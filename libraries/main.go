// Command libraries is ecsbench with the ECS libraries of the field beside the
// implementations of the project:
//
//	go run -C libraries . run --impl archetype,ark --scenario iterate
//
// It is a module of its own, so that who wants the gate alone neither downloads
// nor builds any of them, and none of their requirements is one of ecsbench.
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
