package measure

import (
	"fmt"

	"github.com/ecsbench/ecsbench/impls"
)

// A Library is an implementation of the module libraries.
type Library struct {
	Name, Doc string
	Options   []impls.Option
}

// Libraries lists the libraries in the order of the program that contains them. A test of
// that module compares the lists.
var Libraries = []Library{
	{"ark", "the library Ark: archetypes, tables of components with equal sets", []impls.Option{impls.Checks, impls.Loops}},
	{"arche", "the library Arche: archetypes, the predecessor of Ark", []impls.Option{impls.Checks}},
	{"donburi", "the library Donburi: archetypes of pointers to components on the heap", nil},
	{"volt", "the library Volt: archetypes, columns found by Go maps; entities created with one component are listed for ever", nil},
	{"unitoftime", "the library unitoftime/ecs: archetypes whose rows are found by a hash index", []impls.Option{impls.Loops}},
	{"gameengine", "the library go-gameengine-ecs: archetypes, entities found by a Go map", nil},
	{"simple", "the library simple-ecs: arrays as long as there can be entities, and sets of bits", nil},
	{"teishoku", "the library teishoku: archetypes, each with room for all entities of the world", []impls.Option{impls.Checks}},
	{"ooftn", "the library ooftn: archetypes of blocks found by a hash of their types, entities by references that it updates", nil},
	{"andygeiss", "the library andygeiss/ecs: a list of entities, each of them a list of components; removal searches the list", nil},
}

// Planned is a library that is named and not in this program. No world can be opened.
func (l Library) Planned() impls.Implementation {
	return impls.Implementation{Name: l.Name, Role: impls.Library, Doc: l.Doc, Options: l.Options, Open: func(impls.Config, impls.Values) (impls.World, error) {
		return nil, fmt.Errorf("%s is not in this program", l.Name)
	}}
}
