package impls

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ecsbench/ecsbench/results"
)

// OpenOffered opens a world in the access modes of the configuration. It returns an
// [*Unsupported] error if the implementation lacks one of them.
func (i *Implementation) OpenOffered(cfg Config, options Values) (World, error) {
	if err := errors.Join(i.Offers(cfg.Create), i.Offers(cfg.Change), i.Offers(cfg.Visit)); err != nil {
		return nil, err
	}
	return i.Open(cfg, options)
}

// Offers returns an [*Unsupported] error if the implementation lacks the mode.
func (i *Implementation) Offers(m results.AccessMode) error {
	if m == results.AnyMode || m == results.PerEntity || slices.Contains(i.Modes, m) {
		return nil
	}
	reason := map[results.AccessMode]string{
		results.BatchByList:   "creates, changes and destroys entities one by one only",
		results.BatchByFilter: "changes and destroys no entities by filter",
		results.Chunk:         "returns no slices of components",
		results.Parallel:      "runs systems on one processor",
	}
	return &Unsupported{Reason: fmt.Sprintf("%s %s", i.Name, reason[m])}
}
