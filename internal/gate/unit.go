package gate

import (
	"github.com/ecsbench/ecsbench/internal/verdict"
	"github.com/ecsbench/ecsbench/results"
	"golang.org/x/perf/benchfmt"
)

// directionOf returns what the file says of the unit ("Unit x better=higher"),
// else what is known of it or what its name says. Unit is tidied.
func directionOf(unit string, meta benchfmt.UnitMetadataMap) verdict.Direction {
	if d := meta.GetBetter(unit); d != 0 {
		return verdict.Direction(d)
	}
	if meta.Get(unit, "better") != nil {
		return verdict.Unknown // said, but neither higher nor lower
	}
	return verdict.Direction(results.UnitNamed(unit).Better)
}

// ofClock reports whether a unit tells of the clock of the core.
func ofClock(unit string) bool {
	u := results.UnitNamed(unit)
	return u.Machine || u.Clocked != ""
}

// countedMin returns how many equal values per side make a unit's value
// certain, or 0 where none do. The files may say so themselves.
func countedMin(unit string, meta benchfmt.UnitMetadataMap) int {
	if assume := meta.Get(unit, "assume"); assume != nil && assume.Value == "exact" {
		return 1
	}
	return results.UnitNamed(unit).Counted
}
