package page

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/ecsbench/ecsbench/report/palette"
	"github.com/ecsbench/ecsbench/report/summary"
)

// The JSON block. Keys are short where there is one per case.
type (
	pageData struct {
		Settings    []string       `json:"settings"`
		Impls       []implData     `json:"impls"`
		Units       []unitData     `json:"units"`
		Scenarios   []scenarioData `json:"scenarios"`
		History     *historyData   `json:"history,omitempty"`
		HasBaseline bool           `json:"hasBaseline"`
	}
	implData struct {
		Name   string `json:"name"` // in the URL and for filters
		Label  string `json:"label"`
		Light  string `json:"light"`
		Dark   string `json:"dark"`
		Symbol int    `json:"symbol"`
		Dash   int    `json:"dash"`
		Role   int    `json:"role"`
	}
	unitData struct {
		Unit  string `json:"unit"`
		Title string `json:"title"`
	}
	scenarioData struct {
		Name     string          `json:"name"`
		Unit     int             `json:"unit"`   // main unit
		Better   int             `json:"better"` // of the main unit
		Cases    []caseData      `json:"cases"`
		Without  []exceptionData `json:"without"` // cases without a number
		Warnings []string        `json:"warnings"`
	}
	caseData struct {
		Impl       int         `json:"i"`
		Setting    int         `json:"s"`
		Components string      `json:"c,omitempty"`
		Options    string      `json:"o,omitempty"`
		Entities   *number     `json:"n,omitempty"`
		Ratio      *number     `json:"r,omitempty"` // to the best of its shape, in the main unit
		Best       bool        `json:"b,omitempty"`
		Tied       bool        `json:"t,omitempty"`
		P          number      `json:"p"`
		Values     [][5]number `json:"v"`           // unit, median, lo, hi, samples
		Change     *changeData `json:"d,omitempty"` // against the baseline
	}
	changeData struct {
		Ratio   number `json:"r"`
		Lo      number `json:"lo"`
		Hi      number `json:"hi"`
		Verdict string `json:"verdict"`
		Status  string `json:"status"`
	}
	exceptionData struct {
		Impl       int     `json:"i"`
		Settings   []int   `json:"s"` // [-1] for one of very many
		Components string  `json:"c,omitempty"`
		Options    string  `json:"o,omitempty"`
		Entities   *number `json:"n,omitempty"`
		State      string  `json:"state"`
		Reason     string  `json:"reason"`
	}
)

// A number is null in JSON where it is not finite, and has six digits.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, v, 'g', 6, 64), nil
}

// encode makes the JSON block. Its encoder writes <, >, & and the two line
// separators of Unicode as escapes, so nothing in it can end the script
// element it stands in.
func encode(in Input) (string, error) {
	r := in.Report
	data := pageData{HasBaseline: in.Baseline != nil, History: newHistoryData(in.History, r), Scenarios: []scenarioData{}, Impls: []implData{}}
	for _, s := range r.Settings {
		data.Settings = append(data.Settings, s.Label)
	}
	styles := palette.Styles(r.Impls)
	for i, impl := range r.Impls {
		s := styles[i]
		data.Impls = append(data.Impls, implData{impl.Name, impl.Label, s.Light, s.Dark, int(s.Symbol), int(s.Dash), int(impl.Role)})
	}
	units := make(map[string]int)
	unitIndex := func(unit string) int {
		at, ok := units[unit]
		if !ok {
			at = len(data.Units)
			units[unit] = at
			data.Units = append(data.Units, unitData{summary.Display(unit), summary.Display(summary.Title(unit))})
		}
		return at
	}
	changes, without := changesOf(in.Baseline, r), newExceptions(r)
	for _, s := range r.Scenarios {
		sd := scenarioData{Name: s.Label, Better: s.Better, Unit: unitIndex(s.Unit), Warnings: s.Warnings(), Cases: []caseData{}}
		for _, shape := range s.Shapes {
			for _, c := range shape.Cases {
				sd.Cases = append(sd.Cases, newCaseData(c, unitIndex, changes[c]))
			}
		}
		sd.Without = without.of(s.Name)
		data.Scenarios = append(data.Scenarios, sd)
	}
	for _, name := range without.left() {
		data.Scenarios = append(data.Scenarios, scenarioData{Name: summary.Display(name), Cases: []caseData{}, Without: without.of(name)})
	}
	if len(data.Units) == 0 {
		unitIndex("ns/op")
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(data); err != nil {
		return "", err
	}
	return b.String(), nil
}

func newCaseData(c *summary.Case, unitIndex func(string) int, change *changeData) caseData {
	d := caseData{
		Impl: c.Impl.Index, Setting: c.Shape.Setting,
		Components: summary.Display(c.Shape.Components), Options: summary.Display(c.Shape.Options),
		Entities: optional(c.Shape.Entities), Ratio: optional(c.Ratio),
		Best: c.IsBest(), Tied: c.Tied, P: number(c.P), Change: change,
	}
	for _, unit := range c.Shape.Scenario.Units {
		if s, ok := c.Stats[unit]; ok {
			d.Values = append(d.Values, [5]number{number(unitIndex(unit)), number(s.Center), number(s.Lo), number(s.Hi), number(s.N())})
		}
	}
	return d
}

func optional(v float64) *number {
	if math.IsNaN(v) {
		return nil
	}
	n := number(v)
	return &n
}
