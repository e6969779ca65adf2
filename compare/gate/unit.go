package gate

import (
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A Direction says which values of a unit are better.
type Direction int

const (
	Unknown      Direction = 0
	LowerBetter  Direction = -1
	HigherBetter Direction = +1
)

// directionOf returns what the file says of the unit ("Unit x better=higher"),
// else what x/perf knows of it, else what its name says: rates per second are
// better when higher, time, bytes and allocations when lower. Unit is tidied.
func directionOf(unit string, meta benchfmt.UnitMetadataMap) Direction {
	if d := meta.GetBetter(unit); d != 0 {
		return Direction(d)
	}
	if meta.Get(unit, "better") != nil {
		return Unknown // said, but neither higher nor lower
	}
	numerator, denominator, _ := strings.Cut(unit, "/")
	switch {
	case denominator == "s" || denominator == "sec":
		return HigherBetter
	case hasWord(numerator, "sec"), hasWord(numerator, "B"), hasWord(numerator, "bytes"), hasWord(numerator, "allocs"):
		return LowerBetter
	}
	return Unknown
}

// hasWord reports whether s is word, or has it before or after a hyphen, as in
// p99-sec.
func hasWord(s, word string) bool {
	return s == word || strings.HasPrefix(s, word+"-") || strings.HasSuffix(s, "-"+word)
}

// isSpeed reports whether a tidied unit tells how fast something is.
func isSpeed(unit string) bool {
	numerator, denominator, _ := strings.Cut(unit, "/")
	return hasWord(numerator, "sec") || denominator == "s" || denominator == "sec"
}

// countedMin returns how many equal values per side make a unit's value
// certain, or 0 where none do. Allocations are counted, not timed, so equal
// values need no statistics; the bytes of a short run may hold a stray
// allocation of the run-time, and three equal runs rule that out.
func countedMin(unit string, meta benchfmt.UnitMetadataMap) int {
	if assume := meta.Get(unit, "assume"); assume != nil && assume.Value == "exact" {
		return 1
	}
	switch unit {
	case "allocs/op":
		return 1
	case "B/op":
		return 3
	}
	return 0
}
