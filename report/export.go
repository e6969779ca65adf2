package report

import (
	"fmt"
	"io"

	"github.com/ecsbench/ecsbench/escape"
)

// CSV writes a line for each row of each ranking, with full precision; what
// is not known is 0.
func CSV(w io.Writer, rankings []Ranking) error {
	out := escape.NewCSV(w)
	out.Write(
		"profile", "scenario", "options", "components", "entities", "impl", "samples",
		"ns_per_entity", "lo", "hi", "entities_per_s", "bytes_per_op", "allocs_per_op",
		"to_best", "to_floor", "exception", "reason",
	)
	for _, r := range rankings {
		for _, g := range r.Groups {
			for _, row := range g.Rows {
				out.Write(
					r.Profile, r.Scenario, g.Options, g.Components, g.Entities, row.Impl, row.Samples,
					row.Nanoseconds, row.Lo, row.Hi, row.Rate, row.Bytes, row.Allocs,
					row.ToBest, row.ToFloor, row.Exception, row.Reason,
				)
			}
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// JSON writes the rankings as one JSON array. What is not known, such as an
// interval for want of samples, is 0.
func JSON(w io.Writer, rankings []Ranking) error {
	if rankings == nil {
		rankings = []Ranking{}
	}
	if err := escape.JSON(w, rankings); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}
