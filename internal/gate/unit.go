package gate

import (
	"cmp"
	"fmt"

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
	for _, side := range []benchfmt.UnitMetadataMap{old.units, new.units} {
		for key := range side {
			if key.Key != "better" {
				continue
			}
			was, is := direction(key.Unit, old.units), direction(key.Unit, new.units)
			if was.better != is.better && (was.declared && is.declared || was.better != 0 && is.better != 0) {
				return m, fmt.Errorf("%s and %s contradict each other about %s: %s in the first, %s in the second; make their lines \"Unit %s better=...\" equal",
					old.Label, new.Label, key.Unit, was, is, key.Unit)
			}
		}
	}
	return m, nil
}

// A stated direction is declared by a file or follows from the unit.
type stated struct {
	better   verdict.Direction
	declared bool
}

func (s stated) String() string {
	name := map[verdict.Direction]string{verdict.LowerBetter: "lower is better", verdict.HigherBetter: "higher is better", verdict.Unknown: "no value is better"}[s.better]
	if !s.declared {
		name += " by default"
	}
	return name
}

// direction returns what a file declares of a unit ("Unit x better=higher"), or else
// its usual direction. Unit is tidied.
func direction(unit string, meta benchfmt.UnitMetadataMap) stated {
	if meta.Get(unit, "better") != nil {
		return stated{verdict.Direction(meta.GetBetter(unit)), true}
	}
	return stated{verdict.Direction(results.UnitNamed(unit).Better), false}
}

// directionOf returns the direction on which both files agree.
func (m metadata) directionOf(unit string) verdict.Direction {
	return cmp.Or(direction(unit, m.old).better, direction(unit, m.new).better)
}

// ofClock reports whether a unit belongs to the core clock.
func ofClock(unit string) bool {
	u := results.UnitNamed(unit)
	return u.Machine || u.Clocked != ""
}

// exact reports whether both files declare "Unit x assume=exact".
func (m metadata) exact(unit string) bool {
	is := func(meta benchfmt.UnitMetadataMap) bool {
		assume := meta.Get(unit, "assume")
		return assume != nil && assume.Value == "exact"
	}
	return is(m.old) && is(m.new)
}

// countedMin returns the number of equal values per side that make a count exact, 0 if none do.
func (m metadata) countedMin(unit string) int {
	if m.exact(unit) {
		return 1
	}
	return results.UnitNamed(unit).Counted
}
