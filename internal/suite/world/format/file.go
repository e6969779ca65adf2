package format

// A File is a world file as written. Tags define the decoding. key is the name in YAML. doc is
// for people and editors. short marks the field for a value that is a single word. each is a
// mapping with one entry per element, whose key is its Name. many permits a list of elements.
type File struct {
	At         Position
	Name       Text        `key:"name" doc:"name of the world"`
	Include    []Path      `key:"include" doc:"world files whose components, kinds, systems and changes come first"`
	Axes       []Axis      `key:"axes" each:"" doc:"names with default values; $name stands for the value in the rest of the file, and ecsbench run measures others"`
	Seed       Whole       `key:"seed" doc:"seed of all random choices (default 1)"`
	Budget     Budget      `key:"budget" doc:"time for a frame"`
	Entities   Entities    `key:"entities" doc:"entities at the start, shared by the kinds; find for the most within the budget"`
	Aged       Whole       `key:"aged" doc:"rounds before the first frame in which half of the entities are destroyed and created again, in random order and with changing kinds"`
	Measure    []Text      `key:"measure" doc:"systems, or changes of tick, to time on their own: the result is their time per entity; or instead memory, archetypes, gc, new-world, leaks or tail"`
	Repeat     Whole       `key:"repeat" doc:"passes of the measured steps that are one operation (default 1)"`
	Mode       Text        `key:"mode" doc:"access mode: library (as the library does it best), entity (a call for each changed entity), batch (for a list), filter (for all that fit) or chunk (loops over slices)"`
	Rows       Whole       `key:"rows" doc:"largest number of entities of a kind that are spawned in a row at the start (default 1)"`
	Frames     Whole       `key:"frames" doc:"frames to time in each process (default 600)"`
	Warmup     Whole       `key:"warmup" doc:"untimed frames before (default a fifth of frames)"`
	Fillers    Whole       `key:"fillers" doc:"component types that are registered and that no entity has"`
	Idle       Whole       `key:"idle" doc:"queries of one to three of the fillers, which are made once and never run"`
	Components []Component `key:"components" each:"" doc:"component types"`
	Kinds      []Kind      `key:"kinds" each:"" doc:"kinds of entities"`
	Systems    []System    `key:"systems" doc:"systems, in order"`
	Tick       []Change    `key:"tick" each:"" many:"" doc:"what changes per frame, in order, after the systems"`
	Observe    []Text      `key:"observe" doc:"components whose addition to an entity calls observers"`
	Observers  Whole       `key:"observers" doc:"observers of each of these components (default 1)"`
	Thresholds Thresholds  `key:"thresholds" doc:"limits; a run that misses one ends with exit code 1"`
}

// An Axis is a value that ecsbench run varies.
type Axis struct {
	At      Position
	Name    Text
	Default Word `key:"default" short:"" doc:"value, unless another one is measured"`
}

// A Budget is the time for a frame.
type Budget struct {
	At         Position
	Tick       Duration   `key:"tick" short:"" doc:"time that a frame may take, such as 8ms"`
	Percentile Percentile `key:"at" doc:"percentile of frames that is compared with the budget (default p99)"`
	Rate       Rate       `key:"rate" doc:"frames per second; without tick, the whole frame time is the budget"`
}

// A Component is a component type.
type Component struct {
	At       Position
	Name     Text
	Bytes    Whole `key:"bytes" short:"" doc:"size; 0 for a tag"`
	Pointers Flag  `key:"pointers" doc:"contains a slice if it has room, else a string or a pointer"`
	Strings  Whole `key:"strings" doc:"contains so many strings of 16 bytes each"`
	Slices   Whole `key:"slices" doc:"contains so many slices of 24 bytes each"`
	Touch    Whole `key:"touch" doc:"bytes that a system reads and writes (default all, at most 64)"`
}

// A Kind is a kind of entities.
type Kind struct {
	At    Position
	Name  Text
	Count Whole    `key:"count" doc:"entities at the start"`
	Share Share    `key:"share" doc:"share of all entities at the start"`
	Has   []Text   `key:"has" doc:"components of every entity; a number stands for the first so many of package kernel"`
	Some  []Option `key:"some" each:"" doc:"components of a share of the entities"`
	Each  []Text   `key:"each" doc:"components of which the entities have all subsets in turn: n make 2 to the n archetypes; a number stands for as many as make so many archetypes"`
}

// An Option is a component that a share of a kind's entities has.
type Option struct {
	At    Position
	Name  Text
	Share Share `key:"share" short:"" doc:"share of the kind's entities"`
}

// A System visits the entities with certain components.
type System struct {
	At       Position
	Name     Text     `key:"name" doc:"name of the system"`
	Read     []Text   `key:"read" doc:"components that it reads"`
	Write    []Text   `key:"write" doc:"components that it reads and writes"`
	With     []Text   `key:"with" doc:"further components that entities must have"`
	Without  []Text   `key:"without" doc:"components that entities must not have"`
	Optional []Text   `key:"optional" doc:"optional components that it reads"`
	Kernel   Text     `key:"kernel" doc:"function that it calls for each entity, such as Move; it determines the components; a number stands for the one of so many"`
	Work     Duration `key:"work" doc:"extra computation per entity, such as 20ns"`
	Every    Whole    `key:"every" doc:"runs in every n-th frame"`
	Handle   Flag     `key:"handle" doc:"keeps the handle of each entity in a list"`
	Once     Flag     `key:"once" doc:"makes its query each time and uses it once"`
	Copies   Whole    `key:"copies" doc:"number of equal systems, each with its own query (default 1)"`
	Workers  Whole    `key:"workers" doc:"divides its entities among so many goroutines (default 1); for systems with a kernel"`
	Life     Whole    `key:"life" doc:"destroys each entity after at most so many visits, and creates another of its kind; the first component that it writes counts visits"`
}

// A Change is a change in a frame outside of systems. Its keys depend on its name, see
// changeKeys.
type Change struct {
	At        Position
	Name      Text
	Entities  Amount `key:"entities" short:"" doc:"entities per frame, or a share of those at the start; 0.1 is one every ten frames"`
	Kind      []Text `key:"kind" doc:"kinds of these entities"`
	Add       []Text `key:"add" doc:"components that they gain; if remove has the same ones, half of the entities gain them"`
	Remove    []Text `key:"remove" doc:"components that they lose"`
	Component Text   `key:"component" doc:"component that is read or overwritten"`
	Undo      Flag   `key:"undo" doc:"the change is made and then undone, in the same order; if it is measured, also new entities are destroyed, and children attached back"`
	Order     Text   `key:"order" doc:"selection: random, shuffled (each entity once), oldest, newest, neighbours or zipf; of a measured change also turns: rows of neighbours, the next ones in each pass"`
	When      Text   `key:"when" doc:"immediate, deferred to the end of the frame, or once before everything that is timed, as in a world that held entities; a measured change that is deferred is recorded by the library for each entity, and then made"`
	Stale     Share  `key:"stale" doc:"share of handles whose entities are destroyed"`
	Every     Whole  `key:"every" doc:"happens in every n-th frame: a burst"`
	Until     Whole  `key:"until" doc:"growth ends at so many entities"`
	Relations Whole  `key:"relations" doc:"children that have a parent"`
	Children  Whole  `key:"children" doc:"children of a parent (default 10), on average in parents"`
	Reparent  Number `key:"reparent" doc:"children per frame that get another parent"`
	Detach    Number `key:"detach" doc:"children per frame that lose their parent; others gain one"`
	Types     Whole  `key:"types" doc:"component types that are defined after the first entities, each used at once"`
	Visit     Text   `key:"visit" doc:"all: each frame every child reads its parent; or none"`
}

// changeKeys lists the names of changes and their keys.
var changeKeys = []struct {
	name, doc string
	keys      []string
}{
	{"spawn", "entities that are created", []string{"entities", "kind", "undo", "every", "when"}},
	{"replace", "entities that are destroyed and created again, rows of neighbours, the next ones in each pass of a measurement", []string{"entities", "kind"}},
	{"destroy", "entities that are destroyed", []string{"entities", "kind", "order", "every", "when"}},
	{"change", "entities that gain or lose components", []string{"entities", "kind", "add", "remove", "undo", "order", "every", "when"}},
	{"set", "entities whose component is overwritten", []string{"entities", "kind", "component", "order", "every", "when"}},
	{"lookup", "entities whose component is read by handle", []string{"entities", "kind", "component", "order", "stale", "every"}},
	{"find", "entities that are found by the value of a component", []string{"entities", "kind", "component", "every"}},
	{"define", "component types that are defined late, in a fresh world each time", []string{"types", "every"}},
	{"detect", "entities whose component was set since the last time are found and read", []string{"component", "every", "when"}},
	{"clone", "entities that are copied with all their components", []string{"entities", "kind", "order", "every", "when"}},
	{"despawn", "all entities are one tree, which is destroyed by its root", []string{"children"}},
	{"save", "the world is saved to memory and loaded into an empty one", []string{}},
	{"growth", "entities that are created in addition to replacements", []string{"entities", "kind", "until", "every", "when"}},
	{"parents", "children that have a parent", []string{"relations", "children", "reparent", "undo", "detach", "visit", "component", "every"}},
}

// Thresholds are limits for all measured libraries.
type Thresholds struct {
	At          Position
	P50         Duration `key:"p50" doc:"time of the median frame"`
	P99         Duration `key:"p99" doc:"time of the slowest of 100 frames"`
	P999        Duration `key:"p99.9" doc:"time of the slowest of 1,000 frames"`
	Missed      Share    `key:"missed" doc:"share of frames over the budget"`
	Memory      Size     `key:"memory" doc:"memory that the world retains"`
	Allocated   Size     `key:"allocated" doc:"memory allocated per frame"`
	Allocations Number   `key:"allocations" doc:"allocations per frame"`
	Capacity    Whole    `key:"capacity" doc:"entities within the budget, at least"`
}
