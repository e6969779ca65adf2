package ab

import (
	"encoding/json"
	"fmt"
	"strconv"
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
