package ab

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/internal/statistics"
	"github.com/ecsbench/ecsbench/results"
)

// A Block holds the values of one block by unit, in the units that
// benchfmt tidies them to: sec/op, B/op, allocs/op, B/s and any other.
type Block map[string]float64

// MarshalJSON writes numbers as text, since benchmarks may report what JSON has
// no numbers for.
func (b Block) MarshalJSON() ([]byte, error) {
	if b == nil {
		return []byte("null"), nil
	}
	text := make(map[string]string, len(b))
	for unit, v := range b {
		text[unit] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return json.Marshal(text)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (b *Block) UnmarshalJSON(data []byte) error {
	var text map[string]string
	if err := json.Unmarshal(data, &text); err != nil || text == nil {
		return err
	}
	*b = make(Block, len(text))
	for unit, t := range text {
		v, err := strconv.ParseFloat(t, 64)
		if err != nil {
			return fmt.Errorf("the value of %s: %w", unit, err)
		}
		(*b)[unit] = v
	}
	return nil
}

// unitOrder is the order of columns and rows; other units follow by name.
var unitOrder = []string{unitTime, "B/s", unitBytes, unitAllocs}

func compareUnits(a, b string) int {
	place := func(u string) int {
		if i := slices.Index(unitOrder, u); i >= 0 {
			return i
		}
		return len(unitOrder)
	}
	return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
}

// judged lists the units of a case that are compared: throughput restates time.
func (c *PlannedCase) judged() []string {
	if !slices.Contains(c.Units, unitTime) {
		return c.Units
	}
	return lists.Filter(c.Units, func(u string) bool { return u != "B/s" })
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
