package report

import (
	"io"

	"github.com/ecsbench/ecsbench/internal/display"
)

// The JSON form of Tables. Numbers that JSON cannot express, such as the bounds
// of an interval from too few values, are null.
type (
	jsonTable struct {
		Unit    string            `json:"unit"`
		Config  map[string]string `json:"config"`
		Columns []string          `json:"columns"`
		Rows    []jsonRow         `json:"rows"`
		Geomean []jsonSummary     `json:"geomean"`
	}
	jsonRow struct {
		Name  string      `json:"name"`
		Cells []*jsonCell `json:"cells"` // one per column; null where nothing was measured
	}
	jsonCell struct {
		N          int             `json:"n"`
		Center     *float64        `json:"center"`
		Low        *float64        `json:"low"`
		High       *float64        `json:"high"`
		Confidence float64         `json:"confidence"`
		Warnings   []string        `json:"warnings,omitempty"`
		Comparison *jsonComparison `json:"comparison,omitempty"`
	}
	jsonComparison struct {
		Ratio       *float64 `json:"ratio"` // of the centre to the base's
		P           float64  `json:"p"`     // 0 for an exact comparison
		Significant bool     `json:"significant"`
		Delta       string   `json:"delta"` // as in text: "~" for no significant change
		Warnings    []string `json:"warnings,omitempty"`
	}
	jsonSummary struct {
		Center   *float64 `json:"center"`
		Ratio    *float64 `json:"ratio,omitempty"`
		Warnings []string `json:"warnings,omitempty"`
	}
)

// WriteJSON prints the tables as an array of objects, one per table.
func (t *Tables) WriteJSON(out io.Writer) error {
	tables := make([]jsonTable, len(t.Tables))
	for i, table := range t.Tables {
		tables[i] = table.json(t)
	}
	return display.WriteJSON(out, struct {
		Tables []jsonTable `json:"tables"`
	}{tables})
}

func (t *Table) json(of *Tables) jsonTable {
	j := jsonTable{Unit: t.Unit, Config: make(map[string]string)}
	for _, f := range of.fields {
		if v := t.key.Get(f); v != "" {
			j.Config[f.Name] = v
		}
	}
	for _, key := range t.Cols {
		j.Columns = append(j.Columns, key.StringValues())
	}
	for row, key := range t.Rows {
		r := jsonRow{Name: key.StringValues(), Cells: make([]*jsonCell, len(t.Cols))}
		base := t.Base(row)
		for i := range t.Row(row) {
			c := &t.Row(row)[i]
			r.Cells[c.Col] = c.json(base)
		}
		j.Rows = append(j.Rows, r)
	}
	for col := range t.Cols {
		s := &t.Summary[col]
		js := jsonSummary{Warnings: messages(s.Warnings)}
		if s.HasGeoMean {
			js.Center = display.JSONNumber(s.GeoMean)
		}
		if s.HasRatio {
			js.Ratio = display.JSONNumber(s.Ratio)
		}
		j.Geomean = append(j.Geomean, js)
	}
	return j
}

func (c *Cell) json(base *Cell) *jsonCell {
	j := &jsonCell{
		N: c.N, Center: display.JSONNumber(c.Summary.Center), Low: display.JSONNumber(c.Summary.Lo), High: display.JSONNumber(c.Summary.Hi),
		Confidence: c.Summary.Confidence, Warnings: messages(c.Summary.Warnings),
	}
	if c.Warning != nil {
		j.Warnings = append(j.Warnings, c.Warning.Error())
	}
	if cmp := c.Comparison; cmp != nil {
		j.Comparison = &jsonComparison{
			Ratio: display.JSONNumber(c.Summary.Center / base.Summary.Center), P: cmp.P, Significant: cmp.P <= cmp.Alpha,
			Delta: c.Delta(base), Warnings: messages(cmp.Warnings),
		}
	}
	return j
}

func messages(errs []error) []string {
	var out []string
	for _, err := range errs {
		out = append(out, err.Error())
	}
	return out
}
