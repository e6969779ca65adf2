package ab

import (
	"cmp"
	"slices"

	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// unitOrder is the order of columns and rows; other units follow by name.
var unitOrder = []string{unitTime, "B/s", unitBytes, unitAllocs}

func compareUnits(a, b string) int {
	place := func(u string) int {
		if i := slices.Index(unitOrder, u); i >= 0 {
			return i
		}
		return len(unitOrder)
	}
	if c := cmp.Compare(place(a), place(b)); c != 0 {
		return c
	}
	return cmp.Compare(a, b)
}

// judged lists the units of a case that are compared: throughput restates time.
func (c *PlannedCase) judged() []string {
	if !slices.Contains(c.Units, unitTime) {
		return c.Units
	}
	return slices.DeleteFunc(slices.Clone(c.Units), func(u string) bool { return u == "B/s" })
}

// reduce returns one value per unit from the blocks of a trial. It is the best block if a
// direction is known, because disturbances are never improvements, and the median for memory,
// where the runtime rarely adds allocations.
func reduce(blocks []Block, better func(unit string) int) Block {
	value := Block{}
	for unit := range blocks[0] {
		all := make([]float64, 0, len(blocks))
		for _, b := range blocks {
			if v, ok := b[unit]; ok {
				all = append(all, v)
			}
		}
		direction := better(unit)
		if results.UnitNamed(unit).Counted > 0 {
			direction = 0
		}
		switch direction {
		case -1:
			value[unit] = slices.Min(all)
		case +1:
			value[unit] = slices.Max(all)
		default:
			value[unit] = statistics.Median(all)
		}
	}
	return value
}

// asPrinted turns a tidied value back into what Go prints.
func asPrinted(value float64, unit string) (float64, string) {
	switch unit {
	case unitTime:
		return value * 1e9, "ns/op"
	case "B/s":
		return value / 1e6, "MB/s"
	}
	return value, unit
}
