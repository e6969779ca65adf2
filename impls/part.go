package impls

// A Part is a group of functions of an implementation or its library, with their
// purpose. Profiles attribute time and memory by parts, because equal names such as
// Create have different purposes in different libraries.
type Part struct {
	Functions string  // prefix of their names in profiles, with the last element of the import path and […] for type parameters: seed.(*Pool)
	Work      string  // kind of work of their time: "tree lookups"; "" if unnamed
	Memory    Purpose // purpose of the memory that they allocate; "" if their callers decide
	Grows     bool    // they allocate for their callers
}

// A Purpose is the purpose of a world's memory.
type Purpose string

const (
	ForComponents Purpose = "components" // values, and the owners beside them
	ForIndex      Purpose = "index"      // from an entity to its component
	ForSignatures Purpose = "signatures" // component sets of entities
	ForSets       Purpose = "sets"       // the members of systems
	ForHandles    Purpose = "handles"    // generations and free identifiers
	ForScratch    Purpose = "scratch"    // kept for the next call
	ForOther      Purpose = "other"
)

// Purposes lists all of them in display order.
var Purposes = []Purpose{ForComponents, ForIndex, ForSignatures, ForSets, ForHandles, ForScratch, ForOther}
