package gate

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
)

// metadata is what two files and the registry of units state about units.
type metadata struct{ old, new benchfmt.UnitMetadataMap }

// metadataOf returns an error if the files contradict each other: if they declare
// different directions, or if one declares the opposite of the usual direction and the
// other is silent.
func metadataOf(old, new *Side) (metadata, error) {
	m := metadata{old.units, new.units}
	keys := maps.Clone(old.units)
	maps.Copy(keys, new.units)
	for key := range keys {
		was, is := direction(key.Unit, old.units), direction(key.Unit, new.units)
		declared := old.units.Get(key.Unit, "better") != nil && new.units.Get(key.Unit, "better") != nil
		if was != is && (declared || was != verdict.Unknown && is != verdict.Unknown) {
			return m, fmt.Errorf("%s and %s contradict each other about the better direction of %s; make their lines \"Unit %[3]s better=...\" equal", old.Label, new.Label, key.Unit)
		}
	}
	return m, nil
}

// direction returns what a file declares of a unit ("Unit x better=higher"), or else
// its usual direction. Unit is tidied.
func direction(unit string, meta benchfmt.UnitMetadataMap) verdict.Direction {
	if meta.Get(unit, "better") != nil {
		return verdict.Direction(meta.GetBetter(unit))
	}
	return verdict.Direction(results.UnitNamed(unit).Better)
}

// directionOf returns the direction on which both files agree.
func (m metadata) directionOf(unit string) verdict.Direction {
	return cmp.Or(direction(unit, m.old), direction(unit, m.new))
}

// exact reports whether both files declare "Unit x assume=exact".
func (m metadata) exact(unit string) bool {
	was, is := m.old.Get(unit, "assume"), m.new.Get(unit, "assume")
	return was != nil && is != nil && was.Value == "exact" && is.Value == "exact"
}

// ofClock reports whether a unit belongs to the core clock.
func ofClock(unit string) bool {
	u := results.UnitNamed(unit)
	return u.Machine || u.Clocked != ""
}

func isWork(unit string) bool { return strings.HasPrefix(unit, "instructions/") }
