package measure

// A Library is an implementation of the module libraries.
type Library struct{ Name, Doc string }

// Libraries lists the libraries in the order of the program that contains them. A test of
// that module compares the lists.
var Libraries = []Library{
	{"ark", "the library Ark: archetypes, tables of components with equal sets"},
	{"arche", "the library Arche: archetypes, the predecessor of Ark"},
	{"donburi", "the library Donburi: archetypes of pointers to components on the heap"},
	{"volt", "the library Volt: archetypes, columns found by Go maps; entities created with one component are listed for ever"},
	{"unitoftime", "the library unitoftime/ecs: archetypes whose rows are found by a hash index"},
	{"gameengine", "the library go-gameengine-ecs: archetypes, entities found by a Go map"},
	{"simple", "the library simple-ecs: arrays as long as there can be entities, and sets of bits"},
	{"teishoku", "the library teishoku: archetypes, each with room for all entities of the world"},
	{"ooftn", "the library ooftn: archetypes of blocks found by a hash of their types, entities by references that it updates"},
	{"andygeiss", "the library andygeiss/ecs: a list of entities, each of them a list of components; removal searches the list"},
}
