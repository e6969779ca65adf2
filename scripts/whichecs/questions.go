package main

// A question is what people ask who choose an ECS, and the scenario that
// answers it.
type question struct {
	title    string
	why      string
	scenario string // its title in the names of results
}

var questions = []question{
	{"Going through many entities", "What a system pays for an entity, while nothing else happens.", "Iterate"},
	{"Entities of many kinds", "Matching entities are spread over 32 sets of components.", "Fragments"},
	{"Many kinds that do not match", "Hundreds and thousands of other sets stand beside those that a system wants.", "Crowd"},
	{"Many systems", "A tick of 3 to 20 systems over entities of many kinds.", "Systems"},
	{"Reaching one entity", "A component read by handle, in random order.", "Lookup"},
	{"Creating", "Entities made in a fresh world, growing included, or in one that has held as many.", "Create"},
	{"Destroying", "Every entity ended by its handle, in random order.", "Destroy"},
	{"Adding and removing components", "A component added to every entity and removed again, in random order.", "Exchange"},
	{"How much change is too much", "One trace with more and more structural changes per frame: where one storage overtakes another.", "Crossover"},
	{"Coming and going", "A tick after which a tenth of the entities is replaced.", "Churn"},
	{"The slowest change", "Single structural changes while a world grows: what an average hides.", "Tail"},
	{"Memory per entity", "What a world retains, what it needs at once while it grows, what stays when all have ended.", "Memory"},
	{"Memory per kind", "What a set of components costs that hardly any entity has.", "Archetypes"},
	{"The garbage collector", "What a world that just stands there costs each collection.", "GC"},
	{"Opening a world", "An empty world with all types and systems: what tests and short simulations pay.", "NewWorld"},
	{"Several processors", "A tick on more than one worker, where the library has one.", "Parallel"},
}
