package results

// A Role is the kind of an implementation. Only equal roles are ranked together.
type Role int

// The roles.
const (
	Library   Role = iota // an ECS that any program can import
	Design                // a storage of this project: shows the cost of a storage layout
	Reference             // no ECS: a lower bound of the work
)

// String returns the name of the role: "library".
func (r Role) String() string { return [...]string{"library", "design", "reference"}[r] }

// Plural returns the name of several: "libraries".
func (r Role) Plural() string { return [...]string{"libraries", "designs", "references"}[r] }

// ModeKey is the key of the access mode in the names of results.
const ModeKey = "mode"

// An AccessMode is how the caller works with entities. Results are ranked within a
// mode, because a loop over single entities and a call for a thousand of them are not
// comparable.
type AccessMode string

// The access modes.
const (
	AnyMode       AccessMode = ""         // the fastest one: for unmeasured work
	PerEntity     AccessMode = "entity"   // one entity at a time
	BatchByList   AccessMode = "batch"    // structural changes of a list of entities in one call
	BatchByFilter AccessMode = "filter"   // structural changes of all entities of a filter in one call
	Chunk         AccessMode = "chunk"    // the caller loops over slices of components
	Parallel      AccessMode = "parallel" // systems run on several processors
)

// AccessModes lists the modes in display order.
var AccessModes = []AccessMode{AnyMode, PerEntity, BatchByList, BatchByFilter, Chunk, Parallel}

// Words describes the mode: "entity by entity". It is "" for an unknown one.
func (m AccessMode) Words() string {
	switch m {
	case PerEntity:
		return "entity by entity"
	case BatchByList:
		return "in batches"
	case BatchByFilter:
		return "by filter"
	case Chunk:
		return "by chunks"
	case Parallel:
		return "in parallel"
	}
	return ""
}
