package impls

// A Part is functions that an implementation consists of or stands on, and what
// they are for. By parts a profile of the implementation tells what its time and
// its memory went to; nobody else can know, since a function seed.(*Pool).Create
// is one thing in one run-time and another in the next.
type Part struct {
	Functions string  // how their names begin as they stand in profiles, with the last element of the import path and […] for type parameters: seed.(*Pool)
	Work      string  // what kind of work their time is: "tree lookups"; "" for none that has a name
	Memory    Purpose // what the memory that they allocate is for; "" if that is for their callers to say
	Grows     bool    // they allocate for whoever calls them
}

// A Purpose is what memory that a world keeps is for.
type Purpose string

const (
	ForComponents Purpose = "components" // values, and the owners beside them
	ForIndex      Purpose = "index"      // the way from an entity to its component
	ForSignatures Purpose = "signatures" // what each entity has
	ForSets       Purpose = "sets"       // the members of systems
	ForHandles    Purpose = "handles"    // generations and free identifiers
	ForScratch    Purpose = "scratch"    // kept for the next call
	ForOther      Purpose = "other"
)

// Purposes lists all of them in the order in which they are shown.
var Purposes = []Purpose{ForComponents, ForIndex, ForSignatures, ForSets, ForHandles, ForScratch, ForOther}
