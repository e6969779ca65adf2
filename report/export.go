package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// CSV writes a line for each row of each ranking, with full precision; what
// is not known is 0.
func CSV(w io.Writer, rankings []Ranking) error {
	out := csv.NewWriter(w)
	lines := [][]string{{
		"profile", "scenario", "options", "components", "entities", "impl", "samples",
		"ns_per_entity", "lo", "hi", "entities_per_s", "bytes_per_op", "allocs_per_op",
		"to_best", "to_floor", "exception", "reason",
	}}
	for _, r := range rankings {
		for _, g := range r.Groups {
			for _, row := range g.Rows {
				lines = append(lines, []string{
					r.Profile, r.Scenario, g.Options, fmt.Sprint(g.Components), fmt.Sprint(g.Entities), row.Impl, fmt.Sprint(row.Samples),
					number(row.Nanoseconds), number(row.Lo), number(row.Hi), number(row.Rate), number(row.Bytes), number(row.Allocs),
					number(row.ToBest), number(row.ToFloor), row.Exception, row.Reason,
				})
			}
		}
	}
	if err := out.WriteAll(lines); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// JSON writes the rankings as one JSON array. What is not known, such as an
// interval for want of samples, is 0.
func JSON(w io.Writer, rankings []Ranking) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if rankings == nil {
		rankings = []Ranking{}
	}
	if err := encoder.Encode(rankings); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}
