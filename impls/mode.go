package impls

import (
	"errors"
	"fmt"
	"slices"
)

// An AccessMode is how the caller works with entities. Results are ranked within a
// mode, because a loop over single entities and a call for a thousand of them are not
// comparable.
type AccessMode string

// The access modes.
const (
	AnyMode       AccessMode = ""         // the fastest one: for unmeasured work
	PerEntity     AccessMode = "entity"   // one entity at a time
	BatchByList   AccessMode = "batch"    // structural changes of a list of entities in one call
	BatchByFilter AccessMode = "filter"   // structural changes of all entities of a filter in one call: FilterDestroyer, FilterChanger
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

// An Operation is what an implementation does with the entities of a list.
type Operation string

// The operations.
const (
	Creates  Operation = "creates"
	Changes  Operation = "changes" // components
	Destroys Operation = "destroys"
)

// lists reports whether one call does the operation with a list of entities.
func (i *Implementation) lists(o Operation) bool {
	return slices.Contains(i.Modes, BatchByList) && (i.Batches == nil || slices.Contains(i.Batches, o))
}

// OpenOffered opens a world in the access modes of the configuration. It returns an
// [*Unsupported] error if the implementation lacks one of them, and hides the methods of the
// world that would work one by one in [BatchByList], because they would be ranked as batches.
func (i *Implementation) OpenOffered(cfg Config, options Values) (World, error) {
	if err := errors.Join(i.Offers(cfg.Create), i.Offers(cfg.Change), i.Offers(cfg.Visit)); err != nil {
		return nil, err
	}
	if cfg.Create == BatchByList && !i.lists(Creates) {
		return nil, &Unsupported{Reason: i.Name + " creates entities one by one only"}
	}
	w, err := i.Open(cfg, options)
	if err != nil || cfg.Change != BatchByList || i.lists(Changes) {
		return w, err
	}
	if d, ok := w.(Destroyer); ok && i.lists(Destroys) {
		return destroyer{creator{w}, d}, nil
	}
	return creator{w}, nil
}

// A creator is a world without changes of lists.
type creator struct{ World }

// Lacks returns the reason for a missing capability, see As.
func (creator) Lacks(string) string { return "changes and destroys listed entities one by one only" }

// A destroyer is a world that destroys lists and changes no components of them.
type destroyer struct {
	creator
	Destroyer
}

// Lacks returns the reason for a missing capability, see As.
func (destroyer) Lacks(string) string { return "changes components of listed entities one by one only" }

// Offers returns an [*Unsupported] error if the implementation lacks the mode. Worlds
// themselves report missing changes by filter.
func (i *Implementation) Offers(m AccessMode) error {
	if m == AnyMode || m == PerEntity || m == BatchByFilter || slices.Contains(i.Modes, m) {
		return nil
	}
	reason := map[AccessMode]string{
		BatchByList: "creates, changes and destroys entities one by one only",
		Chunk:       "returns no slices of components",
		Parallel:    "runs systems on one processor",
	}
	return &Unsupported{Reason: fmt.Sprintf("%s %s", i.Name, reason[m])}
}
