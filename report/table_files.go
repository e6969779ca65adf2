package report

import (
	"encoding/csv"
	"fmt"
	"io"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/results"
)

// CSV writes one line per case with full precision. There is one column per axis and per
// secondary unit. Unknown values are empty.
func CSV(w io.Writer, r *Report) error {
	blocks := r.Blocks()
	var axes, units []string
	for _, b := range blocks {
		for _, axis := range b.Axes() {
			axes = addName(axes, b.Scenario.Axes[axis].Name)
		}
		units = lists.Add(units, b.Units()...)
	}
	out := csv.NewWriter(w)
	write := func(values ...any) {
		line := make([]string, len(values))
		for i, v := range values {
			line[i] = cell(v)
		}
		out.Write(line)
	}
	title := func(name string) any { return name }
	header := append([]any{"profile", "scenario", "mode", "options"}, lists.Map(axes, title)...)
	header = append(header, "impl", "role", "version", "released", "samples", "unit", "median", "lo", "hi", "to_best", "tied", "p", "to_reference")
	header = append(header, lists.Map(units, title)...)
	write(append(header, "exception", "reason", "wrong", "note")...)
	for _, b := range blocks {
		for _, s := range b.Shapes {
			for _, row := range rowsOf(b, s) {
				line := []any{b.Setting.Config["profile"], b.Scenario.Name, string(b.Scenario.Mode), b.Options}
				line = append(line, lists.Map(axes, func(name string) any { return row.axes[name] })...)
				line = append(line, row.Impl, row.Role, row.Version, row.Released, row.Samples, b.Scenario.Unit, row.Median, row.Lo, row.Hi,
					row.ToBest, row.Tied, row.P, row.ToReference)
				line = append(line, lists.Map(units, func(name string) any { return row.Values[name] })...)
				write(append(line, row.Exception, row.Reason, row.Wrong, row.Note)...)
			}
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// JSON writes the blocks of a report as one JSON array. Unknown values, such as the interval of
// too few samples, are omitted.
func JSON(w io.Writer, r *Report) error {
	list := []ranking{}
	for _, b := range r.Blocks() {
		out := ranking{
			Profile: b.Setting.Config["profile"], Scenario: b.Scenario.Name, Mode: string(b.Scenario.Mode), Options: b.Options,
			Unit: b.Scenario.Unit, Better: results.BetterWord(b.Scenario.Better),
		}
		out.Groups = lists.Map(b.Shapes, func(s *Shape) group { return group{axesOf(b, s), rowsOf(b, s)} })
		list = append(list, out)
	}
	if err := display.WriteJSON(w, list); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return nil
}

type (
	// A ranking is one block of a report.
	ranking struct {
		Profile  string  `json:"profile"`
		Scenario string  `json:"scenario"`
		Mode     string  `json:"mode,omitempty"`    // access mode
		Options  string  `json:"options,omitempty"` // of the scenario, as in the names of results
		Unit     string  `json:"unit"`              // that it is ranked by
		Better   string  `json:"better"`            // lower or higher
		Groups   []group `json:"groups"`
	}
	// A group has the cases compared with each other: the same work on different
	// implementations.
	group struct {
		Axes map[string]*float64 `json:"axes,omitempty"` // by name, such as comps and n
		Rows []row               `json:"rows"`           // the best first, then those without a number
	}
	// A row is one implementation in a group.
	row struct {
		Case        string              `json:"case"`
		Impl        string              `json:"impl"`
		Role        string              `json:"role,omitempty"`     // library, design or reference: only equal roles are ranked together
		Version     string              `json:"version,omitempty"`  // of a library
		Released    string              `json:"released,omitempty"` // the day of that version
		Samples     int                 `json:"samples"`
		Median      *float64            `json:"median,omitempty"`
		Lo          *float64            `json:"lo,omitempty"` // 95% interval of the median
		Hi          *float64            `json:"hi,omitempty"`
		ToBest      *float64            `json:"toBest,omitempty"`      // how many times worse than the best of its role
		Tied        bool                `json:"tied,omitempty"`        // not significantly different from it
		P           *float64            `json:"p,omitempty"`           // of the difference from it, corrected
		ToReference *float64            `json:"toReference,omitempty"` // how many times worse than the reference
		Values      map[string]*float64 `json:"values,omitempty"`      // medians of the secondary units
		Exception   string              `json:"exception,omitempty"`
		Reason      string              `json:"reason,omitempty"` // why it has no value
		Wrong       string              `json:"wrong,omitempty"`  // how its work differs from the model; such rows are not ranked
		Note        string              `json:"note,omitempty"`   // on a shortcut or an emulation
		axes        map[string]*float64
	}
)

func axesOf(b Block, s *Shape) map[string]*float64 {
	axes := make(map[string]*float64)
	for _, axis := range b.Axes() {
		if v := display.JSONNumber(s.At[axis]); v != nil {
			axes[b.Scenario.Axes[axis].Name] = v
		}
	}
	return axes
}

func rowsOf(b Block, s *Shape) []row {
	axes, base := axesOf(b, s), s.Find(b.Reference())
	rows := []row{}
	for _, c := range s.Ranking() {
		m := c.Main()
		r := row{
			Case: c.Name, Impl: c.Impl.Name, Role: c.Impl.Role.String(), Version: c.Impl.Version, Released: c.Impl.Released, Wrong: c.Impl.Wrong, Samples: m.N, Median: display.JSONNumber(m.Center), Lo: display.JSONNumber(m.Lo), Hi: display.JSONNumber(m.Hi),
			ToBest: display.JSONNumber(c.Ratio), Tied: c.Tied, Values: make(map[string]*float64), axes: axes,
		}
		if note := c.Note(); note != nil {
			r.Note = note.Text
		}
		if r.ToBest != nil {
			r.P = display.JSONNumber(display.Estimate(c.P))
		}
		if base != nil {
			r.ToReference = display.JSONNumber(c.Against(base))
		}
		for _, unit := range b.Units() {
			if stat, ok := c.Stats[unit]; ok {
				r.Values[unit] = display.JSONNumber(stat.Center)
			}
		}
		rows = append(rows, r)
	}
	for _, e := range s.Without {
		if e.Impl.Shown() {
			rows = append(rows, row{Case: e.Case, Impl: e.Impl.Name, Exception: string(e.State), Reason: e.Reason, axes: axes})
		}
	}
	return rows
}
