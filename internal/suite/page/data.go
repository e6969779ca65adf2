package page

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/report"
	"github.com/ecsbench/ecsbench/results"
)

// The JSON block. Keys that occur once per case are short.
type (
	pageData struct {
		Settings []string   `json:"settings"`
		Impls    []implData `json:"impls"`
		Units    []unitData `json:"units"`
		// How values are written, by unit: [size, suffix, whole], the largest first.
		Steps map[string][][3]any `json:"steps"`

		Scenarios   []scenarioData `json:"scenarios"`
		History     *historyData   `json:"history,omitempty"`
		HasBaseline bool           `json:"hasBaseline"`
		HeatLimits  []float64      `json:"heatLimits"`
	}
	implData struct {
		Name   string `json:"name"` // in the URL and for filters
		Label  string `json:"label"`
		Light  string `json:"light"`
		Dark   string `json:"dark"`
		Symbol int    `json:"symbol"`
		Dash   int    `json:"dash"`
		Role   int    `json:"role"`
		Shown  bool   `json:"shown"`
		Wrong  bool   `json:"wrong,omitempty"` // not ranked
		// The version of a library and its day.
		Edition string `json:"edition,omitempty"`
	}
	unitData struct {
		Unit   string `json:"unit"`
		Title  string `json:"title"`
		Better int    `json:"better"`
	}
	scenarioData struct {
		Name    string          `json:"name"`
		Unit    int             `json:"unit"`   // primary unit, -1 if there is none
		Better  int             `json:"better"` // of the primary unit
		Axes    []axisData      `json:"axes"`
		Along   int             `json:"along"` // the axis that the chart goes along, -1 for none
		Shapes  []shapeData     `json:"shapes"`
		Cases   []caseData      `json:"cases"`
		Without []exceptionData `json:"without"` // cases without a number
	}
	axisData struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		One   string `json:"one,omitempty"` // singular of the title; "" if values are written as title=value
	}
	shapeData struct {
		Setting int      `json:"s"`
		At      []number `json:"a"` // on the axes
		Line    string   `json:"l,omitempty"`
		Options string   `json:"o,omitempty"`
	}
	caseData struct {
		Impl   int         `json:"i"`
		Shape  int         `json:"h"`
		Ratio  number      `json:"r,omitzero"` // to the best, in the primary unit
		Best   bool        `json:"b,omitempty"`
		Tied   bool        `json:"t,omitempty"`
		Noisy  bool        `json:"u,omitempty"` // see report.Entry.Unclear
		P      number      `json:"p"`
		Note   int         `json:"n,omitempty"` // number of the note on the case, from 1
		Values [][5]number `json:"v"`           // unit, median, lo, hi, samples
		Sorted []sample    `json:"q,omitempty"` // samples in the primary unit
		Change *changeData `json:"d,omitempty"` // against the baseline
	}
	changeData struct {
		Ratio   number `json:"r"`
		Lo      number `json:"lo"`
		Hi      number `json:"hi"`
		Verdict string `json:"verdict"`
		Status  string `json:"status"`
	}
	exceptionData struct {
		Impl   int    `json:"i"`
		Shape  int    `json:"h"`
		State  string `json:"state"`
		Reason string `json:"reason"`
	}
)

// A number has six digits; it is null in JSON if not finite.
type number float64

// IsZero omits NaN where a number may be missing.
func (n number) IsZero() bool { return math.IsNaN(float64(n)) }

func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, v, 'g', 6, 64), nil
}

// A sample is a number with four digits.
type sample float64

func (s sample) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(s), 'g', 4, 64), nil
}

// mostSamples limits the samples in the page: about 1 MB.
const mostSamples = 150_000

// encode returns the JSON block. It escapes <, >, & and the line separators of Unicode, so
// it cannot end its script element.
func encode(in Input) (string, error) {
	r := in.Report
	data := pageData{HasBaseline: in.Baseline != nil, HeatLimits: heatLimits, History: newHistoryData(in.History, r), Scenarios: []scenarioData{}, Impls: []implData{}, Units: []unitData{}}
	data.Steps = stepsOf(in)
	data.Settings = lists.Map(r.Settings, func(s report.Setting) string { return s.Label })
	styles := Styles(r.Impls)
	for i, impl := range r.Impls {
		s := styles[i]
		data.Impls = append(data.Impls, implData{impl.Name, impl.Label, s.Light, s.Dark, int(s.Symbol), int(s.Dash), int(impl.Role), impl.Shown(), impl.Wrong != "", impl.Edition()})
	}
	units := make(map[string]int)
	unitIndex := func(unit string) int {
		at, ok := units[unit]
		if !ok {
			at = len(data.Units)
			units[unit] = at
			data.Units = append(data.Units, unitData{report.Display(unit), report.Display(report.Title(unit)), results.UnitNamed(unit).Better})
		}
		return at
	}
	changes := changesOf(in.Baseline, r)
	room := mostSamples
	notes := r.Notes()
	for _, s := range r.Scenarios {
		sd := scenarioData{Name: s.Label, Better: s.Better, Unit: -1, Along: s.Along, Cases: []caseData{}, Without: []exceptionData{}, Axes: []axisData{}}
		if s.Unit != "" {
			sd.Unit = unitIndex(s.Unit)
		}
		for _, a := range s.Axes {
			sd.Axes = append(sd.Axes, axisData{report.Display(a.Name), a.Title, a.One()})
		}
		for at, shape := range s.Shapes {
			place := shapeData{Setting: shape.Setting, At: []number{}, Line: shape.Line(), Options: report.Display(shape.Options)}
			for _, v := range shape.At {
				place.At = append(place.At, number(v))
			}
			sd.Shapes = append(sd.Shapes, place)
			for _, c := range shape.Cases {
				d := newCaseData(c, at, notes.Number(c), unitIndex, changes[c])
				if values := c.Main().Values; room >= len(values) {
					room -= len(values)
					d.Sorted = lists.Map(slices.Sorted(slices.Values(values)), func(v float64) sample { return sample(v) })
				}
				sd.Cases = append(sd.Cases, d)
			}
			for _, e := range shape.Without {
				sd.Without = append(sd.Without, exceptionData{e.Impl.Index, at, string(e.State), e.Reason})
			}
		}
		data.Scenarios = append(data.Scenarios, sd)
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(data); err != nil {
		return "", err
	}
	return b.String(), nil
}

// stepsOf returns the formats of the units in the page.
func stepsOf(in Input) map[string][][3]any {
	all := make(map[string][][3]any)
	add := func(unit string) {
		name := report.Display(unit)
		if all[name] != nil {
			return
		}
		for _, s := range results.UnitNamed(unit).Prefixes() {
			all[name] = append(all[name], [3]any{number(s.Size), s.Suffix, s.Whole})
		}
	}
	for _, s := range in.Report.Scenarios {
		for _, unit := range s.Units {
			add(unit)
		}
	}
	if in.History != nil {
		for _, s := range in.History.Series {
			add(s.Unit)
		}
	}
	add(flameTime)
	add(flameMemory)
	return all
}

func newCaseData(c *report.Entry, shape, note int, unitIndex func(string) int, change *changeData) caseData {
	d := caseData{
		Impl: c.Impl.Index, Shape: shape, Ratio: number(c.Ratio),
		Best: c.IsBest(), Tied: c.Tied, Noisy: c.Unclear(), P: number(c.P), Note: note, Change: change,
	}
	for _, unit := range c.Shape.Scenario.Units {
		if s, ok := c.Stats[unit]; ok {
			d.Values = append(d.Values, [5]number{number(unitIndex(unit)), number(s.Center), number(s.Lo), number(s.Hi), number(s.N)})
		}
	}
	return d
}
