package gate

import (
	"golang.org/x/perf/benchfmt"

	"github.com/ecsbench/ecsbench/results"
)

// A Direction says which values of a unit are better.
type Direction int

const (
	Unknown      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = +1
)

// directionOf returns what the file says of the unit ("Unit x better=higher"),
// else what is known of it or what its name says. Unit is tidied.
func directionOf(unit string, meta benchfmt.UnitMetadataMap) Direction {
	if d := meta.GetBetter(unit); d != 0 {
		return Direction(d)
	}
	if meta.Get(unit, "better") != nil {
		return Unknown // said, but neither higher nor lower
	}
	return Direction(results.UnitNamed(unit).Better)
}

// isSpeed reports whether a tidied unit tells how fast something is.
func isSpeed(unit string) bool { return results.UnitNamed(unit).IsSpeed() }

// countedMin returns how many equal values per side make a unit's value
// certain, or 0 where none do. The files may say so themselves.
func countedMin(unit string, meta benchfmt.UnitMetadataMap) int {
	if assume := meta.Get(unit, "assume"); assume != nil && assume.Value == "exact" {
		return 1
	}
	return results.UnitNamed(unit).Counted
}
