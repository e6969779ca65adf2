package main

import "github.com/ecsbench/ecsbench/results"

// A subject is what a page is about.
type subject struct {
	name      string // of the file
	title     string
	intro     string
	role      results.Role // ranked on the page
	questions []question
}

// A question is a user's question, and the scenario that answers it.
type question struct {
	title    string
	why      string
	scenario string // its title in the names of results
	command  string // that repeats it, unless one repeats the whole page
}

var subjects = []subject{
	{
		name:  "which-ecs",
		title: "Which ECS?",
		intro: "Each question below has a scenario in which every library does the same work, in its own\n" +
			"documented idiom, verified entity by entity. The page ranks libraries only: packages that a game can import. `ecs` is\n" +
			"this project's own. [Another page](designs.md) has the costs of designs. Fresh worlds and aged ones\n" +
			"stand side by side. In each of two aging rounds, half of the entities were destroyed and created again in random\n" +
			"order, and their kinds changed. Behind the first table, the samples of a case come from several programs that differ\n" +
			"only in the order of their functions: on some processors the place of a loop in memory alone doubles its time.\n" +
			"[Cases from users](cases-from-users.md) has forms of loops and changes that this page does not cover.",
		role:      results.Library,
		questions: choosing,
	},
	{
		name:  "designs",
		title: "What a design costs",
		intro: "Questions of authors of an ECS, from the projects that the designs come from:\n" +
			"each question, its measured answer, and the command that repeats it.",
		role:      results.Design,
		questions: designing,
	},
}

var choosing = []question{
	{title: "Going through many entities", why: "The time of a system per entity, without other work.", scenario: "Iterate"},
	{title: "Entities of many kinds", why: "Matching entities are spread over 32 sets of components.", scenario: "Fragments"},
	{title: "Many kinds that do not match", why: "Hundreds and thousands of other sets do not match the system.", scenario: "Crowd"},
	{title: "Many systems", why: "A tick of 3 to 20 systems over entities of many kinds.", scenario: "Systems"},
	{title: "Reaching one entity", why: "A component read by handle, in random order. A storage with an array of each type, indexed by entity, reads\none place less than one with rows: `go test -C ecs -run '^$' -bench Lookup` measures the difference without a library.", scenario: "Lookup"},
	{title: "Creating", why: "Entities made in a fresh world, growth included, or in one that has held as many. Worlds grow into memory of the process, which clears each allocation as a whole.", scenario: "Create"},
	{title: "Destroying", why: "Every entity destroyed by its handle, in random order.", scenario: "Destroy"},
	{title: "Adding and removing components", why: "A component added to every entity and removed again, in random order.", scenario: "Exchange"},
	{title: "How much change is too much", why: "One trace with more and more structural changes per frame: where one storage overtakes another.", scenario: "Crossover"},
	{title: "Coming and going", why: "A tick after which a tenth of the entities is replaced.", scenario: "Churn"},
	{title: "The slowest change", why: "Single structural changes while a world grows: what an average hides.", scenario: "Tail"},
	{title: "Memory per entity", why: "What a world retains when it is full. Result files also have what it needs at once while it grows (`peak-B/entity`) and what stays after all entities are destroyed (`destroyed-B/entity`).", scenario: "Memory"},
	{title: "Memory per kind", why: "The memory of a set of components with few entities.", scenario: "Archetypes"},
	{title: "The garbage collector", why: "The cost of an idle world in each collection.", scenario: "GC"},
	{title: "Opening a world", why: "An empty world with all types and systems: what tests and short simulations pay. `simple` makes room for a type when it is first used, and so after the measurement.", scenario: "NewWorld"},
	{title: "Several processors", why: "A tick by one goroutine and by several. Rows of one worker are for comparison and not counted in the tables above. If a library has no parallel loop of its own, its program divides the entities among goroutines. All loop entity by entity.", scenario: "Parallel"},
	{title: "Many live queries", why: "A component added and removed while 50 or 100 more queries match the entities with it.", scenario: "Watch"},
	{title: "Observers", why: "A component added and removed while 0, 1 or 10 functions are called for it.", scenario: "Observe"},
	{title: "Change detection", why: "One in a thousand, half or all of the entities are written to, and then found and read.", scenario: "Detect"},
	{title: "Relations", why: "Every entity gets another parent, and the children of all parents are visited. The relations of `ecs` are one parent for each entity. Those of `ark` and `arche` have types and may have several targets.", scenario: "Relate"},
	{title: "Trees", why: "A tree of entities is destroyed by its root.", scenario: "Despawn"},
	{title: "Cloning", why: "A copy of every entity.", scenario: "Clone"},
	{title: "Saving and loading", why: "A world is saved, and loaded into an empty one.", scenario: "Save"},
	{title: "Leaks", why: "Memory that a world loses each time it is filled and emptied, and goroutines that outlive it.", scenario: "Leaks"},
}

var designing = []question{
	{"Dispatch of iterations, or iteration of dispatches", "A virtual call for each object, or one for each slice of objects of a kind.", "Dispatch",
		"ecsbench run --scenario dispatch --impl objects,soa --entities 10000"},
	{"Array of structs, or struct of arrays", "Reading 1 to 16 of 16 fields: `objects` has them in one array of structs, `soa` in an array for each.", "Layout",
		"ecsbench run --scenario layout --impl objects,soa --entities 1000000"},
	{"How systems learn of changes", "A component added and removed while 16 to 64 systems keep track of their members, and the cost of iteration.", "Notify",
		"ecsbench run --scenario notify,notify:part=iterate --impl dense:dispatch=broadcast,dense:dispatch=interest,dense:dispatch=shared,dense:dispatch=scan --entities 10000"},
	{"At once, or later", "Changes made immediately, or recorded and made together.", "Deferred",
		"ecsbench run --scenario deferred,deferred:made=now --impl dense,paged,hashmap --entities 10000"},
	{"Several processors", "A tick in which one system pushes all entities, by one goroutine or two.", "Parallel",
		"ecsbench run --scenario parallel,parallel:work=light --impl dense,paged,soa --entities 1000,10000,100000,1000000"},
	{"The size of blocks", "A paged array in blocks of 1 to 65,536, when 1% to 100% of the entities have the component.", "BlockSize",
		"ecsbench run --scenario blocksize --impl paged:block=1,paged:block=16,paged:block=64,paged:block=1024,paged:block=65536 --entities 100000"},
	{"Reserving", "Creating with reserved room for none, half, all or twice as many entities.", "Reserve",
		"ecsbench run --scenario reserve --impl dense,paged,hashmap --entities 10000"},
	{"Which free ID is reused first", "Iteration after all entities were replaced in random order: the ID freed last is reused first, or the lowest.", "FreeList",
		"ecsbench run --scenario freelist --impl dense:reuse=last,dense:reuse=lowest,paged:reuse=last,paged:reuse=lowest --entities 100000"},
}
