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

// OpenOffered opens a world in the access modes of the configuration. It returns an
// [*Unsupported] error if the implementation lacks one of them.
func (i *Implementation) OpenOffered(cfg Config, options Values) (World, error) {
	if err := errors.Join(i.Offers(cfg.Create), i.Offers(cfg.Change), i.Offers(cfg.Visit)); err != nil {
		return nil, err
	}
	return i.Open(cfg, options)
}

// Offers returns an [*Unsupported] error if the implementation lacks the mode.
func (i *Implementation) Offers(m AccessMode) error {
	if m == AnyMode || m == PerEntity || slices.Contains(i.Modes, m) {
		return nil
	}
	reason := map[AccessMode]string{
		BatchByList:   "creates, changes and destroys entities one by one only",
		BatchByFilter: "changes and destroys no entities by filter",
		Chunk:         "returns no slices of components",
		Parallel:      "runs systems on one processor",
	}
	return &Unsupported{Reason: fmt.Sprintf("%s %s", i.Name, reason[m])}
}
