// Package list lists the adapters of the ECS libraries.
package list

import (
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

// All are the libraries, in the order in which they are listed.
var All = []impls.Implementation{
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
